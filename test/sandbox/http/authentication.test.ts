import { expect, test } from "vitest";

import { signing } from "../../../generated/signing.ts";
import {
  codeOf,
  foreignClient,
  limitBuy,
  messageOf,
  type Signing,
} from "../support/foreign-client.ts";

const { windowMsMax } = signing;
const client = foreignClient();
const { alice, bob } = client;
const account = "/api/v1/account";
const symbol = "BTCUSDT";
const minute = () => client.sandbox.clock?.advance(60_000);

/** Milliseconds that the timestamp is ahead of the server, the window sent, the code wanted. */
const timing: readonly (readonly [aheadMs: number, window: string | undefined, code: number])[] = [
  [0, undefined, 0],
  [999, undefined, 0],
  [1000, undefined, -1021],
  [1001, undefined, -1021],
  [-4999, undefined, 0],
  [-5000, undefined, 0],
  [-5001, undefined, -1021],
  [0, "1", 0],
  [-1, "1", 0],
  [-2, "1", -1021],
  [0, "0", 0],
  [-1, "0", -1021],
  [1 - windowMsMax, `${windowMsMax}`, 0],
  [-windowMsMax, `${windowMsMax}`, 0],
  [-1 - windowMsMax, `${windowMsMax}`, -1021],
  [999, `${windowMsMax}`, 0],
  [1000, `${windowMsMax}`, -1021],
  [0, `${windowMsMax + 1}`, -1131],
];

test.each(timing)("%i ms ahead with a window of %s gets %i", async (ahead, window, code) => {
  client.sandbox.clock?.advance(windowMsMax);
  const query = { recvWindow: window, timestamp: client.now() + ahead };
  const answer = await client.signed({ path: account, query });
  expect(codeOf(answer)).toBe(code);
  expect(answer.status).toBe(code === 0 ? 200 : 400);
  const side = ahead > 0 ? "ahead of" : "behind";
  const outside = `outside of the recvWindow, ${side} the server`;
  if (code === -1021) expect(messageOf(answer)).toContain(outside);
});

const keys: readonly (readonly [string, Signing, number, number])[] = [
  ["no key", { apiKey: undefined }, 401, -2015],
  ["an empty key", { apiKey: "" }, 401, -2015],
  ["a key nobody has", { apiKey: "sandbox-key-of-eve" }, 401, -2015],
  ["a key in another letter case", { apiKey: alice.apiKey.toUpperCase() }, 401, -2015],
  ["a name that every object has", { apiKey: "__proto__" }, 401, -2015],
  ["the secret of somebody else", { apiSecret: bob.apiSecret }, 400, -1022],
  ["somebody else's key and secret", bob, 200, 0],
];

test.each(keys)("%s", async (_, signing, status, code) => {
  const answer = await client.fresh({ path: account }, signing);
  expect([answer.status, codeOf(answer)]).toEqual([status, code]);
});

const signatures: readonly (readonly [string, Signing["spoil"], number])[] = [
  ["as it is", (text) => text, 0],
  ["with space around it", (text) => `%20${text}%09`, 0],
  ["in upper case", (text) => text.toUpperCase(), -1022],
  ["one digit short", (text) => text.slice(1), -1022],
  ["one digit long", (text) => `${text}0`, -1022],
  ["with one bit of its first digit changed", (text) => flip(text, 0), -1022],
  ["with one bit of its last digit changed", (text) => flip(text, text.length - 1), -1022],
  ["without hexadecimal digits", (text) => text.replaceAll(/./g, "z"), -1022],
  ["empty", () => "", -1022],
  ["not there", () => undefined, -1102],
  ["sent twice", (text) => `${text}&signature=${text}`, -1101],
];

test.each(signatures)("a signature %s", async (_, spoil, code) => {
  const answer = await client.fresh({ path: account }, spoil === undefined ? {} : { spoil });
  expect(codeOf(answer)).toBe(code);
});

test.each(["-1", "0", "8640000000000001", `${2n ** 63n - 1n}`, `${-(2n ** 63n)}`])(
  "the timestamp %s is outside of the window",
  async (timestamp) => {
    const answer = await client.signed({ path: account, query: { timestamp } });
    expect([answer.status, codeOf(answer)]).toEqual([400, -1021]);
  },
);

