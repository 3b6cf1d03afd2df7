import fc from "fast-check";
import { expect, test } from "vitest";

import { literal } from "../../../generators/write/literal.ts";

type Data = Parameters<typeof literal>[0];

const cases: readonly { name: string; given: Data; want: string }[] = [
  {
    name: "a short object is one line",
    given: { a: 1, b: [true, null] },
    want: "{ a: 1, b: [true, null] }",
  },
  { name: "an empty object", given: {}, want: "{  }" },
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
  {
    name: "long text is a sum of strings",
    given: { text: `${"word ".repeat(24)}end` },
    want: `{ text: "${"word ".repeat(16)}" + "${"word ".repeat(8)}end" }`,
  },
];
for (const { name, given, want } of cases) test(name, () => expect(literal(given)).toBe(want));

test("a number that no table can hold is refused", () => {
  expect(() => literal({ a: Number.NaN })).toThrow(/write a finite one/);
});

test("every literal evaluates to its value", () => {
  const value = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" });
  fc.assert(
    fc.property(value, (data) => {
      const text = literal(data as Data);
      const back = new Function(`return (${text});`)() as unknown;
      expect(back).toEqual(data);
    }),
    { numRuns: 300 },
  );
});

test("no piece of long text is wider than a line takes", () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z"'\\]{1,30}$/), { minLength: 20 }), (words) => {
      const pieces = literal(words.join(" ")).split(" + ");
      const lengths = pieces.map((piece) => (JSON.parse(piece) as string).length);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(86);
    }),
    { numRuns: 100 },
  );
});
