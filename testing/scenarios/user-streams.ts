import {
  type ContractStep,
  type ContractStreamScenario,
  type FieldsOf,
  limitBuy,
  symbol,
} from "./rows.ts";

/** Creates a listen key and subscribes to the account's stream. */
const withListenKey: readonly ContractStep[] = [
  { kind: "call", operation: "createListenKey", as: "key" },
  { kind: "subscribe", streams: [{ from: "key", property: "listenKey" }] },
];
const prices: ContractStep = {
  kind: "call",
  operation: "getBookTicker",
  fields: { symbol },
  as: "prices",
};
const bid = { from: "prices", property: "bidPrice" } as const;
const ask = { from: "prices", property: "askPrice" } as const;
const receiveReport = (shows: Readonly<Record<string, string>>): ContractStep => {
  return { kind: "receive", message: "executionReport", shows };
};
const receivePosition: ContractStep = { kind: "receive", message: "outboundAccountPosition" };
const close: ContractStep = { kind: "close" };

/** Messages about orders and balances to the owner of an account. */
export const userStreamScenarios: readonly ContractStreamScenario[] = [
  {
    id: "userData.filled",
    summary: "An order that is filled at once",
    steps: [
      ...withListenKey,
      prices,
      place({ ...limitBuy, price: ask, newClientOrderId: "contract-stream-take" }),
      receiveReport({ c: "contract-stream-take", x: "NEW", X: "NEW" }),
      receiveReport({ c: "contract-stream-take", x: "TRADE", X: "FILLED" }),
      receivePosition,
      close,
    ],
  },
  {
    id: "userData.canceled",
    summary: "An order that rests and is canceled",
    steps: [
      ...withListenKey,
      prices,
      place({ ...limitBuy, price: bid, newClientOrderId: "contract-stream-rest" }),
      receiveReport({ c: "contract-stream-rest", x: "NEW", X: "NEW" }),
      receivePosition,
      {
        kind: "call",
        operation: "cancelOrder",
        fields: {
          symbol,
          origClientOrderId: { from: "placed", property: "clientOrderId" },
          newClientOrderId: "contract-stream-cancel",
        },
      },
      receiveReport({ c: "contract-stream-cancel", x: "CANCELED", X: "CANCELED" }),
      receivePosition,
      close,
    ],
  },
  {
    id: "userData.deposit",
    summary: "A deposit",
    steps: [
      ...withListenKey,
      {
        kind: "admin",
        command: { command: "deposit", account: "alice", asset: "USDT", amount: "25" },
        required: true,
      },
      { kind: "receive", message: "balanceUpdate", shows: { a: "USDT", d: "25.00000000" } },
      close,
    ],
  },
  {
    id: "userData.expired",
    summary: "A listen key that expires, on a raw stream",
    movesClock: true,
    steps: [
      { kind: "call", operation: "createListenKey", as: "key" },
      { kind: "connect", form: "raw", streams: [{ from: "key", property: "listenKey" }] },
      { kind: "advanceClock", ms: 3_600_000 },
      { kind: "receive", message: "listenKeyExpired" },
      close,
    ],
  },
];

function place(fields: FieldsOf<"placeOrder">): ContractStep {
  return { kind: "call", operation: "placeOrder", fields, as: "placed" };
}
