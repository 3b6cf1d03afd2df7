import fc from "fast-check";
import { expect, test } from "vitest";

import { decodePairs, encodePairs, encodeText } from "../../../runtime/encoding/percent.ts";
import { runsFrom } from "../../support/runs.ts";
import { anyText } from "../../support/text.ts";

test("encoding leaves nothing for a transport to rewrite", () => {
  expect(encodeText(" !'()*+&=%#\"/?é😀~-._")).toBe(
    "%20%21%27%28%29%2A%2B%26%3D%25%23%22%2F%3F%C3%A9%F0%9F%98%80~-._",
  );
  const url = `http://a.test/?${encodePairs([["a", " !'()*+&=%#\"/?\\^`{|}<>é"]])}`;
  expect(new URL(url).href).toBe(url);
});

test("pairs are joined in their order, with nothing before the first", () => {
  const pairs = [
    ["b", "1"],
    ["a", ""],
    ["b", "&"],
  ] as const;
  expect(encodePairs(pairs)).toBe("b=1&a=&b=%26");
  expect(encodePairs([])).toBe("");
});

test("issues of a text say what to write", () => {
  expect(decodePairs("=1&a=%").issues.map(({ message }) => message)).toEqual([
    "(a field) has no readable name; write name=value.",
    "a is not percent-encoded UTF-8; percent-encode its UTF-8 bytes.",
  ]);
});

/** Texts that a server gets from anybody, and the rule and field of what is wrong in them. */
const decoded: readonly (readonly [text: string, pairs: unknown, issues: readonly string[]])[] = [
  ["", [], []],
  [
    "a=1&b=2",
    [
      ["a", "1"],
      ["b", "2"],
    ],
    [],
  ],
  [
    "a=1&&b=",
    [
      ["a", "1"],
      ["b", ""],
    ],
    [],
  ],
  ["a=x+y%20z%2B", [["a", "x y z+"]], []],
  ["a=b=c", [["a", "b=c"]], []],
  ["a", [["a", ""]], []],
  ["a=%F0%9F%98%80", [["a", "😀"]], []],
  ["=1", [], ["(a field) name"]],
  ["%ZZ=1", [], ["(a field) name"]],
  ["a=%", [], ["a escape"]],
  ["a=%4", [], ["a escape"]],
  ["a=%GG", [], ["a escape"]],
  ["a=%FF", [], ["a escape"]],
  ["a=%C0%80", [], ["a escape"]],
  ["a=%ED%A0%80", [], ["a escape"]],
  ["a=%F4%90%80%80", [], ["a escape"]],
  ["a=\ud800", [], ["a escape"]],
  ["a=1&b=%&c=%", [["a", "1"]], ["b escape", "c escape"]],
];

for (const [text, pairs, issues] of decoded) {
  test(`decodes ${JSON.stringify(text)}`, () => {
    const got = decodePairs(text);
    expect(got.pairs).toEqual(pairs);
    expect(got.issues.map(({ field, rule }) => `${field} ${rule}`)).toEqual(issues);
  });
}

test("decoding never throws, and undoes encoding", () => {
  const name = anyText({ minLength: 1 });
  fc.assert(
    fc.property(fc.array(fc.tuple(name, anyText())), (pairs) => {
      expect(decodePairs(encodePairs(pairs))).toEqual({ pairs, issues: [] });
    }),
    { numRuns: runsFrom(20_000) },
  );
  fc.assert(fc.property(anyText(), (text) => decodePairs(text).pairs.length >= 0));
});
