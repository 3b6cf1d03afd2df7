import type { SessionScenario, Step } from "../suite/scenario.ts";

const symbol = "BTCUSDT";
const limitBuy = { symbol, side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.001" };

/** A listen key is made, and the account's stream followed with it. */
const session: readonly Step[] = [
  { kind: "call", operation: "createListenKey", as: "session" },
  { kind: "subscribe", streams: [{ from: "session", property: "listenKey" }] },
];
const prices: Step = {
  kind: "call",
  operation: "getBookTicker",
  fields: { symbol },
  as: "prices",
};
const bid = { from: "prices", property: "bidPrice" } as const;
const ask = { from: "prices", property: "askPrice" } as const;
const hearReport = (shows: Readonly<Record<string, string>>): Step => {
  return { kind: "receive", message: "executionReport", shows };
};
const hearPosition: Step = { kind: "receive", message: "outboundAccountPosition" };
const close: Step = { kind: "close" };

/** What the owner of an account receives about orders and balances. */
export const userStreamScenarios: readonly SessionScenario[] = [
  {
    id: "userData.filled",
    summary: "An order that is filled at once",
    effect: "trades",
    steps: [
      ...session,
      prices,
      place({ ...limitBuy, price: ask, newClientOrderId: "contract-stream-take" }),
      hearReport({ c: "contract-stream-take", x: "NEW", X: "NEW" }),
      hearReport({ c: "contract-stream-take", x: "TRADE", X: "FILLED" }),
      hearPosition,
      close,
    ],
  },
  {
    id: "userData.canceled",
    summary: "An order that rests and is canceled",
    effect: "trades",
    steps: [
      ...session,
      prices,
      place({ ...limitBuy, price: bid, newClientOrderId: "contract-stream-rest" }),
      hearReport({ c: "contract-stream-rest", x: "NEW", X: "NEW" }),
      hearPosition,
      {
        kind: "call",
        operation: "cancelOrder",
        fields: {
          symbol,
          origClientOrderId: { from: "placed", property: "clientOrderId" },
          newClientOrderId: "contract-stream-cancel",
        },
      },
      hearReport({ c: "contract-stream-cancel", x: "CANCELED", X: "CANCELED" }),
      hearPosition,
      close,
    ],
  },
  {
    id: "userData.deposit",
    summary: "An amount that comes in from outside",
    effect: "session",
    steps: [
      ...session,
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
    summary: "A listen key that nobody keeps alive, on a stream without names",
    effect: "session",
    movesClock: true,
    steps: [
      { kind: "call", operation: "createListenKey", as: "session" },
      { kind: "connect", form: "raw", streams: [{ from: "session", property: "listenKey" }] },
      { kind: "advanceClock", ms: 3_600_000 },
      { kind: "receive", message: "listenKeyExpired" },
      close,
    ],
  },
];

function place(fields: Extract<Step, { kind: "call" }>["fields"] & object): Step {
  return { kind: "call", operation: "placeOrder", fields, as: "placed" };
}
