import { type ContractCall, type Expected, symbol } from "./rows.ts";
import type { CallScenario } from "./scenario.ts";

const noOrder = { symbol, orderId: 999_999_999 } as const;
const order = {
  symbol,
  side: "BUY",
  type: "LIMIT",
  timeInForce: "FOK",
  quantity: "0.001",
  price: "40000",
  newClientOrderId: "contract-refused",
} as const;

const signed = { summary: "A signed request" } as const;

/** A valid call of each signed operation; the changes below make it invalid. */
const signedCalls: readonly ContractCall[] = [
  { ...signed, id: "getAccount.signed" },
  { ...signed, id: "getAccountV2.signed" },
  { ...signed, id: "getTradeFees.signed", fields: { symbol } },
  { ...signed, id: "getUserTrades.signed", fields: { symbol } },
  { ...signed, id: "getOrder.signed", fields: noOrder },
  { ...signed, id: "getOpenOrders.signed", fields: { symbol } },
  { ...signed, id: "getAllOrders.signed", fields: { symbol } },
  { ...signed, id: "placeOrder.signed", fields: order },
  { ...signed, id: "cancelOrder.signed", fields: noOrder },
];

interface Change extends Pick<CallScenario, "id" | "summary" | "change"> {
  readonly expect: Expected;
}

/** Changes, with the error code of each. */
const changes: readonly Change[] = [
  {
    id: "withoutKey",
    summary: "A signed request without the API key header",
    change: { kind: "key", value: "absent" },
    expect: { kind: "error", code: -2015 },
  },
  {
    id: "unknownKey",
    summary: "A signed request with an unknown API key",
    change: { kind: "key", value: "unknown" },
    expect: { kind: "error", code: -2015 },
  },
  {
    id: "wrongSignature",
    summary: "A wrong signature",
    change: { kind: "signature", value: "wrong" },
    expect: { kind: "error", code: -1022 },
  },
  {
    id: "withoutSignature",
    summary: "A signed operation without a signature",
    change: { kind: "signature", value: "absent" },
    expect: { kind: "error", code: -1102 },
  },
  {
    id: "staleTimestamp",
    summary: "A timestamp older than the receive window",
    change: { kind: "timestamp", offsetMs: -120_000 },
    expect: { kind: "error", code: -1021 },
  },
  {
    id: "earlyTimestamp",
    summary: "A timestamp far ahead of the exchange's clock",
    change: { kind: "timestamp", offsetMs: 120_000 },
    expect: { kind: "error", code: -1021 },
  },
];

/** The bounds of the timing rule on both sides, to the millisecond. */
const bounds: readonly (readonly [id: string, window: number, offsetMs: number, holds: boolean])[] =
  [
    ["oldestInTime", 3000, -3000, true],
    ["justTooOld", 3001, -3002, false],
    ["newestInTime", 3002, 999, true],
    ["justTooEarly", 3003, 1000, false],
  ];

/** Each signed operation with each change, and the bounds of the timing rule once. */
export const credentialScenarios: readonly CallScenario[] = [
  ...signedCalls.flatMap(({ id, fields }) =>
    changes.map(
      (change, index): CallScenario => ({
        ...change,
        id: id.replace("signed", change.id),
        fields: { ...fields, recvWindow: 4001 + index },
      }),
    ),
  ),
  ...bounds.map(
    ([id, recvWindow, offsetMs, holds]): ContractCall => ({
      id: `getAccount.${id}`,
      summary: `A timestamp ${offsetMs} ms from the exchange's clock, window ${recvWindow} ms`,
      fields: { recvWindow },
      change: { kind: "timestamp", offsetMs },
      expect: holds ? { kind: "success" } : { kind: "error", code: -1021 },
      sharedClock: true,
    }),
  ),
  {
    id: "getAccount.withoutTimestamp",
    summary: "A signed request without the required timestamp",
    fields: { recvWindow: 4100 },
    change: { kind: "fields", drop: ["timestamp"] },
    expect: { kind: "error", code: -1102 },
  },
];
