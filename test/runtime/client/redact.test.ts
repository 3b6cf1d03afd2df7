import { inspect } from "node:util";

import fc from "fast-check";
import { expect, test } from "vitest";

import {
  createRedactor,
  redactedError,
  redactedLengthMax,
} from "../../../runtime/client/redact.ts";

const canary = 'Ca+nary/ "ky€\\'.padEnd(32, "x7");
const bytes = Buffer.from(canary);
const forms: readonly (readonly [name: string, form: string])[] = [
  ["as it is", canary],
  ["percent-encoded", encodeURIComponent(canary)],
  [
    "percent-encoded in lower case",
    encodeURIComponent(canary).toLowerCase().replaceAll("ca%2bnary", "Ca%2bnary"),
  ],
  ["percent-encoded twice", encodeURIComponent(encodeURIComponent(canary))],
  ["every byte percent-encoded", bytes.toString("hex").replace(/../g, "%$&")],
  ["as a form field", new URLSearchParams({ a: canary }).toString().slice(2)],
  ["in JSON", JSON.stringify({ a: canary })],
  ["in JSON in JSON", JSON.stringify({ a: JSON.stringify({ b: canary }) })],
  ["in base64", bytes.toString("base64")],
  ["in base64url", bytes.toString("base64url")],
  ["in hexadecimal", bytes.toString("hex")],
  ["in upper-case hexadecimal", bytes.toString("hex").toUpperCase()],
];

for (const [name, form] of forms) {
  test(`hides a secret ${name}`, () => {
    const clean = createRedactor([canary])(`before ${form} after`);
    if (name === "as it is") expect(clean).toBe("before [redacted] after");
    else expect(clean).toMatch(/^(?:before )?\[redacted\](?: after)?$/);
  });
}

const hex = "0fd168b8ddb4876a0358a8d14d0c9f3da0e9b20c5d52b2a00fcf7d1c602f9a77";
const listenKey = "pqia91ma19a5s61cv6a81va65sdf19v8a65a1a5s61cv6a81va65sdf19v8a65a1";
const named: readonly string[] = [
  `https://a.test/api?symbol=A&signature=${hex}&timestamp=5`,
  `signature%3D${hex}`,
  `cut short: signature=${hex.slice(0, 40)}`,
  `{"signature":"${hex}"}`,
  `alone ${hex} here`,
  `listenKey=${listenKey}`,
  `{"listenKey":"${listenKey}"}`,
  `{\\"listenKey\\":\\"${listenKey}\\"}`,
  `{ listenKey: '${listenKey}' }`,
  `?streams=${listenKey}`,
  `X-MBX-APIKEY: ${listenKey}`,
  `{"x-mbx-apikey":"${listenKey}"}`,
  `[ "X-MBX-APIKEY", "${listenKey}" ]`,
  encodeURIComponent(`{"listenKey":"${listenKey}"}`),
];

for (const text of named) {
  test(`hides what is secret by its name: ${text.slice(0, 30)}`, () => {
    const clean = createRedactor([])(text);
    expect(clean).toContain("[redacted]");
    expect(clean).not.toContain(listenKey.slice(0, 8));
    expect(clean).not.toContain(hex.slice(0, 8));
  });
}

const innocent = [
  'placeOrder failed: symbol=LTCBTC&quantity=1, "msg":"Filter failure: PRICE_FILTER"',
  "Invalid API-key, IP, or permissions for action.",
  "Signature for this request is not valid.",
  "Mandatory parameter 'signature' was not sent, was empty/null, or malformed.",
  "Illegal characters found in parameter 'listenKey'; legal range is '^[a-zA-Z0-9]{1,60}$'.",
];

for (const text of innocent) {
  test(`leaves as it is: ${text}`, () => {
    expect(createRedactor([canary, undefined, "", "ab"])(text)).toBe(text);
  });
}

test("a secret that starts like another one does not leave its rest", () => {
  const clean = createRedactor(["abcdef", "abcdefghij"])("abcdefghij abcdef");
  expect(clean).toBe("[redacted] [redacted]");
});

test("half a secret at the end of a long text is not shown", () => {
  fc.assert(
    fc.property(fc.nat(100), fc.nat(3), (offset, doubles) => {
      const filler = "-".repeat(redactedLengthMax - offset - doubles * canary.length);
      const clean = createRedactor([canary])(canary.repeat(doubles) + filler + canary.repeat(10));
      expect(clean).not.toContain("Ca+");
    }),
  );
});

test("a foreign error keeps name, code and causes, and no secret and no other property", () => {
  const cause = Object.assign(new Error(`connect ${canary}`), { code: "ECONNRESET" });
  const error = Object.assign(
    new TypeError(`GET https://a.test/?k=${encodeURIComponent(canary)}`, { cause }),
    {
      config: { headers: { key: canary } },
    },
  );
  const copy = redactedError(error, createRedactor([canary]));
  expect(copy).toMatchObject({ name: "TypeError", cause: { code: "ECONNRESET" } });
  expect(Object.keys(copy)).not.toContain("config");
  const shown =
    inspect(copy, { depth: 10, showHidden: true }) + String(copy.stack) + JSON.stringify(copy);
  expect(shown).not.toMatch(/nary|x7x7/);
  expect(shown).toContain("ECONNRESET");
});

test("an endless chain of causes ends", () => {
  const error = new Error("loop");
  error.cause = error;
  expect(inspect(redactedError(error, createRedactor([])))).toContain("loop");
  expect(redactedError({ toString: () => canary }, createRedactor([])).message).toBe("a object");
});
