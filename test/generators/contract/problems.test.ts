/**
 * Mistakes in a small spec, and every problem that must come of each (problems.txt). The mistakes
 * that a maintainer can make in the real spec are in mistakes.test.ts.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { SpecFile } from "../../../generators/contract/documents/spec-files.ts";
import { problemsOf } from "../../support/contract-of.ts";
import { editsIn, lineOf, tableRows, unquoted } from "../../support/edited-files.ts";
import { specFiles } from "../../support/given-spec.ts";

/** What a user data stream would keep if orders were all that there is. */
const records = JSON.stringify(`
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
`).slice(1, -1);

/** A problem such as `path "text that begins on its line" message`, with the number of the line. */
function problemOf(text: string, files: readonly SpecFile[]): string {
  const [, path = "", at = "", message] =
    /^(\S+) ("(?:[^"\\]|\\.)*"|'[^']*') (.*)/u.exec(text) ?? [];
  return `spec/${path}:${lineOf(files, path, unquoted(at))} ${message}`;
}

const table = readFileSync(join(import.meta.dirname, "problems.txt"), "utf8");

for (const { name, line, more } of tableRows(table)) {
  test(`${name} is reported with its line and its fix`, async () => {
    const files = specFiles(editsIn(line.replace("{records}", records)));
    const problems = await problemsOf(files);
    const found = problems.map(
      ({ origin, message, fix }) => `${origin.file}:${origin.line} ${message} Fix: ${fix}`,
    );
    expect(found).toEqual(more.map((text) => problemOf(text, files)));
    for (const { origin } of problems) expect(origin.column).toBeGreaterThan(0);
  });
}
