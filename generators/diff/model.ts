/** The types of the comparison of two specs. */

import type { Json, JsonObject, Origin } from "../contract/model.ts";

/** The impacts of a change on programs written against the old contract, worst first. */
export const impacts = ["breaking", "minor", "patch"] as const;

export type Impact = (typeof impacts)[number];

/** The version bump for all changes together. */
export type Bump = "major" | "minor" | "patch" | "none";

/** Who is affected: code that makes calls, code that reads responses and events, or both. */
export type Concerned = "callers" | "readers" | "callers and readers" | "nobody";

/** The impact of a change, who is affected, and why. */
export interface Verdict {
  readonly impact: Impact;
  readonly concerns: Concerned;
  readonly why: string;
}

/** A renamed thing, and how certain the rename is. */
export interface Rename {
  readonly from: string;
  readonly to: string;
  /** Certain by identity, likely by form and description, possible by form alone. */
  readonly certainty: "certain" | "likely" | "possible";
  /** What is the same, such as "same path and method". */
  readonly because: string;
}

/** One change of the contract, with its place and verdict. */
export interface Change extends Verdict {
  readonly move: Move;
  /** What changed, in the contract's terms: "parameter limit of getDepth". */
  readonly subject: string;
  /** Old and new value: "maximum 1000 → 500". */
  readonly what: string;
  /** Position in the spec of `side`. */
  readonly origin: Origin;
  readonly side: "new" | "old";
  readonly renamed?: Rename;
}

/** The kind of change of a place. */
export type Move =
  | "added"
  | "removed"
  | "raised"
  | "lowered"
  | "on"
  | "off"
  | "changed"
  /** The same in another notation: another unit, or other tiers of equal weights. */
  | "rewritten"
  | "reordered"
  | "renamed"
  /** A documented fact is only assumed now. */
  | "assumed"
  /** An assumed fact is documented now. */
  | "documented"
  /** Another entry of the list of assumptions covers it. */
  | "reassumed"
  /** An unstated fact is stated now. */
  | "stated"
  /** A stated fact is unstated now. */
  | "unstated";

/** A value with its position and its assumption, which may come from a node around it. */
export interface Spot {
  readonly value: Json;
  readonly origin: Origin;
  readonly assumed: string | undefined;
  /** The document that holds it. */
  readonly root: JsonObject;
  /** Position of the reference to it; differences are reported there. */
  readonly held?: Origin;
  /** Positions of the items of a list that is made of several. */
  readonly origins?: readonly Origin[];
}

/** A place in both documents. */
export interface DiffPlace {
  readonly document: "openapi" | "asyncapi";
  /** Names that lead to the place; identities of list items where they have one. */
  readonly path: readonly string[];
  /** Kind of the node around the place, see `node-kinds.ts`. */
  readonly holder: string;
  readonly isListItem: boolean;
  /** Whether the place is inside `not`, where narrower means wider. */
  readonly isFlipped: boolean;
  /** Position in the new spec of the node around the place. */
  readonly place: Origin | undefined;
}

/** A place where the documents differ. */
export interface Difference extends DiffPlace {
  readonly isReordered: boolean;
  readonly before: Spot | undefined;
  readonly after: Spot | undefined;
  /** For a reference with another target: the differences of the targets. */
  readonly inner?: readonly Difference[];
  /** Before and after are the same thing under two names. */
  readonly renamed?: Rename;
}
