import { build } from "./contract/build.ts";
import { load } from "./contract/load.ts";
import type { Problem } from "./contract/model.ts";
import type { SpecFile, SpecLocation } from "./contract/spec-files.ts";
import { emitters } from "./emitters/index.ts";
import { manifestFile } from "./write/manifest.ts";
import type { ClaimedFile } from "./write/manifest.ts";
import type { Emitter, GeneratedFile } from "./write/source.ts";

/** What a run needs: the files of a spec, where it is, and a hash of the generator itself. */
export interface GenerationInput {
  readonly location: SpecLocation;
  readonly spec: readonly SpecFile[];
  readonly generator: string;
}

/** Every file of the output, sorted by path, and what should be said without stopping the run. */
export interface Generation {
  readonly files: readonly GeneratedFile[];
  readonly notes: readonly Problem[];
}

/**
 * The whole story: spec files → documents → contract → files. Touches no disk, and the same input
 * gives the same bytes. Throws a `SpecError` that holds every problem of the spec.
 */
export async function generate({ location, spec, generator }: GenerationInput): Promise<Generation> {
  const documents = load(location, spec);
  const contract = await build(documents);
  const emitted = await Promise.all(
    emitters.map(async (emitter) =>
      [...(await emitter.emit(contract))].map((file): ClaimedFile => ({ ...file, emitter })),
    ),
  );
  const claimed = finish(emitted.flat());
  const manifest = manifestFile({ location, spec, generator }, claimed);
  const files = [...claimed.map(({ path, text }) => ({ path, text })), manifest];
  return { files: files.sort(byPath), notes: documents.problems.notes() };
}

/** Refuses files that two emitters claim or that lie outside the output, and sorts the rest. */
export function finish(files: readonly ClaimedFile[]): readonly ClaimedFile[] {
  const owners = new Map<string, Pick<Emitter, "name">>();
  for (const { path, emitter } of files) {
    if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/u.test(path)) {
      throw new Error(`The emitter ${emitter.name} writes to ${path}, which is no path in the output.`);
    }
    // Some disks cannot tell two files apart whose names differ by letter case alone.
    const other = owners.get(path.toLowerCase());
    if (other !== undefined) {
      throw new Error(`The emitters ${other.name} and ${emitter.name} both write ${path}: rename one.`);
    }
    owners.set(path.toLowerCase(), emitter);
  }
  return [...files].sort(byPath);
}

function byPath(left: GeneratedFile, right: GeneratedFile): number {
  return left.path < right.path ? -1 : left.path > right.path ? 1 : 0;
}
