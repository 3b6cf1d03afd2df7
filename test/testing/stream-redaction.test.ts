/** No secret of a session reaches its recording, in whatever form and place it was said. */

import { expect, test } from "vitest";

import type { Conversation } from "../../testing/recordings/conversation.ts";
import { findFaults } from "../../testing/recordings/recorder.ts";
import { keyHeader } from "../../testing/recordings/recording.ts";
import { createRedactor } from "../../testing/recordings/redactor.ts";
import { recordStreams } from "../../testing/recordings/session-recorder.ts";
import type { Happening } from "../../testing/suite/stream-log.ts";

const canary = "CANARY/7f3+secret-of~the.account=9Zq";
const key = "canaryKey0123456789abcdefABCDEF";
const listenKey = "canaryListenKey4f9a8b7c6d5e";
const hex = (text: string): string => Buffer.from(text).toString("hex");

const encodings: readonly (readonly [name: string, encode: (text: string) => string])[] = [
  ["raw", (text) => text],
  ["percent", (text) => encodeURIComponent(text)],
  ["base64", (text) => btoa(text)],
  ["base64 at offset 1", (text) => btoa(`x${text}yz`)],
  ["hex", hex],
  ["JSON escapes", (text) => JSON.stringify(text).slice(1, -1)],
  [
    "unicode escapes",
    (text) =>
      [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  ],
];

type Planted = readonly Happening[];

const opens: Happening = { at: 0, kind: "opens", url: "ws://x/stream?streams=btcusdt@trade" };
const receives = (text: string): Happening => ({ at: 1, kind: "receives", text });
const sends = (text: string): Happening => ({ at: 1, kind: "sends", text });

/** Halves of a text, cut where it hurts. */
function halves(text: string): readonly [string, string] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

const places: readonly (readonly [name: string, plant: (text: string) => Planted])[] = [
  ["path", (text) => [{ ...opens, url: `ws://x/ws/${text}` } as Happening]],
  ["query", (text) => [{ ...opens, url: `ws://x/stream?streams=a/${text}` } as Happening]],
  ["text of the exchange", (text) => [opens, receives(`so ${text} it is`)]],
  ["text of the client", (text) => [opens, sends(`so ${text} it is`)]],
  ["JSON value", (text) => [opens, receives(JSON.stringify({ deep: [{ note: `<${text}>` }] }))]],
  ["JSON key", (text) => [opens, receives(JSON.stringify({ [text]: 1 }))]],
  ["list of texts", (text) => [opens, sends(JSON.stringify({ params: [text] }))]],
  [
    "words of the end",
    (text) => [opens, { at: 2, kind: "ends", end: { by: "exchange", code: 1008, reason: text } }],
  ],
  ["answer of a call", (text) => [opens, calls({ note: text })]],
  [
    "two messages",
    (text) => {
      const [one, other] = halves(text);
      return [
        opens,
        receives("before"),
        receives(`so ${one}`),
        receives(`${other} it is`),
        receives("after"),
      ];
    },
  ],
  [
    "two messages with one of the client between",
    (text) => {
      const [one, other] = halves(text);
      return [opens, receives(one), sends("between"), receives(other)];
    },
  ],
  [
    "JSON values of three messages",
    (text) => {
      const [one, rest] = halves(text);
      const [two, three] = halves(rest);
      return [opens, ...[one, two, three].map((note) => sends(JSON.stringify({ note })))];
    },
  ],
  [
    "single letters",
    (text) => [opens, ...[...text].map((letter) => receives(JSON.stringify({ letter })))],
  ],
];

for (const [place, plant] of places) {
  for (const [name, encode] of encodings) {
    test(`a secret as ${name} in ${place} does not reach the file`, () => {
      for (const secret of [canary, key]) {
        const texts = record(plant(encode(secret)));
        const shown = decodeAll(texts);
        expect(shown).not.toContain(secret);
        expect(shown).not.toContain(encode(secret));
      }
    });
  }
}

test("a listen key is found by its name, wherever it is told first", () => {
  const url = `ws://x/stream?streams=${listenKey}`;
  const expired = { e: "listenKeyExpired", E: 1, listenKey };
  const text = record([
    calls({ listenKey }),
    { at: 1, kind: "opens", url },
    receives(JSON.stringify({ stream: listenKey, data: expired })),
    sends(JSON.stringify({ method: "UNSUBSCRIBE", params: [listenKey], id: 1 })),
  ]);
  expect(text).not.toContain(listenKey);
  expect(text.match(/redactedListenKey/g)?.length).toBe(5);
});

test("what is said beside a secret stays", () => {
  const text = record([
    opens,
    receives('{"a":1}'),
    receives(`so ${canary}`),
    receives('{"b":[2]}'),
  ]);
  expect(text).toContain("a: 1");
  expect(text).toContain("so redactedSecret");
  expect(text).toContain("- 2");
});

test("more than one connection, or none, is no recording", () => {
  expect(() => record([opens, opens])).toThrow("it opens 2 connections, not one");
  expect(() => record([receives("x")])).toThrow("it opens 0 connections, not one");
});

test("a secret in a recording's name is told without it", () => {
  const take = { name: `trade.${key}`, summary: "", happenings: [opens] };
  let message = "";
  try {
    recordStreams([take], { apiKey: key, apiSecret: canary });
  } catch (error) {
    message = String(error);
  }
  expect(message).toContain("holds a secret: rename it");
  expect(message).not.toContain(key);
});

function record(happenings: Planted): string {
  const take = { name: "trade.canary", summary: "", happenings };
  const files = recordStreams([take], { apiKey: key, apiSecret: canary });
  const secrets = [
    { value: canary, placeholder: "a" },
    { value: key, placeholder: "b" },
  ];
  const redactor = createRedactor(secrets);
  expect(files.flatMap((file) => findFaults(file, redactor))).toEqual([]);
  return files.map(({ text }) => text).join("");
}

/** The messages of a file one behind the other, as somebody would who looks for what was split. */
function decodeAll(text: string): string {
  const letters = [...text.matchAll(/(?:letter|note|receives|sends): (.*)/g)].map(
    ([, said]) => said,
  );
  return `${text}\n${letters.join("")}`;
}

function calls(answer: object): Happening {
  const conversation: Conversation = {
    request: {
      method: "POST",
      path: "/api/v1/listenKey",
      query: [],
      form: [],
      text: "",
      headers: new Map([[keyHeader.toLowerCase(), key]]),
    },
    answer: { status: 200, headers: new Map(), text: JSON.stringify(answer) },
  };
  return { at: 0, kind: "calls", conversation };
}
