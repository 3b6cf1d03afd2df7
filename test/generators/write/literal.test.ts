import fc from "fast-check";
import { expect, test } from "vitest";

import { literal, widthMax } from "../../../generators/write/literal.ts";

type Data = Parameters<typeof literal>[0];

const cases: readonly { name: string; given: Data; want: string }[] = [
  {
    name: "a short object is one line",
    given: { a: 1, b: [true, null] },
    want: "{ a: 1, b: [true, null] }",
  },
  { name: "an empty object", given: {}, want: "{}" },
  { name: "undefined is left out", given: { a: undefined, b: 1 }, want: "{ b: 1 }" },
  {
    name: "a prototype key sets no prototype",
    given: JSON.parse('{"__proto__":1}'),
    want: '{ ["__proto__"]: 1 }',
  },
  { name: "large numbers are grouped", given: 86_400_000, want: "86_400_000" },
  {
    name: "small and odd numbers are not",
    given: [1000, -1021, 0.5, 1e21],
    want: "[1000, -1021, 0.5, 1e+21]",
  },
  { name: "a bigint keeps every digit", given: 9007199254740993n, want: "9007199254740993n" },
  {
    name: "double quotes inside turn the outer ones",
    given: 'type == "MARKET"',
    want: "'type == \"MARKET\"'",
  },
  { name: "both quotes inside are escaped", given: `'"`, want: `"'\\""` },
  {
    name: "what is too long goes one entry a line",
    given: { first: "a".repeat(60), second: "b".repeat(60) },
    want: `{\n  first: "${"a".repeat(60)}",\n  second: "${"b".repeat(60)}",\n}`,
  },
  {
    name: "long text is a sum of strings",
    given: { text: `${"word ".repeat(24)}end` },
    want: `{\n  text:\n    "${"word ".repeat(17)}" +\n    "${"word ".repeat(7)}end",\n}`,
  },
];
for (const { name, given, want } of cases) test(name, () => expect(literal(given)).toBe(want));

test("a number that no table can hold is refused", () => {
  expect(() => literal({ a: Number.NaN })).toThrow(/write a finite one/);
});

test("every literal evaluates to its value, and no line is too wide", () => {
  const value = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" });
  fc.assert(
    fc.property(value, (data) => {
      const text = literal(data as Data, 0, 0);
      const back = new Function(`return (${text});`)() as unknown;
      expect(back).toEqual(data);
    }),
    { numRuns: 300 },
  );
});

test("long plain text keeps to the width", () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z"'\\]{1,30}$/), { minLength: 20 }), (words) => {
      const lines = literal({ key: words.join(" ") }).split("\n");
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(widthMax);
    }),
    { numRuns: 100 },
  );
});
