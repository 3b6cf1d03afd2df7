/** What a comparison of two specs gives; types only. */

import type { Json, Origin } from "../contract/model.ts";

/** What a change does to programs that were written against the contract before it. */
export type Impact = "breaking" | "minor" | "patch";

/** Which part of the version goes up for all changes together. */
export type Bump = "major" | "minor" | "patch" | "none";

/** Whom a change concerns: who calls the client, who reads its answers and events, or both. */
export type Concerned = "callers" | "readers" | "callers and readers" | "nobody";

/** One change of the contract, with its place, its impact and the reason for that. */
export interface Change {
  readonly impact: Impact;
  readonly move: Move;
  /** What changed, in the contract's words: "parameter limit of getDepth". */
  readonly subject: string;
  /** From what to what: "maximum 1000 → 500". */
  readonly what: string;
  readonly concerns: Concerned;
  readonly why: string;
  /** In the new spec, or in the old one where `side` says so. */
  readonly origin: Origin;
  readonly side: "new" | "old";
}

/** The way in which one place of a document changed. */
export type Move =
  | "added"
  | "removed"
  | "raised"
  | "lowered"
  | "on"
  | "off"
  | "changed"
  | "reordered"
  /** What was documented is only assumed now. */
  | "assumed"
  /** What was assumed is documented now. */
  | "documented"
  /** What is assumed rests on another entry of the ledger. */
  | "reassumed"
  /** What was left open is said now. */
  | "stated"
  /** What was said is left open now. */
  | "unstated";

/** What is thought of a move. */
export interface Verdict {
  readonly impact: Impact;
  readonly concerns: Concerned;
  readonly why: string;
}

/** One place at which the two documents say different things. */
export interface Difference {
  readonly document: "openapi" | "asyncapi";
  /** The names that lead to the place; an item of a list has its own name where it has one. */
  readonly trail: readonly string[];
  /** The kind, in the words of the grammar, of what holds the place. */
  readonly holder: string;
  readonly isListItem: boolean;
  /** Whether the place lies under `not`, where less allowed means more allowed. */
  readonly isFlipped: boolean;
  readonly isReordered: boolean;
  readonly before: Site | undefined;
  readonly after: Site | undefined;
  /** Where the new spec has what the place belonged to, of a mark that is gone. */
  readonly place?: Origin;
  /** Of a reference that leads elsewhere: how what it named differs from what it names. */
  readonly inner?: readonly Difference[];
}

/** One side of a difference. */
export interface Site {
  readonly value: Json;
  readonly origin: Origin;
  /** The ledger entry that it rests on, its own or that of what is around it. */
  readonly assumed: string | undefined;
}
