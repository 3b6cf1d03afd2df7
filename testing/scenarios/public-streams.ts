import type { StreamId } from "../../generated/streams.ts";
import {
  type ContractStep,
  type ContractStream,
  type ContractStreamScenario,
  symbol,
} from "./rows.ts";

const named = (id: StreamId): ContractStream => ({ id, symbol });

/** Makes trades happen: the sandbox's market maker; a real exchange always has some. */
const market: ContractStep = {
  kind: "admin",
  command: { command: "maker", on: true, everyMs: 1000 },
};
const close: readonly ContractStep[] = [
  { kind: "admin", command: { command: "maker", on: false } },
  { kind: "close" },
];

/** Messages of each public stream in both forms, and control messages. */
export const publicStreamScenarios: readonly ContractStreamScenario[] = [
  follows("depth", "depthUpdate", "Order book changes of one symbol", 3),
  follows("trade", "trade", "Trades of one symbol", 2),
  follows("bookTicker", "bookTicker", "Best bid and ask of one symbol", 2),
  follows("ticker", "ticker", "24-hour statistics, sent with each trade", 1),
  follows("miniTicker", "miniTicker", "24-hour statistics in short form", 1),
  {
    id: "depth.raw",
    summary: "One raw stream, without stream names in messages",
    steps: [
      { kind: "connect", form: "raw", streams: [named("depth")] },
      market,
      { kind: "receive", message: "depthUpdate", count: 2 },
      ...close,
    ],
  },
  {
    id: "trade.withOthers",
    summary: "Several streams of two symbols over one connection",
    steps: [
      {
        kind: "subscribe",
        streams: [named("trade"), { id: "trade", symbol: "ETHUSDT" }, named("bookTicker")],
      },
      market,
      { kind: "receive", message: "trade", count: 2 },
      { kind: "receive", message: "bookTicker" },
      ...close,
    ],
  },
  {
    id: "control.changes",
    summary: "Streams subscribed, listed and unsubscribed on an open connection",
    steps: [
      { kind: "connect", form: "combined", streams: [named("trade")] },
      send("SUBSCRIBE", 1, ["btcusdt@bookTicker"]),
      { kind: "receive", message: "controlReply", shows: { result: null, id: 1 } },
      market,
      { kind: "receive", message: "bookTicker" },
      send("LIST_SUBSCRIPTIONS", 2),
      {
        kind: "receive",
        message: "controlReply",
        shows: { result: ["btcusdt@trade", "btcusdt@bookTicker"], id: 2 },
      },
      send("UNSUBSCRIBE", 3, ["btcusdt@bookTicker"]),
      { kind: "receive", message: "controlReply", shows: { result: null, id: 3 } },
      { kind: "receive", message: "trade" },
      ...close,
    ],
  },
  {
    id: "control.refused",
    summary: "Control messages that are refused",
    steps: [
      { kind: "connect", form: "combined", streams: [named("miniTicker")] },
      send("SUBSCRIBE", 1, ["nosuchpair@trade"]),
      { kind: "receive", message: "controlError", shows: { id: 1 } },
      {
        kind: "send",
        message: { method: "FOLLOW", params: ["btcusdt@trade"], id: 2 },
        invalid: true,
      },
      { kind: "receive", message: "controlError", shows: { id: 2 } },
      {
        kind: "send",
        message: { method: "SUBSCRIBE", params: "btcusdt@trade", id: 3 },
        invalid: true,
      },
      { kind: "receive", message: "controlError", shows: { id: 3 } },
      { kind: "send", message: "SUBSCRIBE btcusdt@trade", invalid: true },
      { kind: "receive", message: "controlError", shows: { id: null } },
      ...close,
    ],
  },
];

function send(method: string, id: number, params?: readonly string[]): ContractStep {
  return { kind: "send", message: { method, ...(params !== undefined && { params }), id } };
}

function follows(
  id: StreamId,
  message: string,
  summary: string,
  count: number,
): ContractStreamScenario {
  return {
    id: `${id}.default`,
    summary,
    steps: [
      { kind: "subscribe", streams: [named(id)] },
      market,
      { kind: "receive", message, count },
      ...close,
    ],
  };
}
