import type { Contract, Origin } from "../contract/model.ts";

/** One file of the output: its path from the output folder, and all of its text. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/**
 * A file as an emitter prints it. TypeScript has no header and no layout yet, and may import more
 * than it uses.
 */
export interface Draft extends GeneratedFile {
  /** Declared names by dotted path (`Order.price`), for the source map to the spec. */
  readonly origins?: ReadonlyMap<string, Origin>;
}

/** A pure function from the contract to files. `name` is that of its file and of its product. */
export interface Emitter {
  readonly name: string;
  /** Spec files it reads, as patterns from the project's root; the header names them. */
  readonly sources: readonly string[];
  emit(contract: Contract): readonly Draft[] | Promise<readonly Draft[]>;
}

/** A file together with the emitter that printed it. */
export type Claimed<File extends GeneratedFile> = File & {
  readonly emitter: Pick<Emitter, "name" | "sources">;
};
