/** Decoding of messages, and the keys of events. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { connectionRules, streams } from "../../../generated/streams.ts";
import { decodeMessage, eventKey, peekStream } from "../../../runtime/streams/decode.ts";

describe("the key of an event", () => {
  test("is the trade's id, whatever the other fields", () => {
    const one = { e: "trade", s: "BTCUSDT", t: 5, p: "1" };
    expect(eventKey(streams.trade, one)).toBe(eventKey(streams.trade, { ...one, E: 7 }));
    expect(eventKey(streams.trade, one)).not.toBe(eventKey(streams.trade, { ...one, t: 6 }));
  });

  test("is the whole event where the spec lacks the stream", () => {
    expect(eventKey(undefined, { a: 1 })).toBe(eventKey(undefined, { a: 1 }));
    expect(eventKey(undefined, { a: 1 })).not.toBe(eventKey(undefined, { a: 2 }));
  });

  test("is absent where a key field is missing", () => {
    expect(eventKey(streams.trade, { e: "trade", p: "1" })).toBeUndefined();
    expect(eventKey(streams.trade, "no object")).toBeUndefined();
  });

  test("differs for executions without a trade", () => {
    const one = { e: "executionReport", s: "A", i: 1, t: -1, x: "NEW", w: false, T: 9 };
    const other = { ...one, x: "CANCELED" };
    expect(eventKey(streams.userData, one)).not.toBe(eventKey(streams.userData, other));
  });
});

describe("a message", () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  test("with a stream name is an event, with exact numbers", () => {
    const text = '{"stream":"btcusdt@trade","data":{"t":9007199254740993}}';
    const want = { kind: "event", stream: "btcusdt@trade", data: { t: 9007199254740993n } };
    for (const raw of [text, bytes(text), Buffer.from(text)]) {
      expect(decodeMessage(raw, connectionRules)).toEqual({ ...want, raw });
    }
  });

  test("with an id is a reply, with or without a refusal", () => {
    expect(decodeMessage('{"result":null,"id":3}', connectionRules)).toMatchObject({ id: 3 });
    const refusal = { kind: "reply", id: 3, refusal: "code 2: no" };
    expect(
      decodeMessage('{"error":{"code":2,"msg":"no"},"id":3}', {
        ...connectionRules,
        methods: {},
      }),
    ).toEqual(refusal);
    expect(decodeMessage('{"code":2,"msg":"no","id":3}', connectionRules)).toEqual(refusal);
  });

  test("of any other form is invalid, and nothing throws", () => {
    const any = fc.oneof(fc.string(), fc.json(), fc.uint8Array());
    fc.assert(
      fc.property(any, (message) => {
        expect(["event", "reply", "invalid"]).toContain(
          decodeMessage(message, connectionRules).kind,
        );
      }),
    );
    for (const text of ["", "{", "null", "[]", "7", '{"a":1}', "﻿{}"]) {
      expect(decodeMessage(text, connectionRules).kind).toBe("invalid");
    }
    expect(decodeMessage(new Uint8Array([0xff, 0xfe]), connectionRules).kind).toBe("invalid");
  });
});

const heads: readonly (readonly [text: string, name: string | undefined])[] = [
  ['{"stream":"btcusdt@trade","data":{}}', "btcusdt@trade"],
  ['{"stream":"","data":{}}', ""],
  ['{"data":{},"stream":"btcusdt@trade"}', undefined],
  ['{"stream":"b\\u0074c@trade","data":{}}', undefined],
  [`{"stream":"${"x".repeat(200)}","data":{}}`, undefined],
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
