import { build } from "./contract/build.ts";
import { byText } from "./contract/documents/json.ts";
import { type Loaded, load } from "./contract/documents/load.ts";
import type { SpecFile, SpecLocation } from "./contract/documents/spec-files.ts";
import type { Problem } from "./contract/model.ts";
import { emitters } from "./emitters/index.ts";
import type { Claimed, GeneratedFile } from "./write/emitter.ts";
import { type FinishOptions, finish } from "./write/format.ts";

/** The files of a spec, and its location. */
export interface GenerationInput extends FinishOptions {
  readonly location: SpecLocation;
  readonly spec: readonly SpecFile[];
  /** The files import the runtime of the package `tradespec`, not one that lies beside them. */
  readonly fromPackage?: boolean;
}

/** Every output file, sorted by path, notes that do not stop the run, and what the spec holds. */
export interface Generation {
  readonly documents: Loaded;
  readonly files: readonly GeneratedFile[];
  readonly notes: readonly Problem[];
}

/**
 * The pipeline: spec files → documents → contract → files. Deterministic. Throws a `SpecError` with
 * every problem of the spec.
 */
export async function generate(input: GenerationInput): Promise<Generation> {
  const documents = load(input.location, input.spec);
  const contract = build(documents);
  const emitted = emitters.flatMap((emitter) =>
    emitter.emit(contract).map((draft): Claimed => ({ ...draft, emitter })),
  );
  const drafts = input.fromPackage === true ? emitted.map(withPackageImports) : emitted;
  const command = input.fromPackage === true ? "npx tradespec generate" : undefined;
  const finished = await finish(drafts, input, command);
  const files = [...finished].sort((left, right) => byText(left.path, right.path));
  const notes = [...documents.problems.notes(), ...drafts.flatMap((draft) => draft.notes ?? [])];
  return { documents, files, notes };
}

/** Emitters import the runtime where it lies in this project; its package has the same files. */
function withPackageImports(draft: Claimed): Claimed {
  const text = draft.text.replaceAll(/"\.\.\/runtime\/([^"]+)\.ts"/gu, '"tradespec/runtime/$1"');
  return { ...draft, text };
}
