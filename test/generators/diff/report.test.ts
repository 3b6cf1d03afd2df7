/** What people read of a comparison. */

import { expect, test } from "vitest";

import { bumpOf } from "../../../generators/diff/diff.ts";
import type { Change } from "../../../generators/diff/model.ts";
import { type Format, formatReport } from "../../../generators/diff/report.ts";
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
        "Callers: values within the old maximum are still valid.",
      "",
      "Patch: no program behaves differently (1)",
      "  spec/assumptions.yaml:N  assumption bare-successes: choice reworded. No program behaves differently.",
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
  expect(lines).toContain("  spec/assumptions.yaml  and 6 more; --format json lists all");
});

test("one more than the first few is listed, too", () => {
  const [change] = changesOf([["assumptions.yaml", "choice: Bare.", "choice: Not."]]).changes;
  const lines = linesOf(Array.from({ length: 4 }, () => change).filter((one) => one !== undefined));
  expect(lines.filter((line) => line.startsWith("  "))).toHaveLength(4);
  expect(lines.join("\n")).not.toContain("more;");
});

test("between two revisions each place has its own", () => {
  const { changes } = changesOf(edits);
  const report = { changes, bump: bumpOf(changes), since: "v1", until: "v2" };
  const [, gone = "", , , documented = "", ...rest] = formatReport(report, "text").split("\n");
  expect([gone, documented].map((line) => line.trim().split(":")[0])).toEqual(["v1", "v2"]);
  expect(rest.at(-1)).toBe("From v1 to v2: 1 breaking, 1 minor, 0 patch. Version bump: major.");
  expect(formatReport({ ...report, changes: [] }, "markdown")).toBe(
    "Nothing has changed from v1 to v2; no version bump follows.",
  );
});

const edits: readonly TextEdit[] = [
  ["schemas/PriceTicker.yaml", "[symbol, price]", "[symbol]"],
  ["limits.yaml", "{ value: 200000, x-assumed: order-rate-numbers }", "200000"],
];

test("a changelog has a list for each impact", () => {
  expect(linesOf(changesOf(edits).changes, "markdown").map(withoutLine)).toEqual([
    "### Breaking",
    "",
    "- **PriceTicker**: required loses price. " +
      "Readers: it becomes optional in types and may be missing. " +
      "(`v1:spec/schemas/PriceTicker.yaml:N`)",
    "",
    "### Minor: programs that worked before still work",
    "",
    "- **limit orders1d**: amount assumed (order-rate-numbers) → documented. Callers and readers: " +
      "it was only assumed and is now documented. (`spec/limits.yaml:N`)",
    "",
  ]);
});

test("markdown and workflow commands keep their special characters apart", () => {
  const [change] = changesOf([["limits.yaml", "amount: 6000", "amount: 1"]]).changes;
  if (change === undefined) throw new Error("The edit is reported.");
  const odd = [{ ...change, subject: "a_b, c:d", what: "50% <x> `y`\n::error::z" }];
  expect(linesOf(odd, "markdown").join("\n")).toContain("**a\\_b, c:d**: 50% \\<x\\> \\`y\\`");
  expect(linesOf(odd, "github").map(withoutLine)).toEqual([
    "::error file=spec/limits.yaml,line=N,col=N,title=breaking%3A a_b%2C c%3Ad::" +
      "50%25 <x> `y`%0A::error::z. Callers: callers near the limit have to wait or are refused.",
  ]);
});

test("an annotation stands at the line, and of what was removed at the file", () => {
  expect(linesOf(changesOf(edits).changes, "github").map(withoutLine)).toEqual([
    "::error file=spec/schemas/PriceTicker.yaml,title=breaking%3A PriceTicker::required loses " +
      "price. Readers: it becomes optional in types and may be missing. It stood at " +
      "v1:spec/schemas/PriceTicker.yaml:N.",
    "::notice file=spec/limits.yaml,line=N,col=N,title=minor%3A limit orders1d::amount assumed " +
      "(order-rate-numbers) → documented. Callers and readers: it was only assumed and is now " +
      "documented.",
  ]);
});

test("JSON has every change with its reason as a sentence", () => {
  const report: unknown = JSON.parse(linesOf(changesOf(edits).changes, "json").join("\n"));
  expect(report).toMatchObject({
    since: "v1",
    bump: "major",
    changes: [
      {
        impact: "breaking",
        subject: "PriceTicker",
        why: "Readers: it becomes optional in types and may be missing.",
      },
      { impact: "minor", subject: "limit orders1d", move: "documented" },
    ],
  });
});

function withoutLine(text: string): string {
  return text.replace(/line=\d+,col=\d+/u, "line=N,col=N").replace(/(\.yaml):\d+/u, "$1:N");
}

function linesOf(changes: readonly Change[], format: Format = "text"): readonly string[] {
  return formatReport({ changes, bump: bumpOf(changes), since: "v1" }, format).split("\n");
}
