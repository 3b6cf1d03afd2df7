import { inspect } from "node:util";
import { runInNewContext } from "node:vm";

import fc from "fast-check";
import { expect, test } from "vitest";

import {
  createRedactor,
  isNotSent,
  reasonOf,
  redactedHeaders,
  redactedLengthMax,
  redactorFor,
  safeError,
} from "../../../runtime/call/redact.ts";
import { TradespecError } from "../../../runtime/errors.ts";

/** As exchanges issue keys, signatures and listen keys. */
const canary = "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A";
const bytes = Buffer.from(canary);
const hex = bytes.toString("hex");
const each = (write: (point: number) => string): string =>
  canary.replace(/[^]/g, (letter) => write(letter.charCodeAt(0)));

test.each([
  ["as it is", canary],
  ["cut short", canary.slice(0, 40)],
  ["in upper case", canary.toUpperCase()],
  ["reversed", [...canary].reverse().join("")],
  ["every byte percent-encoded", hex.replace(/../g, "%$&")],
  ["every byte percent-encoded twice", hex.replace(/../g, "%25$&")],
  ["in base64", bytes.toString("base64")],
  ["in base64 of base64", Buffer.from(bytes.toString("base64")).toString("base64")],
  ["in base64 behind text", btoa(`key:${canary}`)],
  ["in hexadecimal", hex],
  ["in spaced hexadecimal", hex.replace(/../g, "$& ")],
  ["as an array in C", hex.replace(/../g, "0x$&, ")],
  ["in hexadecimal with colons", hex.replace(/..(?=.)/g, "$&:")],
  ["in escapes of C", hex.replace(/../g, "\\x$&")],
  ["in octal escapes", each((point) => `\\${point.toString(8)}`)],
  ["in units of JSON", each((point) => `\\u${point.toString(16).padStart(4, "0")}`)],
  ["in code points", each((point) => `\\u{${point.toString(16)}}`)],
  ["in entities of HTML", each((point) => `&#x${point.toString(16)};`)],
  ["in decimal entities of HTML", each((point) => `&#${point};`)],
  ["in an address", `https://a.test/api?symbol=A&signature=${canary}&timestamp=5`],
  ["in JSON", JSON.stringify({ listenKey: canary })],
])("hides a secret that it does not know, %s", (_, form) => {
  expect(createRedactor([])(`before ${form} after`)).toMatch(
    /^before (https:\S+signature=|\{"listenKey":")?\[redacted\](==?5?|"\})? ?after$/,
  );
});

test.each([
  ["abc", "an abc of it", "an abc of it"],
  ["abcd", "an abcd of it", "an [redacted] of it"],
  ["A/b+c d.", "A/b+c d. a/B+C D. a%2fb%2bc%20d.", "[redacted] [redacted] [redacted]"],
  ["k€y\ud83d\ude00", "a k€y\ud83d\ude00", "a [redacted]"],
])("a known secret is hidden if it is not very short: %s in %s", (secret, text, want) => {
  expect(createRedactor([undefined, "", secret])(text)).toBe(want);
});

test("the secrets of a call are its credentials, its signature, and fields by their name", () => {
  const fields = {
    listenKey: "field-1",
    apiSecret: "field-2",
    X_SIGNATURE: "field-3",
    symbol: "BTC-ETH",
  };
  const redact = redactorFor(
    { apiKey: "the-key", apiSecret: "the-secret" },
    { request: { fields }, signature: "the-sign" },
  );
  expect(redact("the-key the-secret the-sign field-1 field-2 field-3 BTC-ETH")).toBe(
    `${"[redacted] ".repeat(6)}BTC-ETH`,
  );
});

test.each([
  [redactedLengthMax - 1, redactedLengthMax - 1],
  [redactedLengthMax, redactedLengthMax - 512],
  [redactedLengthMax * 2, redactedLengthMax - 512],
])("of a text of %d characters %d are shown", (length, shown) => {
  expect(createRedactor([])(". ".repeat(length).slice(0, length))).toHaveLength(shown);
});

test("headers of one name are all kept", () => {
  const headers = new Headers([
    ["set-cookie", "a=1"],
    ["set-cookie", "b=canary"],
    ["x-more", "2"],
  ]);
  const clean = redactedHeaders(headers, createRedactor(["canary"]));
  expect([...clean]).toEqual([
    ["set-cookie", "a=1"],
    ["set-cookie", "b=[redacted]"],
    ["x-more", "2"],
  ]);
});

const innocent = [
  'placeOrder failed: symbol=LTCBTC&quantity=1, "msg":"Filter failure: PRICE_FILTER"',
  "Invalid API-key, IP, or permissions for action.",
  "Signature for this request is not valid.",
  "Mandatory parameter 'signature' was not sent, was empty/null, or malformed.",
  "Illegal characters found in parameter 'listenKey'; legal range is '^[a-zA-Z0-9]{1,60}$'.",
  "<html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>",
  `order ${"aB-_".repeat(9)} at 0x61 62 63 of https://api.example.com:443/api/v1/exchangeInfo`,
];

for (const text of innocent) {
  test(`leaves as it is: ${text}`, () => {
    expect(createRedactor([canary])(text)).toBe(text);
  });
}

test("a secret that starts like another one does not leave its rest", () => {
  const clean = createRedactor(["abcdef", "abcdefghij"])("abcdefghij abcdef");
  expect(clean).toBe("[redacted] [redacted]");
});

