import { signing } from "../../generated/signing.ts";
import { type ContractCall, symbol, unknownSymbol, withoutSymbol } from "./rows.ts";

const { windowMsMax } = signing;
const now = { from: "getTime.default", property: "serverTime" } as const;

/** Balances, own trades and fees; after the orders, so that there is data. */
export const accountScenarios: readonly ContractCall[] = [
  {
    id: "getAccount.default",
    after: ["placeOrder.default", "placeOrder.rests"],
    summary: "Commissions, permissions and balances",
  },
  {
    id: "getAccount.widestWindow",
    summary: "The maximum receive window",
    fields: { recvWindow: windowMsMax },
  },
  {
    id: "getAccount.clientRefusesWindow",
    summary: "The client refuses a receive window above the maximum",
    fields: { recvWindow: windowMsMax + 1 },
    expect: { kind: "rejected", field: "recvWindow" },
  },
  {
    id: "getAccount.windowOverMaximum",
    summary: "A receive window above the maximum",
    fields: { recvWindow: windowMsMax },
    change: { kind: "fields", set: { recvWindow: String(windowMsMax + 1) } },
    expect: { kind: "error", code: -1131 },
  },
  {
    id: "getAccountV2.default",
    after: ["placeOrder.default", "placeOrder.rests"],
    summary: "Balances",
  },
  {
    id: "getTradeFees.default",
    summary: "Own commission rates on one symbol",
    fields: { symbol },
    expect: { kind: "success", atMost: 1 },
  },
  { id: "getTradeFees.allSymbols", summary: "Own commission rates on all symbols" },
  unknownSymbol("getTradeFees", "Own commission rates on a symbol that is not listed"),
  {
    id: "getUserTrades.default",
    after: ["placeOrder.default", "placeOrder.marketSell"],
    summary: "Own trades on one symbol",
    fields: { symbol },
    expect: { kind: "success", atMost: 500 },
  },
  {
    id: "getUserTrades.limit",
    after: ["placeOrder.default", "placeOrder.marketSell"],
    summary: "The most recent own trade",
    fields: { symbol, limit: 1 },
    expect: { kind: "success", atMost: 1 },
  },
  {
    id: "getUserTrades.ofOrder",
    summary: "The trades of one order",
    fields: { symbol, orderId: { from: "placeOrder.default", property: "orderId" } },
  },
  {
    id: "getUserTrades.fromId",
    summary: "Own trades from an id on",
    fields: { symbol, fromId: { from: "getUserTrades.limit", property: "0.id" }, limit: 10 },
    expect: { kind: "success", atMost: 10 },
  },
  {
    id: "getUserTrades.between",
    after: ["placeOrder.default", "placeOrder.marketSell"],
    summary: "Own trades between two times",
    fields: {
      symbol,
      startTime: { ...now, plus: -3_600_000 },
      endTime: { ...now, plus: 3_600_000 },
    },
  },
  withoutSymbol("getUserTrades", "Own trades without the required symbol"),
];
