import type { Aside } from "./aside.ts";
import { startAside } from "./aside.ts";
import { assemble, settle } from "./contract/build.ts";
import { load } from "./contract/documents/load.ts";
import type { Readings } from "./contract/documents/source-file.ts";
import type { SpecFile, SpecLocation } from "./contract/documents/spec-files.ts";
import type { Contract, Problem } from "./contract/model.ts";
import { emitters } from "./emitters/index.ts";
import type { ClaimedFile } from "./write/manifest.ts";
import { manifestFile } from "./write/manifest.ts";
import type { Emitter, GeneratedFile } from "./write/source.ts";

/** What a run needs: the files of a spec, where it is, and a hash of the generator itself. */
export interface GenerationInput {
  readonly location: SpecLocation;
  readonly spec: readonly SpecFile[];
  readonly generator: string;
  /** Texts of the spec that an earlier run has read; takes those that this one reads. */
  readonly readings?: Readings;
}

/** Every file of the output, sorted by path, and what should be said without stopping the run. */
export interface Generation {
  readonly files: readonly GeneratedFile[];
  readonly notes: readonly Problem[];
}

/**
 * The whole story: spec files → documents → contract → files. Touches no disk; the same input
 * gives the same bytes. Throws a `SpecError` that holds every problem of the spec.
 */
export async function generate({
  location,
  spec,
  generator,
  readings,
}: GenerationInput): Promise<Generation> {
  const aside = startAside();
  try {
    const documents = load(location, spec, readings);
    const { openapi, asyncapi, problems } = documents;
    const faults = aside.faults({ openapi, asyncapi });
    const contract = assemble(documents);
    // Printing what is faulty may fail in any way; the faults are what is told.
    const emitted = problems.all().length === 0 ? emitAll(contract, aside) : Promise.resolve([]);
    await settle(documents, faults).finally(() => emitted.catch(() => undefined));
    const claimed = finish(await emitted);
    const manifest = manifestFile({ location, spec, generator }, claimed);
    const files = [...claimed.map(({ path, text }) => ({ path, text })), manifest];
    return { files: files.sort(byPath), notes: problems.notes() };
  } finally {
    await aside.end();
  }
}

async function emitAll(contract: Contract, aside: Aside): Promise<readonly ClaimedFile[]> {
  const emitted = emitters.map(async (emitter) => {
    const files = emitter.name === "schema" ? aside.schema(contract) : emitter.emit(contract);
    return [...(await files)].map((file): ClaimedFile => ({ ...file, emitter }));
  });
  return (await Promise.all(emitted)).flat();
}

/** Refuses files that two emitters claim or that lie outside the output, and sorts the rest. */
export function finish(files: readonly ClaimedFile[]): readonly ClaimedFile[] {
  const owners = new Map<string, Pick<Emitter, "name">>();
  for (const { path, emitter } of files) {
    if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/u.test(path)) {
      throw new Error(
        `The emitter ${emitter.name} writes to ${path}, which is no path in the output.`,
      );
    }
    // Some disks cannot tell two files apart whose names differ by letter case alone.
    const other = owners.get(path.toLowerCase());
    if (other !== undefined) {
      throw new Error(
        `The emitters ${other.name} and ${emitter.name} both write ${path}: rename one.`,
      );
    }
    owners.set(path.toLowerCase(), emitter);
  }
  return [...files].sort(byPath);
}

function byPath(left: GeneratedFile, right: GeneratedFile): number {
  return left.path < right.path ? -1 : left.path > right.path ? 1 : 0;
}
