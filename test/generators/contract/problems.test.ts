/**
 * Mistakes in a small spec, and every problem that must come of each (problems.txt). The mistakes
 * that a maintainer can make in the real spec are in mistakes.test.ts.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { problemsOf } from "../../support/contract-of.ts";
import { type Edit, lineOf } from "../../support/edited-files.ts";
import { specFiles } from "../../support/given-spec.ts";

/** What a user data stream would keep if orders were all that there is. */
const records = `
records:
  order:
    listedBy: getOrder
    askedBy: getOrder
    identity: [symbl]
    symbol: symbol
    status: status
    filled: [status]
    working: isWorking
    changed: status
  trade: { listedBy: getOrder, identity: [orderId], symbol: symbol, id: orderId }
  balance: { x-assumed: jitter, listedBy: getOrder, list: parent, asset: symbol, changed: status }
events:
  - { message: depthUpdated }
`;

/** A text in quotes of either kind. */
const quoted = `"[^"]*"|'[^']*'`;

function textOf(quotedText: string): string {
  return quotedText
    .slice(1, -1)
    .replaceAll(/\\([nt\\])/gu, (_, letter) => ({ n: "\n", t: "\t" })[letter as "n" | "t"] ?? "\\")
    .replace("{records}", records);
}

/** Edits such as `path "what stands there" → "what takes its place"; path "a whole new file"`. */
function editsOf(text: string): readonly Edit[] {
  const edits = text.matchAll(RegExp(`(\\S+) (${quoted})(?: → (${quoted}))?`, "gu"));
  return [...edits].map(([, path = "", find = "", replace]) =>
    replace === undefined ? [path, textOf(find)] : [path, textOf(find), textOf(replace)],
  );
}

/** A problem such as `path "text that begins on its line" message`, with the number of the line. */
function problemOf(line: string, files: ReturnType<typeof specFiles>): string {
  const [, path = "", text = "", rest] =
    RegExp(`^ {2}(\\S+) (${quoted}) (.*)`, "u").exec(line) ?? [];
  return `spec/${path}:${lineOf(files, path, textOf(text))} ${rest}`;
}

const table = readFileSync(join(import.meta.dirname, "problems.txt"), "utf8");

for (const row of table.trim().split(/\n(?! )/u)) {
  const [[name = "", edits = ""] = [], ...lines] = row.split("\n").map((line) => line.split(" | "));
  test(`${name} is reported with its line and its fix`, async () => {
    const files = specFiles(editsOf(edits));
    const problems = await problemsOf(files);
    expect(
      problems.map(
        ({ origin: { file, line }, message, fix }) => `${file}:${line} ${message} Fix: ${fix}`,
      ),
    ).toEqual(lines.map((line) => problemOf(line.join(" | "), files)));
    for (const { origin } of problems) expect(origin.column).toBeGreaterThan(0);
  });
}
