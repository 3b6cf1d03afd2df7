/**
 * Mistakes in a spec, and every problem that must come of each. problems.txt has those that show in
 * a small spec, mistakes.txt those that need the real one: its vocabulary, filters and recordings.
 * As that one takes long to build, the mistakes of a paragraph are made together.
 */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { expect, test } from "vitest";

import { signing } from "../../../generated/signing.ts";
import { readSpec, type SpecFile } from "../../../generators/contract/documents/spec-files.ts";
import { problemsOf } from "../../support/contract-of.ts";
import { editsIn, placeOf, tableRows, unquoted, withEdits } from "../../support/edited-files.ts";
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

const files = readSpec({ folder: resolve("spec"), root: process.cwd() });
const real = files.filter(({ path }) => !path.startsWith("lint/"));

/** A problem such as `path "text that begins at its place" message`, with line and column. */
function problemOf(text: string, files: readonly SpecFile[]): string {
  const [, path = "", at = "", message] =
    /^(\S+) ("(?:[^"\\]|\\.)*"|'[^']*') (.*)/u.exec(text) ?? [];
  return `spec/${path}:${placeOf(files, path, unquoted(at))} ${message}`;
}

/** The problems, each with its place and its fix. */
function linesOf(files: readonly SpecFile[]): readonly string[] {
  return problemsOf(files).map(({ origin: { file, line, column }, message, fix }) => {
    return `${file}:${line}:${column} ${message} Fix: ${fix}`;
  });
}

function tableIn(file: string): string {
  return readFileSync(join(import.meta.dirname, file), "utf8")
    .replaceAll("{windowMax}", String(signing.windowMsMax))
    .replaceAll("{records}", () => records);
}

const small = tableRows(tableIn("problems.txt")).map((row) => [row.name, row] as const);

test.each(small)("%s is reported with its line and its fix", (_, row) => {
  const files = specFiles(editsIn(row.line));
  expect(linesOf(files)).toEqual(row.more.map((text) => problemOf(text, files)));
});

const paragraphs = tableIn("mistakes.txt").split("\n\n").map(tableRows);

test.each(paragraphs.map((rows) => [rows.map(({ name }) => name).join(", "), rows] as const))(
  "%s: in the real spec, each is reported once",
  (_, rows) => {
    const files = withEdits(
      real,
      rows.flatMap(({ line }) => editsIn(line)),
    );
    const wanted = rows.flatMap(({ more }) => more.map((text) => problemOf(text, files)));
    expect(linesOf(files).toSorted()).toEqual(wanted.sort());
  },
);

/** A syntax error in a file of many names, which other files refer to. */
const halfParsed = [
  ["assumptions.yaml", "stream-address:"],
  ["errors.yaml", "codes:"],
  ["parameters.yaml", "timestamp:"],
  ["events/trade.yaml", "examples:"],
  ["paths/market/depth.yaml", "parameters:"],
  ["rules/security.yaml", "types:"],
] as const;

test.each(halfParsed)("a syntax error in %s hides what follows from it", (path, text) => {
  const found = linesOf(withEdits(real, [[path, `${text}\n`, `${text} }\n`]]));
  expect(found).toEqual([expect.stringMatching(`^spec/${path}:.*The YAML cannot be read`)]);
});
