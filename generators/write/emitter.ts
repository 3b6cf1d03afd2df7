import type { TextFile } from "../../runtime/files.node.ts";
import type { Contract, Origin, Problem } from "../contract/model.ts";

/** An output file, with its path in the output folder. */
export type GeneratedFile = TextFile;

/**
 * A file as printed by an emitter. TypeScript still lacks header and layout, and may have unused
 * imports.
 */
interface Draft extends GeneratedFile {
  /** Declared names by dotted path (`Order.price`), for the source map to the spec. */
  readonly origins?: ReadonlyMap<string, Origin>;
  /** What the file lacks, because the spec lacks what that is made of. */
  readonly notes?: readonly Problem[];
}

/** A pure function from the contract to files. `name`: its file and product. */
export interface Emitter {
  readonly name: string;
  /** Spec files that it reads, as patterns from the project's root; shown in the header. */
  readonly sources: readonly string[];
  emit(contract: Contract): readonly Draft[];
}

/** A file with the emitter that printed it. */
export type Claimed = Draft & { readonly emitter: Pick<Emitter, "name" | "sources"> };
