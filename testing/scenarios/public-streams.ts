import type { StreamAct, StreamScenario, WantedName } from "../suite/stream-scenario.ts";

const symbol = "BTCUSDT";
const named = (id: string): WantedName => ({ id, symbol });

/** Somebody trades: the maker of a sandbox; on an exchange somebody always does. */
const market: StreamAct = {
  kind: "keeper",
  command: { command: "maker", on: true, everyMs: 1000 },
};
const close: readonly StreamAct[] = [
  { kind: "keeper", command: { command: "maker", on: false } },
  { kind: "close" },
];

/** What each public stream carries, in both forms, and what a client may ask on the way. */
export const publicStreamScenarios: readonly StreamScenario[] = [
  follows("depth", "depthUpdate", "Changes of the book of one symbol", 3),
  follows("trade", "trade", "Trades of one symbol as they happen", 2),
  follows("bookTicker", "bookTicker", "The best prices of one symbol", 2),
  follows("ticker", "ticker", "Statistics of 24 hours, sent with each trade", 1),
  follows("miniTicker", "miniTicker", "The short form of the same statistics", 1),
  {
    id: "depth.raw",
    summary: "One stream without its name around each message",
    acts: [
      { kind: "open", form: "raw", streams: [named("depth")] },
      market,
      { kind: "hear", message: "depthUpdate", count: 2 },
      ...close,
    ],
  },
  {
    id: "trade.withOthers",
    summary: "Several streams of two symbols over one connection",
    acts: [
      {
        kind: "follow",
        streams: [named("trade"), { id: "trade", symbol: "ETHUSDT" }, named("bookTicker")],
      },
      market,
      { kind: "hear", message: "trade", count: 2 },
      { kind: "hear", message: "bookTicker" },
      ...close,
    ],
  },
  {
    id: "control.changes",
    summary: "Streams added, listed and taken away on an open connection",
    acts: [
      { kind: "open", form: "combined", streams: [named("trade")] },
      send("SUBSCRIBE", 1, ["btcusdt@bookTicker"]),
      { kind: "hear", message: "controlReply", shows: { result: null, id: 1 } },
      market,
      { kind: "hear", message: "bookTicker" },
      send("LIST_SUBSCRIPTIONS", 2),
      {
        kind: "hear",
        message: "controlReply",
        shows: { result: ["btcusdt@trade", "btcusdt@bookTicker"], id: 2 },
      },
      send("UNSUBSCRIBE", 3, ["btcusdt@bookTicker"]),
      { kind: "hear", message: "controlReply", shows: { result: null, id: 3 } },
      { kind: "hear", message: "trade" },
      ...close,
    ],
  },
  {
    id: "control.refused",
    summary: "Control messages that are not carried out",
    acts: [
      { kind: "open", form: "combined", streams: [named("miniTicker")] },
      send("SUBSCRIBE", 1, ["nosuchpair@trade"]),
      { kind: "hear", message: "controlError", shows: { id: 1 } },
      { kind: "send", message: { method: "FOLLOW", params: ["btcusdt@trade"], id: 2 }, bad: true },
      { kind: "hear", message: "controlError", shows: { id: 2 } },
      { kind: "send", message: { method: "SUBSCRIBE", params: "btcusdt@trade", id: 3 }, bad: true },
      { kind: "hear", message: "controlError", shows: { id: 3 } },
      { kind: "send", message: "SUBSCRIBE btcusdt@trade", bad: true },
      { kind: "hear", message: "controlError", shows: { id: null } },
      ...close,
    ],
  },
];

function send(method: string, id: number, params?: readonly string[]): StreamAct {
  return { kind: "send", message: { method, ...(params !== undefined && { params }), id } };
}

function follows(id: string, message: string, summary: string, count: number): StreamScenario {
  return {
    id: `${id}.default`,
    summary,
    acts: [
      { kind: "follow", streams: [named(id)] },
      market,
      { kind: "hear", message, count },
      ...close,
    ],
  };
}
