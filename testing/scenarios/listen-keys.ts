import type { ContractCall } from "./rows.ts";

const listenKey = { from: "createListenKey.default", property: "listenKey" } as const;
/** Named like a placeholder, so that nobody takes it for a real key. */
const unknown = "redactedListenKeyOfNobody";

/** The life of a listen key; last, as closing it ends the account's streams. */
export const listenKeyScenarios: readonly ContractCall[] = [
  { id: "createListenKey.default", summary: "Creating a listen key" },
  {
    id: "createListenKey.withoutKey",
    summary: "Creating a listen key without an API key",
    change: { kind: "key", value: "absent" },
    expect: { kind: "error", code: -2015 },
  },
  {
    id: "keepAliveListenKey.default",
    summary: "Keeping a listen key alive",
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
    summary: "Keeping a listen key alive without an API key",
    fields: { listenKey: unknown },
    change: { kind: "key", value: "absent" },
    expect: { kind: "error", code: -2015 },
  },
  {
    id: "keepAliveListenKey.unknownKey",
    summary: "Keeping an unknown listen key alive",
    fields: { listenKey: unknown },
    expect: { kind: "error", code: -1125 },
  },
  {
    id: "keepAliveListenKey.withoutListenKey",
    summary: "A call without a required field",
    fields: { listenKey: unknown },
    change: { kind: "fields", drop: ["listenKey"] },
    expect: { kind: "error", code: -1102 },
  },
  { id: "closeListenKey.default", summary: "Closing a listen key", fields: { listenKey } },
  {
    id: "closeListenKey.alreadyClosed",
    after: ["closeListenKey.default"],
    summary: "Closing the same listen key again, with the field in the body",
    fields: { listenKey },
    sendIn: "body",
    expect: { kind: "error", code: -1125 },
  },
  {
    id: "closeListenKey.withoutKey",
    summary: "Closing a listen key without an API key",
    fields: { listenKey: unknown },
    change: { kind: "key", value: "absent" },
    expect: { kind: "error", code: -2015 },
  },
  {
    id: "closeListenKey.unknownKey",
    summary: "Closing an unknown listen key",
    fields: { listenKey: unknown },
    expect: { kind: "error", code: -1125 },
  },
];
