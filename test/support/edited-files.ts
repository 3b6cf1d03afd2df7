import type { SpecFile } from "../../generators/contract/documents/spec-files.ts";

/** One change of a file: a text of it, and what takes its place; or a whole new file. */
export type Edit = readonly [path: string, find: string, replace?: string];

/**
 * The files of a spec with some edits. Throws when an edit finds nothing to replace, so that no row
 * of a test can go blind.
 */
export function withEdits(files: readonly SpecFile[], edits: readonly Edit[]): readonly SpecFile[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  for (const [path, find, replace] of edits) {
    const text = texts.get(path) ?? "";
    if (replace !== undefined && !text.includes(find)) throw new Error(`${path} lacks ${find}`);
    texts.set(path, replace === undefined ? find : text.replace(find, () => replace));
  }
  return [...texts].map(([path, text]) => ({ path, text }));
}

/** The 1-based line and column at which a text first begins in a file, as `3:1`; "" is its end. */
export function placeOf(files: readonly SpecFile[], path: string, text: string): string {
  const whole = files.find((file) => file.path === path)?.text ?? "";
  const at = text === "" ? whole.trimEnd().length : whole.indexOf(text);
  if (at < 0) throw new Error(`${path} lacks ${text}`);
  const lines = whole.slice(0, at).split("\n");
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** The line alone. */
export function lineOf(...text: Parameters<typeof placeOf>): number {
  return Number.parseInt(placeOf(...text), 10);
}

/** A text in quotes of either kind, with `\\n` for a line break. */
const quoted = `"(?:[^"\\\\]|\\\\.)*"|'[^']*'`;

/** The edits in a line such as `path "what stands there" → "what replaces it"; path "a file"`. */
export function editsIn(line: string): readonly Edit[] {
  const edits = line.matchAll(RegExp(`(\\S+) (${quoted})(?: → (${quoted}))?`, "gu"));
  return [...edits].map(([, path = "", find = "", replace]) =>
    replace === undefined ? [path, unquoted(find)] : [path, unquoted(find), unquoted(replace)],
  );
}

export function unquoted(text: string): string {
  const inner = text.slice(1, -1).replaceAll('"', '\\"');
  return JSON.parse(text.startsWith("'") ? `"${inner}"` : text) as string;
}

/** The rows of a table: a name and a first line behind `|`, and further lines with an indent. */
export function tableRows(
  text: string,
): readonly { readonly name: string; readonly line: string; readonly more: readonly string[] }[] {
  return text
    .trim()
    .split(/\n(?! )/u)
    .map((row) => {
      const [first = "", ...more] = row.split("\n").map((line) => line.trim());
      const at = first.indexOf(" | ");
      return { name: first.slice(0, at), line: first.slice(at + 3), more };
    });
}
