/** What a change of each kind of fact comes to, without the comparison around it (rules.txt). */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Json } from "../../../generators/contract/model.ts";
import type { Spot } from "../../../generators/diff/model.ts";
import { judgeByRule } from "../../../generators/diff/rules.ts";

/** The changes by their signs in the table: the value before and after. */
const changes: Readonly<Record<string, readonly (Json | undefined)[]>> = {
  "+": [undefined, "a"],
  "-": ["a"],
  "~": ["a", "b"],
  ">": [1, 2],
  "<": [2, 1],
  on: [false, true],
  off: [true, false],
  order: [
    ["a", "b"],
    ["b", "a"],
  ],
};

function verdictOf(path: string, sign: string): string {
  const origin = { file: "f", line: 1, column: 1 };
  const spot = (value: Json | undefined): Spot | undefined =>
    value === undefined ? undefined : { value, origin, assumed: undefined, root: {} };
  const [before, after] = changes[sign] ?? [];
  const { impact, concerns, why } = judgeByRule({
    document: "openapi",
    path: path.split("/"),
    holder: "Data",
    isListItem: false,
    isFlipped: false,
    isReordered: sign === "order",
    place: undefined,
    before: spot(before),
    after: spot(after),
  });
  return `${impact} for ${concerns}, ${why}`;
}

const table = readFileSync(join(import.meta.dirname, "rules.txt"), "utf8")
  .trim()
  .split("\n");

test.each(table)("%s", (line) => {
  const at = line.indexOf(": ");
  const [places, verdicts] = [line.slice(0, at), line.slice(at + 2).split(" · ")];
  for (const path of places.split(" | ")) {
    const found = new Map<string, string[]>();
    for (const sign of Object.keys(changes)) {
      const verdict = verdictOf(path, sign);
      found.set(verdict, [...(found.get(verdict) ?? []), sign]);
    }
    expect([...found].map(([verdict, signs]) => `${signs.join(" ")} ${verdict}`)).toEqual(verdicts);
  }
});
