import fc from "fast-check";
import { expect, test } from "vitest";

import {
  encodeJson,
  JsonError,
  NumberText,
  parseJson,
  withDigits,
} from "../../../runtime/encoding/json.ts";
import { areRunsFew, runsFrom } from "../../support/runs.ts";
import { anyText } from "../../support/text.ts";

const rows: readonly (readonly [text: string, want: unknown])[] = [
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["9007199254740993", 9007199254740993n],
  ["-9007199254740993", -9007199254740993n],
  ["9223372036854775807", 9223372036854775807n],
  ["9007199254740993.0", 9007199254740993n],
  ["9007199254740993.5", 9007199254740994],
  ["1E+1", 10],
  ["8.0", 8],
  ["1e20", 1e20],
  ["-0", -0],
  ['{"orderId":9007199254740993,"id":5}', { orderId: 9007199254740993n, id: 5 }],
  ['{"orderId":"9007199254740993"}', { orderId: "9007199254740993" }],
  ['{"a":1,"a":12345678901234567890}', { a: 12345678901234567890n }],
  [
    ' [ 1 , "9007199254740993" , [ ] , { } , null , true , false ] ',
    [1, "9007199254740993", [], {}, null, true, false],
  ],
  [
    '{"text":"a\\"\\\\\\u00e9\\ud83d\\ude00","n":12345678901234567}',
    { text: 'a"\\é😀', n: 12345678901234567n },
  ],
  // Strings that hold what could be taken for the marks of something.
  [
    '{"\\u0001k":"\\u00011","m":["\\u0001\\u00012","\\u0001"],"n":12345678901234567890}',
    { "\u0001k": "\u00011", m: ["\u0001\u00012", "\u0001"], n: 12345678901234567890n },
  ],
];

for (const [text, want] of rows) {
  test(`reads ${text}`, () => {
    expect(parseJson(text)).toStrictEqual(want);
  });
}

const bad = [
  ...'[1,]  {"a":1,}  {a:1}  tru  "a  01  -  1.  .5  +1  NaN  \'a\'  {"a":}  undefined  1e'.split(
    "  ",
  ),
  ...["", " ", "{", "[", '{"a" 1}', "1 2", "[1 2]", '"\\x"', '"\n"', "\u00a01", "\ufeff1"],
  ...["{12345678901234567890:1}", "[012345678901234567890]", '["a"12345678901234567890]'],
  ...["[12345678901234567890 12345678901234567890]", "[12345678901234567890e]"],
  ...["[9007199254740993,]", '["9007199254740993" 1]', "[9007199254740993"],
];

for (const text of bad) {
  test(`refuses ${JSON.stringify(text)} as the built-in reader does`, () => {
    expect(() => parseJson(text)).toThrow(JsonError);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });
}

test("an error quotes nothing of the text", () => {
  expect(() =>
    parseJson('{"listenKey":"pqia91ma19a5s61cv6a81va65sdf19v8a65a1a5s61cv6a81va65sdf" x'),
  ).toThrow(/^The text is not JSON\.$/);
});

for (const text of [
  '{"__proto__":{"polluted":1},"a":2}',
  '{"\\u005f_proto__":{"polluted":1},"a":2}',
  '{"_\\u005Fproto__":{"polluted":1},"a":2}',
  '{"__\\u0070roto__":{"polluted":1},"a":2}',
  '{"_\\u005f\\u0070\\u0072\\u006F\\u0074\\u006f_\\u005F":{"polluted":1},"a":2}',
]) {
  test(`leaves the key out of ${text}`, () => {
    const value = parseJson(text);
    expect(value).toStrictEqual({ a: 2 });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect({}).not.toHaveProperty("polluted");
  });
}

test("a million levels are read, and refused when written or around a long number", () => {
  const levels = areRunsFew ? 50_000 : 1_000_000;
  const nested = (core: string): string => "[".repeat(levels) + core + "]".repeat(levels);
  const value = parseJson(nested("1"));
  expect(Array.isArray(value)).toBe(true);
  expect(() => encodeJson(value)).toThrow(JsonError);
  expect(() => parseJson(nested("9007199254740993"))).toThrow(JsonError);
});

test("long hostile texts take no stack and little time", () => {
  const escapes = `["${"a\\n".repeat(1e6)}",9007199254740993]`;
  expect(parseJson(escapes)).toHaveLength(2);
  expect(() => parseJson(`["${'\\"'.repeat(1e6)}`)).toThrow(JsonError);
  expect(() => parseJson("9".repeat(1e6))).toThrow(JsonError);
  expect(() => parseJson(`9007199254740993${" ".repeat(1e6)}x`)).toThrow(JsonError);
});

const scalar = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => {
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((n) => !Object.is(n, -0) && (!Number.isInteger(n) || Number.isSafeInteger(n))),
  anyText(),
  fc.boolean(),
  fc.constant(null),
);
const { value: anyJson } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(
      fc.string().filter((name) => name !== "__proto__"),
      tie("value"),
      { maxKeys: 5, noNullPrototype: true },
    ),
  ),
}));

test("reading undoes writing", () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      const text = encodeJson(value);
      expect(parseJson(text)).toEqual(value);
    }),
    { numRuns: runsFrom(5_000) },
  );
});

