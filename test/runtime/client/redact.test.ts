import { inspect } from "node:util";

import fc from "fast-check";
import { expect, test } from "vitest";

import {
  createRedactor,
  isNotSent,
  reasonOf,
  redactedError,
  redactedHeaders,
  redactedLengthMax,
  redactorFor,
} from "../../../runtime/call/redact.ts";

const strictlyEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
const entities: Readonly<Record<string, string>> = {
  '"': "&quot;",
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
};
const inEntities = (text: string): string =>
  text.replace(/[^]/gu, (each) => `&#x${each.codePointAt(0)?.toString(16)};`);
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
  ["in base64 of percent-encoded text", btoa(`api?key=${strictlyEncoded(canary)}&a=1`)],
  ["in HTML", canary.replace(/["&<>]/g, (each) => entities[each] ?? "")],
  ["in decimal entities of HTML", canary.replace(/[^]/gu, (each) => `&#${each.codePointAt(0)};`)],
  ["in entities of HTML, percent-encoded", encodeURIComponent(inEntities(canary))],
];

for (const [name, form] of forms) {
  test(`hides a secret ${name}`, () => {
    const clean = createRedactor([canary])(`before ${form} after`);
    if (name === "as it is") expect(clean).toBe("before [redacted] after");
    else expect(clean).toMatch(/^(?:before )?\[redacted\](?: after)?$/);
  });
}

const reversed = (text: string): string => [...text].reverse().join("");
const inBase64 = (text: string): string => Buffer.from(text).toString("base64");
const inOctal = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
const inUnits = (text: string): string =>
  text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Short, so that only its own form gives it away; the second has few letters and digits. */
const shorts = ['k9\t?x>Zq~🔑"ab7', 'k\t?>~🔑"'];
const encodings = (short: string): readonly (readonly [name: string, form: string])[] => [
  ["in hexadecimal", Buffer.from(short).toString("hex")],
  ["reversed", reversed(short)],
  ["reversed in hexadecimal", reversed(Buffer.from(short).toString("hex"))],
  ["at the start of base64", inBase64(`${short}aaa`)],
  ["in base64 behind one byte", inBase64(`a${short}aaa`)],
  ["in base64 behind two bytes", inBase64(`aa${short}aaa`)],
  ["in base64 behind two bytes and at its end", inBase64(`aa${short}`)],
  ["in base64 for addresses", Buffer.from(short).toString("base64url")],
  ["reversed in base64", reversed(inBase64(short))],
  ["in units of JSON", inUnits(short)],
  ["in units of JSON, twice escaped", inUnits(short).replaceAll("\\", "\\\\")],
  ["percent-encoded twice", encodeURIComponent(encodeURIComponent(short))],
  ["in base64 of percent-encoded text", inBase64(`k=${strictlyEncoded(short)}`)],
  ["in entities of HTML", inEntities(short)],
  ["in upper-case entities, no end", inEntities(short).toUpperCase().replaceAll(";", "")],
  [
    "in spaced hexadecimal",
    Buffer.from(short)
      .toString("hex")
      .replace(/..(?=.)/g, "$& "),
  ],
  ["in a Buffer as Node prints it", inspect(Buffer.from(short))],
  [
    "in hexadecimal with colons",
    Buffer.from(short)
      .toString("hex")
      .replace(/..(?=.)/g, "$&:"),
  ],
  ["as an array in C", Buffer.from(short).toString("hex").replace(/../g, "0x$&, ")],
  ["in escapes of C", Buffer.from(short).toString("hex").replace(/../g, "\\x$&")],
  ["in octal escapes", inOctal(short)],
  ["in octal escapes of what is no letter", short.replace(/[^a-z0-9]/giu, inOctal)],
  ["in code points", short.replace(/[^]/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`)],
  ["in base64 of base64", inBase64(inBase64(short))],
  ["in base64 of base64 behind a byte", inBase64(`a${inBase64(`b${short}`)}`)],
  ["in hexadecimal of base64", Buffer.from(inBase64(short)).toString("hex")],
  ["in named entities", short.replace(/[?>~"]/g, "&quest;")],
  ["in lines", short.replace(/.{4}/gu, "$&\n")],
  ["in HTML", short.replace(/[">]/g, (each) => entities[each] ?? "")],
];
for (const short of shorts) {
  test.each(encodings(short))("hides a short secret %s", (_, form) => {
    expect(createRedactor([short])(`a ${form} b`)).toMatch(/^(?:a )?\[redacted\](?: b)?$/);
  });
}

test.each([
  ["abc", "an abc of it", "an abc of it"],
  ["abcd", "an abcd of it", "an [redacted] of it"],
  ["abcdefg", `an ${inBase64("abcdefg")} of it`, `an ${inBase64("abcdefg")} of it`],
  ["abcdefgh", `an ${inBase64("abcdefgh")} of it`, "[redacted]"],
  ["%61bcdefgh", "an abcdefgh of it", "[redacted]"],
])("a short text stands in too many places to be a secret: %s in %s", (secret, text, want) => {
  expect(createRedactor([secret])(text)).toBe(want);
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
  expect(redactorFor({})("the-key field-1")).toBe("the-key field-1");
});

test.each([
  [redactedLengthMax - 1, [], redactedLengthMax - 1],
  [redactedLengthMax, [], redactedLengthMax - 200],
  [redactedLengthMax * 2, ["a".repeat(13)], redactedLengthMax - 200],
  [redactedLengthMax * 2, ["abcd", "a".repeat(14)], redactedLengthMax - 210],
])("of a text of %d characters with the secrets %j, %d are shown", (length, secrets, shown) => {
  expect(createRedactor(secrets)("-".repeat(length))).toBe("-".repeat(shown));
});

test("headers of one name are all kept", () => {
  const headers = new Headers([
    ["set-cookie", "a=1"],
    ["set-cookie", `b=${canary.slice(0, 7)}`],
    ["x-more", "2"],
  ]);
  const clean = redactedHeaders(headers, createRedactor([canary.slice(0, 7)]));
  expect([...clean]).toEqual([
    ["set-cookie", "a=1"],
    ["set-cookie", "b=[redacted]"],
    ["x-more", "2"],
  ]);
});

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
    { config: { headers: { key: canary } } },
  );
  const copy = redactedError(error, createRedactor([canary]));
  expect(copy).toMatchObject({ name: "TypeError", cause: { code: "ECONNRESET" } });
  expect(Object.keys(copy)).not.toContain("config");
  const shown =
    inspect(copy, { depth: 10, showHidden: true }) + String(copy.stack) + JSON.stringify(copy);
  expect(shown).not.toMatch(/nary|x7x7/);
  expect(shown).toContain("ECONNRESET");
});

const keepAll = createRedactor([]);

test("a copy of an error is cut to a length that a log can hold", () => {
  const error = new Error("m".repeat(501));
  error.stack = "s".repeat(4001);
  const { name, message, stack, ...more } = redactedError(error, keepAll);
  expect([name, message, stack, more]).toEqual(["Error", "m".repeat(500), "s".repeat(4000), {}]);
  expect(redactedError(error, keepAll)).not.toHaveProperty("cause");
});

test("an error is cut after its secrets are out of it, so that no half of one is left", () => {
  const error = new Error("-".repeat(496) + canary);
  error.stack = "-".repeat(3996) + canary;
  const { message, stack } = redactedError(error, createRedactor([canary]));
  expect([message.slice(496), stack?.slice(3996)]).toEqual(["[red", "[red"]);
});

/** Errors as other programs make them. */
const odd: Readonly<Record<string, object>> = {
  "stack frames in place of their text": { stack: [{ line: 1 }] },
  "no stack": { stack: null },
  "a number for a name": { name: 5 },
  "an object for a message": { message: { text: canary } },
  "a number for a code": { code: 5 },
  "no list of errors": { errors: undefined },
};
for (const [name, facts] of Object.entries(odd)) {
  test(`an error with ${name} is read all the same`, () => {
    const error = Object.assign(new AggregateError([new Error("first")], "text"), facts);
    const texts = { name: "AggregateError", message: "text", stack: error.stack, ...facts };
    const wanted = Object.entries(texts).filter(([key]) => key in new Error());
    expect(redactedError(error, keepAll)).toMatchObject(
      Object.fromEntries(
        wanted.map(([key, value]) => [key, typeof value === "string" ? value : ""]),
      ),
    );
    const reason = "errors" in facts ? "text" : "first";
    expect([isNotSent(error), reasonOf(error)]).toEqual([false, reason]);
  });
}

test("an error whose properties throw is read all the same", () => {
  const broken = () => {
    throw new Error("no");
  };
  const error = new Error("text");
  for (const name of ["stack", "code", "cause"])
    Object.defineProperty(error, name, { get: broken });
  expect(redactedError(error, keepAll)).toMatchObject({ message: "text", stack: "" });
  expect([isNotSent(error), reasonOf(error)]).toEqual([false, "text"]);
  Object.defineProperty(error, "message", { get: broken });
  expect(reasonOf(error)).toBe("");
});

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
  ["a system call alone", chain({ syscall: "connect" }), true, "x"],
  ["a code behind another call", chain({ ...refused, syscall: "other" }), true, "ECONNREFUSED"],
  ["a read that failed", chain({ code: "ECONNRESET", syscall: "read" }), false, "ECONNRESET"],
  ["the cause", chain({}, refused), true, "ECONNREFUSED"],
  ["a closed dispatcher", chain({ code: "UND_ERR_CLOSED" }), true, "UND_ERR_CLOSED"],
  ["a code of its own before the cause", chain({ code: "OWN" }, refused), true, "OWN"],
  ["the fifth of a chain", chain(...plain, refused), true, "ECONNREFUSED"],
  ["the sixth of a chain", chain(...plain, {}, refused), false, "x"],
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
    "bad port",
  ],
  ["a query", new Error("GET http://a.test/b?k=v\nfailed"), false, "GET http://a.test/b"],
  ["a text", "ECONNREFUSED", false, "unknown reason"],
  ["nothing", undefined, false, "unknown reason"],
])("whether a request left, and why not, by %s", (_, error, notSent, reason) => {
  expect([isNotSent(error), reasonOf(error)]).toEqual([notSent, reason]);
});

test("five of a chain of causes are kept", () => {
  const messages: string[] = [];
  let each: unknown = redactedError(chain({}, {}, {}, {}, {}, {}, {}), keepAll);
  for (; each instanceof Error; each = each.cause) messages.push(each.message);
  expect(messages).toEqual(["x", "x", "x", "x", "x"]);
});

test("an endless chain of causes ends", () => {
  const error = new Error("loop");
  error.cause = error;
  expect([isNotSent(error), reasonOf(error)]).toEqual([false, "loop"]);
  expect(inspect(redactedError(error, createRedactor([])))).toContain("loop");
  expect(redactedError({ toString: () => canary }, createRedactor([])).message).toBe("a object");
});
