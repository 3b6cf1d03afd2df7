/** The ground floor of the contract model: JSON values, places in the sources, and problems. */

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** Where something is written: path from the project's root, 1-based line and column. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One fault of the spec: what, where, and what to do about it. */
export interface Problem {
  readonly origin: Origin;
  readonly message: string;
  readonly fix: string;
}

/** A value with the place it is written at. */
export type Sourced<T> = T & { readonly origin: Origin; readonly description: string };

/** The two bundled documents. */
export interface Documents {
  readonly openapi: JsonObject;
  readonly asyncapi: JsonObject;
}
