import type { ContractCall } from "./rows.ts";

const listenKey = { from: "createListenKey.default", property: "listenKey" } as const;
/** Named like a placeholder, so that nobody takes it for a real key. */
const unknown = "redactedListenKeyOfNobody";

/** The life of a listen key; last, as closing it ends the account's streams. */
export const listenKeyScenarios: readonly ContractCall[] = [
  {
    id: "createListenKey.default",
    summary: "A new listen key",
  },
  {
    id: "createListenKey.withoutKey",
    summary: "A listen key without an API key",
    change: { kind: "key", value: "absent" },
    expect: { kind: "error", code: -2015 },
  },
  {
    id: "keepAliveListenKey.default",
    summary: "A listen key that stays valid for longer",
    fields: { listenKey },
  },
  {
    id: "keepAliveListenKey.inBody",
    summary: "The same with the field in the body",
    fields: { listenKey },
    sendIn: "body",
  },
  {
    id: "keepAliveListenKey.withoutKey",
    summary: "A listen key kept alive without an API key",
    fields: { listenKey: unknown },
    change: { kind: "key", value: "absent" },
    expect: { kind: "error", code: -2015 },
  },
  {
    id: "keepAliveListenKey.unknownKey",
    summary: "A listen key that nobody has",
    fields: { listenKey: unknown },
    expect: { kind: "error", code: -1125 },
  },
  {
    id: "keepAliveListenKey.withoutListenKey",
    summary: "The operation without the field that it needs",
    fields: { listenKey: unknown },
    change: { kind: "fields", drop: ["listenKey"] },
    expect: { kind: "error", code: -1102 },
  },
  {
    id: "closeListenKey.default",
    summary: "A listen key that ends",
    fields: { listenKey },
  },
  {
    id: "closeListenKey.alreadyClosed",
    after: ["closeListenKey.default"],
    summary: "Ending the same listen key again, with the field in the body",
    fields: { listenKey },
    sendIn: "body",
    expect: { kind: "error", code: -1125 },
  },
  {
    id: "closeListenKey.withoutKey",
    summary: "A listen key ended without an API key",
    fields: { listenKey: unknown },
    change: { kind: "key", value: "absent" },
    expect: { kind: "error", code: -2015 },
  },
  {
    id: "closeListenKey.unknownKey",
    summary: "Ending a listen key that nobody has",
    fields: { listenKey: unknown },
    expect: { kind: "error", code: -1125 },
  },
];