test("a damaged text with long numbers is read exactly or not at all", () => {
  const damages = ["", ",", "}", '"', "\\", "0", "e", " ", "\0", "\\u0001", "12345678901234567890"];
  fc.assert(
    fc.property(anyJson, fc.nat(), fc.constantFrom(...damages), (value, at, put) => {
      const text = encodeJson([value, 12345678901234567890n]);
      const place = at % (text.length + 1);
      const damaged = text.slice(0, place) + put + text.slice(place + 1);
      expect(readBy(parseJson, damaged), damaged).toEqual(readBy(readPlainly, damaged));
    }),
    { numRuns: runsFrom(20_000) },
  );
});

function readBy(read: (text: string) => unknown, text: string): unknown {
  try {
    return { value: read(text) };
  } catch {
    return "refused";
  }
}

/** The same in another way: long integers are put into strings before the built-in reader. */
function readPlainly(text: string): unknown {
  JSON.parse(text);
  const token = /"(?:[^"\\]|\\.)*"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/g;
  const marked = text.replace(token, (found) => {
    if (found.startsWith('"')) return found.replace('"', '"s');
    const isExact = !/^-?[0-9]+(\.0+)?$/.test(found) || Number.isSafeInteger(Number(found));
    return isExact ? found : `"n${found.replace(/\..*/, "")}"`;
  });
  return JSON.parse(marked, (_, value: unknown) => {
    if (typeof value === "string") {
      return value.startsWith("n") ? BigInt(value.slice(1)) : value.slice(1);
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const members = Object.entries(value).map(([name, member]) => [name.slice(1), member] as const);
    return Object.fromEntries(members.filter(([name]) => name !== "__proto__"));
  });
}

test("writes like the built-in function, and bigints as digits", () => {
  const value = {
    a: undefined,
    b: [undefined, 1n],
    c: new Date(0),
    d: "\ud800",
    e: () => 1,
    f: -0,
  };
  expect(encodeJson(value)).toBe(
    '{"b":[null,1],"c":"1970-01-01T00:00:00.000Z","d":"\\ud800","f":0}',
  );
  expect(() => encodeJson(Number.NaN)).toThrow(JsonError);
  const loop: unknown[] = [];
  loop.push(loop);
  expect(() => encodeJson(loop)).toThrow(JsonError);
});

test("what JSON cannot say is named", () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { in: [nested(levels - 1)] });
  expect(encodeJson(nested(250))).toContain('{"in":[1]}');
  expect(() => encodeJson([nested(250)])).toThrow("A value is nested more than 500 levels deep.");
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, [Number.NEGATIVE_INFINITY]]) {
    expect(() => encodeJson(value)).toThrow("JSON cannot represent a number that is not finite.");
  }
});

/** A value, and its text. */
const texts: readonly (readonly [value: unknown, text: string])[] = [
  [undefined, "null"],
  [() => 1, "null"],
  [null, "null"],
  [true, "true"],
  ['a"b', '"a\\"b"'],
  [9007199254740993n, "9007199254740993"],
  [[], "[]"],
  [{}, "{}"],
  [{ 'a"': [undefined, 1], b: undefined }, '{"a\\"":[null,1]}'],
  [{ toJSON: () => ({ a: 5n }) }, '{"a":5}'],
  [{ toJSON: () => undefined }, "null"],
  [{ a: { toJSON: () => undefined } }, "{}"],
  [{ toJSON: "no function" }, '{"toJSON":"no function"}'],
];

for (const [value, text] of texts) {
  test(`writes ${text}`, () => expect(encodeJson(value)).toBe(text));
}

/** Integers around the length from which digits are looked at, wherever they stand. */
for (const digits of ["900719925474099", "9007199254740993", "90071992547409931"]) {
  test(`${digits.length} digits are exact at any place of a text`, () => {
    const want = digits.length < 16 ? Number(digits) : BigInt(digits);
    for (let before = 0; before < 40; before += 1) {
      for (const after of ["", " ", ",1", `,"${"x".repeat(17)}"`]) {
        expect(parseJson(`[${" ".repeat(before)}${digits}${after}]`)).toHaveProperty("0", want);
      }
    }
  });
}

test("an integer may have a thousand digits and a sign, as an id may have nineteen", () => {
  const digits = "9".repeat(999);
  expect(parseJson(`-${digits}`)).toBe(-BigInt(digits));
  expect(parseJson(`9${digits}`)).toBe(BigInt(`9${digits}`));
  expect(() => parseJson(`-9${digits}`)).toThrow(JsonError);
  expect(parseJson(`-9${digits}.5`)).toBe(Number.NEGATIVE_INFINITY);
});

test("the digits of all numbers are there while a text is used, and numbers afterwards", () => {
  const text = '{"a":[1.50,{"b":9007199254740993}],"c":"1","d":null,"__proto__":1}';
  let seen: unknown;
  const used = withDigits(text, (value) => {
    seen = structuredClone(value);
    return value;
  });
  expect(seen).toEqual({
    a: [{ text: "1.50" }, { b: { text: "9007199254740993" } }],
    c: "1",
    d: null,
  });
  expect(used).toEqual({ a: [1.5, { b: 9007199254740993n }], c: "1", d: null });
  expect(withDigits("5", (value) => value)).toBeInstanceOf(NumberText);
});
