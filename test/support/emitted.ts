import { expect, test } from "vitest";

import type { Contract } from "../../generators/contract/model.ts";
import type { Emitter } from "../../generators/write/emitter.ts";
import { format } from "../../generators/write/format.ts";

/** The text of one file as an emitter prints it, without layout; without a path, of its first. */
export function emitted(emitter: Emitter, given: Contract, path?: string): string {
  const files = emitter.emit(given);
  const file = path === undefined ? files[0] : files.find((each) => each.path === path);
  if (file === undefined) throw new Error(`The emitter ${emitter.name} wrote no ${path}.`);
  return file.text;
}

/** One row: a piece of a contract, and lines that must be in the output, or must not. */
export interface EmitterCase {
  readonly name: string;
  readonly given: Contract;
  readonly path?: string;
  readonly want: string;
  readonly not?: string;
}

/** A test for each row; the texts of all rows are laid out at once. */
export function testEmitter(emitter: Emitter, cases: readonly EmitterCase[]): void {
  let laidOut: Promise<ReadonlyMap<string, string>> | undefined;
  const layOut = () =>
    format(
      cases.map(({ given, path }, index) => {
        return { path: `${index}.ts`, text: emitted(emitter, given, path) };
      }),
    );
  for (const [index, { name, want, not }] of cases.entries()) {
    test(name, async () => {
      laidOut ??= layOut();
      const text = trimmed((await laidOut).get(`${index}.ts`) ?? "");
      expect(text).toContain(trimmed(want));
      if (not !== undefined) expect(text).not.toContain(not);
    });
  }
}

/** Lines without their indentation, so that a row shows what it means and no layout. */
function trimmed(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim();
}
