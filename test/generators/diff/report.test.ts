/** What people read of a comparison. */

import { expect, test } from "vitest";

import { bumpOf } from "../../../generators/diff/diff.ts";
import type { Change } from "../../../generators/diff/model.ts";
import { reportLines } from "../../../generators/diff/report.ts";
import type { TextEdit } from "./edited.ts";
import { changesOf } from "./edited.ts";

const cases: readonly {
  readonly name: string;
  readonly edits: readonly TextEdit[];
  readonly want: readonly string[];
}[] = [
  {
    name: "no change is one plain sentence",
    edits: [],
    want: ["Nothing has changed since v1; no version bump follows."],
  },
  {
    name: "breaking changes come first, and what was removed is located in the old spec",
    edits: [
      ["limits.yaml", "amount: 6000", "amount: 12000"],
      ["schemas/PriceTicker.yaml", "[symbol, price]", "[symbol]"],
      ["assumptions.yaml", "choice: Bare.", "choice: Mostly bare."],
    ],
    want: [
      "Breaking (1)",
      "  v1:spec/schemas/PriceTicker.yaml:N  PriceTicker: required loses price. " +
        "Readers: it becomes optional in types and may be missing.",
      "",
      "Minor: programs that worked before still work (1)",
      "  spec/limits.yaml:N  limit weight1m: amount 6000 → 12000. " +
        "Callers: what was within it still is.",
      "",
      "Patch: no program behaves differently (1)",
      "  spec/assumptions.yaml:N  assumption bare-successes: choice reworded",
      "",
      "Since v1: 1 breaking, 1 minor, 1 patch. Version bump: major.",
    ],
  },
];

test.each(cases)("$name", ({ edits, want }) => {
  const lines = linesOf(changesOf(edits).changes);
  // Which lines they are is for the rows of the other files.
  expect(lines.map((line) => line.replace(/(\.yaml):\d+/u, "$1:N"))).toEqual(want);
});

test("of many rewordings in one file the first few are listed", () => {
  const [change] = changesOf([["assumptions.yaml", "choice: Bare.", "choice: Not."]]).changes;
  if (change === undefined) throw new Error("The edit is reported.");
  const many = Array.from({ length: 9 }, (_, at) => {
    return { ...change, origin: { ...change.origin, line: at + 1 } };
  });
  const lines = linesOf(many);
  expect(lines.filter((line) => line.startsWith("  "))).toHaveLength(4);
  expect(lines).toContain("  spec/assumptions.yaml  and 6 more; --json lists all");
});

function linesOf(changes: readonly Change[]): readonly string[] {
  return reportLines({ changes, bump: bumpOf(changes), since: "v1" });
}