test("timestamp missing or not a number is named", async () => {
  const missing = await client.signed({ path: account, query: { recvWindow: 5000 } });
  expect(codeOf(missing)).toBe(-1102);
  expect(messageOf(missing)).toContain("timestamp");
  for (const text of ["now", "1.5", "1e3", "0x10", "", `${2n ** 63n}`]) {
    const answer = await client.signed({ path: account, query: { timestamp: text } });
    expect([-1100, -1102, -1105], text).toContain(codeOf(answer));
    expect(messageOf(answer)).toContain("timestamp");
  }
});

/** One bad field of a placement, and the code that it brings when the signature is right. */
const badFields: readonly (readonly [name: string, value: string, code: number])[] = [
  ["price", "abc", -1100],
  ["price", "", -1105],
  ["side", "HOLD", -1117],
  ["newClientOrderId", "", -1118],
  ["newClientOrderId", "größe & 🚀", -1100],
  ["Symbol", "BTCUSDT", -1103],
  ["symbol", "BTCUSDT", -1101],
  ["recvWindow", `${windowMsMax + 1}`, -1131],
];

test.each(badFields)("%s of %j counts for a valid signature alone", async (name, value, code) => {
  minute();
  const kept = Object.entries(limitBuy).filter(([other]) => name === "symbol" || other !== name);
  const query = [...kept, [name, value] as const];
  const sent = { method: "POST", path: "/api/v1/order", query };
  expect(codeOf(await client.fresh(sent))).toBe(code);
  expect(codeOf(await client.fresh(sent, { apiSecret: bob.apiSecret }))).toBe(-1022);
});

test.each(["%zz", "%", "gr%F6%DFe", "%C0%AF", "%ED%A0%80"])(
  "a value of %s is not UTF-8, so nobody can have signed it",
  async (written) => {
    minute();
    const query = { symbol, origClientOrderId: written };
    const answer = await client.ask("GET order", query, { encode: (value) => value });
    expect([answer.status, codeOf(answer)]).toEqual([400, -1022]);
    expect(messageOf(answer)).toContain("origClientOrderId");
  },
);

test("a signature of the readable fields does not cover one that nobody can read", async () => {
  minute();
  // The value of the timestamp is signed, and the rest of the text is not.
  const encode = (value: string): string => `${value}&fromId=%zz`;
  expect(codeOf(await client.fresh({ path: account }, { encode }))).toBe(-1022);
});

/** Texts whose plain form is signed, whatever the encoding they travel in. */
const texts = [
  "plain-Text_1.0~",
  "two words and more",
  "a&b=c#d?e/f%g+h",
  "%41 stays %41",
  "\"quoted\" 'text' \\",
  "größe, señor, 東京, ไทย, 🚀",
  "e\u0301 is not \u00e9",
  "x".repeat(2000),
  "  space around is trimmed \t",
];

const encodings: readonly (readonly [string, (value: string) => string])[] = [
  ["percent", encodeURIComponent],
  [
    "percent in lower case",
    (text) => encodeURIComponent(text).replace(/%../g, (c) => c.toLowerCase()),
  ],
  ["form, with plus for space", (text) => new URLSearchParams({ "": text }).toString().slice(1)],
  ["percent for every byte", (text) => Buffer.from(text).toString("hex").replace(/../g, "%$&")],
];

test.each(encodings)("values in the encoding %s are signed as they are", async (_, encode) => {
  minute();
  for (const text of texts) {
    const answer = await client.ask("GET order", { symbol, origClientOrderId: text }, { encode });
    // No such order: the signature was right.
    expect(codeOf(answer), text).toBe(-2013);
  }
});

test("fields may be split between query and body anywhere, and so the signature", async () => {
  minute();
  const fields = Object.entries({ ...limitBuy, timestamp: String(client.now()) });
  for (let split = 0; split <= fields.length; split += 1) {
    const [query, body] = [fields.slice(0, split), fields.slice(split)];
    for (const place of ["query", "body", "queryStart"] as const) {
      const sent = { method: "POST", path: "/api/v1/order", query, body };
      const answer = await client.signed(sent, { place });
      expect([answer.status, codeOf(answer)], `${split} in the query, ${place}`).toEqual([200, 0]);
    }
  }
});

function flip(text: string, at: number): string {
  const changed = (Number.parseInt(text[at] ?? "0", 16) ^ 1).toString(16);
  return `${text.slice(0, at)}${changed}${text.slice(at + 1)}`;
}