test("half a secret at the end of a long text is not shown", () => {
  const secret = "a/b+c.d(e)".repeat(12);
  fc.assert(
    fc.property(fc.nat(200), (offset) => {
      const filler = ". ".repeat((redactedLengthMax - offset) / 2);
      expect(createRedactor([secret])(filler + secret.repeat(3))).not.toContain("a/b");
    }),
  );
});

test("of a foreign error class, code and address are kept, and of its causes", () => {
  const address = { address: "127.0.0.1", port: 9700, syscall: "connect" };
  const text = `connect ${canary}`;
  const cause = Object.assign(new Error(text), { code: "ECONNREFUSED", path: canary, ...address });
  const error = Object.assign(new TypeError(text, { cause }), { config: { key: canary } });
  const copy = safeError(error);
  expect(copy).toMatchObject({
    ...{ name: "TypeError", message: "" },
    cause: { name: "Error", code: "ECONNREFUSED", message: "ECONNREFUSED 127.0.0.1 9700" },
  });
  expect(Object.keys(copy)).toEqual(["name"]);
  const shown =
    inspect(copy, { depth: 10, showHidden: true }) + String(copy.stack) + JSON.stringify(copy);
  expect(shown).not.toContain(canary);
});

test("an error of ours is kept as it is, and what is no error by its type alone", () => {
  const own = new TradespecError("text");
  expect(safeError(own)).toBe(own);
  for (const thrown of [canary, undefined]) {
    expect(safeError(thrown).message).toBe(`a ${typeof thrown}`);
  }
  const thrown = { toString: () => canary, message: canary };
  expect(inspect(safeError(thrown))).not.toContain(canary);
});

/** Errors as other programs make them. */
const odd: Readonly<Record<string, object>> = {
  "a secret for its name": { name: canary },
  "a number for a name": { name: 5 },
  "a sentence for a code": { code: "GET it" },
  "an address that is none": { address: { host: canary }, port: canary },
  "properties that throw": Object.fromEntries(["code", "cause", "errors"].map((name) => [name, 0])),
};
for (const [name, facts] of Object.entries(odd)) {
  test(`an error with ${name} is read all the same`, () => {
    const error = new AggregateError([], "text");
    const isBroken = name.endsWith("throw");
    for (const [key, value] of Object.entries(facts)) {
      const get = () => {
        if (isBroken) throw new Error("no");
        return value;
      };
      Object.defineProperty(error, key, { get });
    }
    const copy = safeError(error);
    const known = "name" in facts ? "Error" : "AggregateError";
    expect([copy.name, copy.message, copy.cause]).toEqual([known, "", undefined]);
    expect([isNotSent(error), reasonOf(error)]).toEqual([false, known]);
  });
}

/** An error with these properties, and with the causes that the further ones describe. */
function chain(...[facts, ...causes]: readonly object[]): Error {
  const cause = causes.length === 0 ? undefined : chain(...causes);
  return Object.assign(new Error("x", cause && { cause }), facts);
}
const refused = { code: "ECONNREFUSED" };
const plain = [{}, {}, {}, {}];

test.each<[name: string, error: unknown, notSent: boolean, reason: string]>([
  ["a code", chain(refused), true, "ECONNREFUSED"],
  ["a failed look-up", chain({ syscall: "getaddrinfo", code: "ENODATA" }), true, "ENODATA"],
  ["a system call alone", chain({ syscall: "connect" }), true, "Error"],
  ["a code behind another call", chain({ ...refused, syscall: "other" }), true, "ECONNREFUSED"],
  ["a read that failed", chain({ code: "ECONNRESET", syscall: "read" }), false, "ECONNRESET"],
  ["the cause", chain({}, refused), true, "ECONNREFUSED"],
  ["a closed dispatcher", chain({ code: "UND_ERR_CLOSED" }), true, "UND_ERR_CLOSED"],
  ["a code of its own before the cause", chain({ code: "OWN" }, refused), true, "OWN"],
  ["the fifth of a chain", chain(...plain, refused), true, "ECONNREFUSED"],
  ["the sixth of a chain", chain(...plain, {}, refused), false, "Error"],
  ["the first of several", new AggregateError([chain(refused), 1]), true, "ECONNREFUSED"],
  [
    "the cause before the first of several",
    new AggregateError([chain(refused)], "x", { cause: chain({ code: "CAUSE" }) }),
    false,
    "CAUSE",
  ],
  [
    "a port that fetch never opens",
    new TypeError("fetch failed", { cause: new Error("bad port") }),
    true,
    "Error",
  ],
  ["Deno", new Error("error for url (http://a.test): client error (Connect): dns"), true, "Error"],
  ["a certificate", chain({ code: "CERT_HAS_EXPIRED" }), true, "CERT_HAS_EXPIRED"],
  ["its alert", chain({ code: "ERR_SSL_ALERT_CERT_X" }), false, "ERR_SSL_ALERT_CERT_X"],
  ["a class", new RangeError("GET http://a.test/b?k=v\nfailed"), false, "RangeError"],
  ["a text", "ECONNREFUSED", false, "Error"],
  ["Jest", runInNewContext("Object.assign(Error(), e)", { e: refused }), true, "ECONNREFUSED"],
  ["nothing", undefined, false, "Error"],
])("whether a request left, and why not, by %s", (_, error, notSent, reason) => {
  expect([isNotSent(error), reasonOf(error)]).toEqual([notSent, reason]);
});
