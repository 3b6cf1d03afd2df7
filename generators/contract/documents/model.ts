/** Basic types of the contract model: JSON values, positions in the sources, and problems. */

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** A position in the sources: path from the project's root, 1-based line and column. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One problem of the spec: what, where, and what to do about it. */
export interface Problem {
  readonly origin: Origin;
  readonly message: string;
  readonly fix: string;
}

/** The two bundled documents. */
export interface Documents {
  readonly openapi: JsonObject;
  readonly asyncapi: JsonObject;
}
