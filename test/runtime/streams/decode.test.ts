/** Decoding of messages, and the keys of events. */

import { expect, test } from "vitest";

import { connectionRules, streams } from "../../../generated/streams.ts";
import {
  decodeMessage,
  eventKey,
  eventOf,
  peekStream,
  streamOfEvent,
} from "../../../runtime/streams/decode.ts";
import type { StreamDescriptor } from "../../../runtime/streams/types.ts";

test("a message with a stream name is an event, with exact numbers", () => {
  const text = '{"stream":"btcusdt@trade","data":{"t":9007199254740993}}';
  const want = { kind: "event", stream: "btcusdt@trade", data: { t: 9007199254740993n } };
  for (const raw of [text, new TextEncoder().encode(text), Buffer.from(text)]) {
    expect(decodeMessage(raw, connectionRules)).toEqual({ ...want, raw });
  }
});

const nested = { within: "error", code: "code", message: "msg" };
const flat = { code: "c", message: "m" };
const long = "x".repeat(300);

const reply = (refusal?: string) => ({ kind: "reply", id: 3, refusal });
const invalid = (reason: string) => ({ kind: "invalid", reason });

/** Other messages than events, and what they are by the fields in which errors come. */
test.each([
  ['{"id":3}', nested, reply()],
  ['{"id":3,"error":{"code":2}}', nested, reply("code 2: undefined")],
  ['{"id":3,"error":null,"msg":"no"}', nested, reply("code undefined: no")],
  ['{"id":3,"error":"no"}', nested, reply()],
  ['{"id":3,"c":2,"m":"no"}', flat, reply("code 2: no")],
  ['{"id":3,"c":2,"m":"no"}', undefined, reply()],
  [`{"id":3,"c":2,"m":"${long}"}`, flat, reply(`code 2: ${long.slice(0, 200)}`)],
  ['{"id":"3","c":2,"m":"no"}', flat, reply("code 2: no")],
  ['{"id":"a","c":2,"m":"no"}', flat, invalid("code 2: no")],
  ['{"ping":1,"id":null}', flat, { ...invalid("it names no stream"), isNoEvent: true }],
  ['{"e":"new","s":"A"}', flat, invalid("it names no stream")],
  ['{"stream":1,"data":{}}', flat, invalid("it names no stream")],
  ["null", flat, invalid("it is not a JSON object")],
  ["{", flat, invalid("it is not JSON")],
])("the message %s by %j is %j", (message, refusals, want) => {
  expect(decodeMessage(message, { methods: {}, ...(refusals && { refusals }) })).toEqual(want);
});

test("an event is decoded once, and what is none has none", () => {
  const raw = '{"stream":"a","data":1}';
  const message = { kind: "event", stream: "a", data: undefined, raw } as const;
  expect(eventOf(message, connectionRules)).toBe(1);
  expect(eventOf({ ...message, data: 2 }, connectionRules)).toBe(2);
  expect(eventOf({ ...message, raw: "{" }, connectionRules)).toBeUndefined();
});

/** A stream with a message for events of type "a", and one for all others. */
const twoMessages: StreamDescriptor = {
  ...{ address: "x", parameters: [], access: "public", afterReconnect: "nothing" },
  messages: [
    {
      name: "a",
      eventType: "a",
      eventKeys: [{ fields: ["t"], unless: { field: "t", is: -1 } }, { fields: ["x", "y"] }],
    },
    { name: "b", eventKeys: [{ fields: ["u"] }] },
    { name: "c", eventType: "c" },
  ],
};

test.each([
  [{ e: "a", t: 5, x: 1, y: 2 }, "[5]"],
  [{ e: "a", t: -1, x: 1, y: 2 }, "[1,2]"],
  [{ e: "a", t: -1, x: 1 }, undefined],
  [{ e: "b", u: 7 }, "[7]"],
  [{ u: 7 }, "[7]"],
  [{ e: "a" }, undefined],
  [{ e: "c", u: 7 }, undefined],
  [null, undefined],
  [7, undefined],
])("the key of %j is %j", (event, key) => {
  expect(eventKey(twoMessages, event)).toBe(key);
  expect(eventKey({ ...twoMessages, messages: [] }, event)).toBeUndefined();
  expect(eventKey(undefined, event)).toBe(JSON.stringify(event));
});

const heads: readonly (readonly [text: string, name: string | undefined])[] = [
  ['{"stream":"btcusdt@trade","data":{}}', "btcusdt@trade"],
  ['{"stream":"","data":{}}', ""],
  ['{"data":{},"stream":"btcusdt@trade"}', undefined],
  ['{"stream":"b\\u0074c@trade","data":{}}', undefined],
  [`{"stream":"${"x".repeat(200)}","data":{}}`, undefined],
  [`{"stream":"${"x".repeat(149)}"`, undefined],
  [`{"stream":"${"x".repeat(148)}"`, "x".repeat(148)],
  ['{"Stream":"btc"}', undefined],
  ['{"stream":"btc', undefined],
  ["", undefined],
];

for (const [text, name] of heads) {
  test(`the stream at the head of ${text.slice(0, 40)} is ${name}`, () => {
    for (const message of [text, Buffer.from(text), new TextEncoder().encode(text)]) {
      expect(peekStream(message, connectionRules)).toBe(name);
    }
  });
}

test.each([
  ['{"e":"trade","s":"BTCUSDT","t":1}', "btcusdt@trade"],
  ['{"u":1,"s":"BTCUSDT","b":"1","a":"2"}', "btcusdt@bookTicker"],
  ['{"e":"bookTicker","s":"BTCUSDT","u":1}', "btcusdt@bookTicker"],
  ['{"e":"24hrTicker","s":"BTCUSDT"}', "btcusdt@ticker"],
  ['{"e":"executionReport","s":"BTCUSDT"}', "key"],
  ['{"e":"somethingNew"}', "key"],
  ['{"e":"trade","s":"ETHUSDT"}', "ethusdt@trade"],
  ['{"a":1}', undefined],
  ['{"code":2,"msg":"no","e":"trade","s":"BTCUSDT"}', undefined],
])("the event %s that names no stream is of %j", (text, stream) => {
  const kinds = ["trade", "bookTicker", "ticker"];
  const names = [...kinds.map((kind) => `btcusdt@${kind}`), "key"];
  const open = new Map(names.map((name) => [name, { stream: { name } }]));
  const decoded = decodeMessage(text, connectionRules, (event) =>
    streamOfEvent(event, streams, open),
  );
  const want = { kind: "event", stream, data: JSON.parse(text) as unknown, raw: text };
  if (stream === undefined) expect(decoded.kind).toBe("invalid");
  else expect(decoded).toEqual(want);
});
