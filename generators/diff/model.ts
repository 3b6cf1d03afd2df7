/** The comparison of two specs; types only. */

import type { Places } from "../contract/documents/places.ts";
import type { Json, JsonObject, Origin } from "../contract/model.ts";

/** What a change does to programs that were written against the contract before it. */
export type Impact = "breaking" | "minor" | "patch";

/** Which part of the version goes up for all changes together. */
export type Bump = "major" | "minor" | "patch" | "none";

/** Whom a change concerns: code that makes calls, code that reads responses and events, or both. */
export type Concerned = "callers" | "readers" | "callers and readers" | "nobody";

/** The meaning of a change for programs. */
export interface Verdict {
  readonly impact: Impact;
  readonly concerns: Concerned;
  readonly why: string;
}

/** A thing that has another name, and how sure that is. */
export interface Rename {
  readonly from: string;
  readonly to: string;
  /** Certain by what identifies it, likely by form and description, possible by its form alone. */
  readonly certainty: "certain" | "likely" | "possible";
  /** What is the same: "same path and method". */
  readonly because: string;
}

/** One change of the contract, with its place, its impact and the reason for that. */
export interface Change extends Verdict {
  readonly move: Move;
  /** What changed, in the contract's words: "parameter limit of getDepth". */
  readonly subject: string;
  /** From what to what: "maximum 1000 → 500". */
  readonly what: string;
  /** In the spec that `side` names. */
  readonly origin: Origin;
  readonly side: "new" | "old";
  readonly renamed?: Rename;
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
  /** The same is written in another way: another unit, or other tiers of equal weights. */
  | "rewritten"
  | "reordered"
  | "renamed"
  /** What was documented is only assumed now. */
  | "assumed"
  /** What was assumed is documented now. */
  | "documented"
  /** Another entry in the list of assumptions covers it. */
  | "reassumed"
  /** What was left open is stated now. */
  | "stated"
  /** What was stated is left open now. */
  | "unstated";

/** One of the two compared documents, with the positions of its nodes. */
export interface Side {
  readonly root: JsonObject;
  readonly places: Places;
}

/** A value of a document, with its position and the assumption that covers it or what holds it. */
export interface Spot {
  readonly value: Json;
  readonly origin: Origin;
  readonly assumed: string | undefined;
  readonly side: Side;
  /** Position of the reference that led here; differences behind it are reported there. */
  readonly held?: Origin;
}

/** A place in both documents. */
export interface DiffPlace {
  readonly document: "openapi" | "asyncapi";
  /** The names that lead to the place; an item of a list by its name if it has one. */
  readonly path: readonly string[];
  /** The kind of the node that holds the place, see `node-kinds.ts`. */
  readonly holder: string;
  readonly isListItem: boolean;
  /** Whether the place is under `not`, where narrower means wider. */
  readonly isFlipped: boolean;
  /** Position in the new spec of what holds the place. */
  readonly place: Origin | undefined;
}

/** One place at which the two documents differ. */
export interface Difference extends DiffPlace {
  readonly isReordered: boolean;
  readonly before: Spot | undefined;
  readonly after: Spot | undefined;
  /** For a reference with another target: the differences between the two targets. */
  readonly inner?: readonly Difference[];
  /** Before and after are one thing under two names. */
  readonly renamed?: Rename;
}
