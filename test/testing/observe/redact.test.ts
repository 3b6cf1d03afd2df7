/** Observed events without secrets, wherever they are. */

import { expect, test } from "vitest";

import { readAsyncApi } from "../../../testing/documents/asyncapi.ts";
import { checkMessage } from "../../../testing/documents/check-response.ts";
import { loadDocuments } from "../../../testing/documents/load.node.ts";
import { redactEvents } from "../../../testing/observe/redact.ts";
import type { Call, WireEvent } from "../../../testing/recordings/conversation.ts";

const streams = readAsyncApi((await loadDocuments()).asyncapi);
const key = "listenKeyOfTheAccount1";

/** Redacts events and writes them as text. */
function shown(...events: readonly WireEvent[]): string {
  const observed = events.map((event) => ({ event, place: "", conversation: "", timed: true }));
  return JSON.stringify(redactEvents(observed), (_name, value: unknown) =>
    value instanceof Map ? [...value] : value,
  );
}

function callOf(request: Partial<Call["request"]>, text = "{}"): WireEvent {
  const sent = { method: "GET", path: "/api/v1/time", query: [], form: [], text: "", ...request };
  const call = { request: { headers: new Map(), ...sent }, response: { status: 200, text } };
  return {
    at: 0,
    kind: "calls",
    call: { ...call, response: { ...call.response, headers: new Map() } },
  };
}

/** Messages that alone say which stream is a key. */
const named: readonly (readonly [place: string, event: WireEvent])[] = [
  ["the address of a connection", { at: 0, kind: "opens", url: `wss://x/ws/${key}` }],
  ["a wrapped message", { at: 0, kind: "receives", text: `{"stream":"${key}","data":{}}` }],
  ["a subscription", { at: 0, kind: "sends", text: `{"method":"SUBSCRIBE","params":["${key}"]}` }],
  ["a list of subscriptions", { at: 0, kind: "receives", text: `{"result":["${key}"],"id":1}` }],
];

test.each(named)("the key in %s is replaced", (_place, event) => {
  expect(shown(event)).not.toContain(key);
  expect(shown(event)).toContain("redactedListenKey");
});

test("a key of eight characters is replaced, names of streams and placeholders are kept", () => {
  const url = "wss://x/stream?streams=eightKey/short/btcusdt@trade/redactedKey2";
  expect(shown({ at: 0, kind: "opens", url })).toContain(
    "redactedListenKey/short/btcusdt@trade/redactedKey2",
  );
});

test.each<readonly [place: string, event: WireEvent]>([
  [
    "the reason of a close",
    { at: 0, kind: "ends", end: { by: "exchange", code: 1008, reason: key } },
  ],
  ["a path", callOf({ path: `/api/v1/${key}` })],
  ["a name of a field", callOf({ query: [[key, "1"]] })],
  ["a form", callOf({ form: [["note", key]] })],
  ["a body", callOf({ text: `so ${key}` })],
  ["a header", callOf({ headers: new Map([["x-note", key]]) })],
  ["a response", callOf({}, `so ${key}`)],
])("a secret in %s is replaced", (_place, event) => {
  expect(shown(callOf({}, `{"listenKey":"${key}"}`), event)).not.toContain(key);
});

test.each([
  ["ab".repeat(32), "0".repeat(64)],
  ["redactedSignature", "0".repeat(64)],
  ["AB".repeat(32), "redactedSignature"],
  [`${"ab".repeat(32)}c`, "redactedSignature"],
  ["not redacted", "redactedSignature"],
])("the signature %s becomes %s in query and form", (signature, want) => {
  const pairs = [["signature", signature]] as const;
  for (const event of [callOf({ query: pairs }), callOf({ form: pairs })]) {
    expect(shown(event)).toContain(JSON.stringify(["signature", want]));
  }
});

test.each([
  ["k".repeat(32), false],
  ["k".repeat(31), true],
])("a finding that could hold a key does not show the message: %s", (text, isShown) => {
  const message = { sender: "client", stream: undefined, content: { method: text } } as const;
  const [fault] = checkMessage(streams, message).issues;
  expect([fault?.kind, JSON.stringify(fault)?.includes(text)]).toEqual(["message", isShown]);
});
