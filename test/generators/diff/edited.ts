import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Loaded } from "../../../generators/contract/documents/load.ts";
import { load } from "../../../generators/contract/documents/load.ts";
import type { SpecFile } from "../../../generators/contract/documents/spec-files.ts";
import { readSpec } from "../../../generators/contract/documents/spec-files.ts";
import type { ParseCache } from "../../../generators/contract/documents/yaml.ts";
import { diff } from "../../../generators/diff/diff.ts";
import type { Change } from "../../../generators/diff/model.ts";
import { editsIn, tableRows, withEdits } from "../../support/edited-files.ts";

/**
 * One edit of a file of the real spec: a text that stands in it, and what takes its place. Where
 * the text is empty, the file is new.
 */
export type TextEdit = readonly [path: string, find: string, replace: string];

/** What a row expects of a change: impact and whom it concerns, the message, and the line. */
export type Wanted = readonly [verdict: string, message: string, line: string];

/** What was edited, the edits, and the changes that result, as they are reported. */
export type Row = readonly [name: string, edits: readonly TextEdit[], want: readonly Wanted[]];

/** The rows of a table: a name and edits, and a line for each change that results. */
export function rowsIn(file: string): readonly Row[] {
  const table = readFileSync(join(import.meta.dirname, file), "utf8");
  return tableRows(table).map(({ name, line, more }) => {
    const edits = editsIn(line).map(
      ([path, find, replace = ""]): TextEdit => [path, find, replace],
    );
    const want = more.map((change): Wanted => {
      const [, verdict = "", what = "", at = ""] = /^(.*?) \| (.*) \| (.*)$/u.exec(change) ?? [];
      return [verdict, what, at];
    });
    return [name, edits, want];
  });
}

const location = { folder: "spec", root: "." };
/** Without what is not compared, which is most of what there is to read. */
const files = readSpec(location).filter(
  ({ path }) => !/^(examples|lint|sandbox|scenarios)\//u.test(path),
);
const cache: ParseCache = new Map();

/** The real spec as it stands. */
export const standing: Loaded = load(location, files, cache, true);

/**
 * Runs every row whose text still stands in the spec: whoever edits the contract need not fix the
 * rows first. When more than a few have lost theirs, they are to be written anew.
 */
export function testRows(rows: readonly Row[]): void {
  const standingRows = rows.filter(([, edits]) => edits.every(findsItsText));
  test.each(standingRows)("%s", (_name, edits, want) => {
    expect(changesOf(edits).reported).toEqual(want);
  });
  test("nearly all rows find their text in the spec", () => {
    const lost = rows.filter((row) => !standingRows.includes(row)).map(([name]) => name);
    expect(lost.length, lost.join("; ")).toBeLessThanOrEqual(rows.length / 10);
  });
}

function findsItsText([path, find]: TextEdit): boolean {
  return find === "" || files.some((file) => file.path === path && file.text.includes(find));
}

/** A file of the real spec. */
export function textOf(path: string): string {
  return files.find((file) => file.path === path)?.text ?? "";
}

/** The files of the real spec with some edits; an edit that finds nothing throws. */
export function editedFiles(edits: readonly TextEdit[]): readonly SpecFile[] {
  return withEdits(
    files,
    edits.map(([path, find, replace]) => (find === "" ? [path, replace] : [path, find, replace])),
  );
}

/** The changes that some edits make, and each of them as a row writes it. */
export function changesOf(edits: readonly TextEdit[]): {
  readonly changes: readonly Change[];
  readonly reported: readonly Wanted[];
} {
  const now = editedFiles(edits);
  const changes = diff(standing, load(location, now, cache, true));
  return { changes, reported: changes.map((change) => rowOf(change, now)) };
}

function rowOf(change: Change, now: readonly SpecFile[]): Wanted {
  const { impact, concerns, subject, what, origin, side } = change;
  const spec = side === "old" ? files : now;
  const text = spec.find(({ path }) => `spec/${path}` === origin.file)?.text ?? "";
  const line = (text.split("\n")[origin.line - 1] ?? "no such line").trim().slice(0, 40).trim();
  const place = side === "old" ? `was: ${line}` : line;
  const verdict = concerns === "nobody" ? impact : `${impact} for ${concerns}`;
  return [verdict, `${subject}: ${what}`, place];
}
