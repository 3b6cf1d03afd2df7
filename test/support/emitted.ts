import type { Contract } from "../../generators/contract/model.ts";
import type { Emitter } from "../../generators/write/source.ts";

/** The text of one file that an emitter writes; without a path, of its first. */
export async function emitted(emitter: Emitter, given: Contract, path?: string): Promise<string> {
  const files = await emitter.emit(given);
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

/** Lines without their indentation, so that a row shows what it means and no layout. */
export function trimmed(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim();
}
