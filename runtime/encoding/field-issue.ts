/** Issues of request fields, as messages. */

import type { Decimal } from "../tables.ts";

/** The rule that a field broke; servers map it to an error code. */
export type FieldRule =
  | "required"
  | "unknown"
  | "duplicate"
  | "onlyWith"
  | "place"
  | "type"
  | "wellFormed"
  | "escape"
  | "name"
  | "blank"
  | "notation"
  | "choice"
  | "minimum"
  | "maximum"
  | "pattern"
  | "credentials";

/**
 * One issue of one field. The message is a sentence with the field and the fix; it never repeats
 * the given text, which could be a misplaced secret.
 */
export interface FieldIssue {
  readonly field: string;
  readonly rule: FieldRule;
  readonly message: string;
}

/**
 * One issue of a request. An issue of a single field has a `FieldRule`; a broken trading rule has
 * the name of that rule, and its message gives the compared values.
 */
export interface RequestIssue {
  /** The field, or the compared formula, such as `price * quantity`. */
  readonly field: string;
  readonly rule: string;
  /** A sentence with the field and the fix. */
  readonly message: string;
  /** The `filterType` of the rule's filter. */
  readonly filter?: string;
  /** What was compared. */
  readonly value?: Decimal;
  /** Minimum, maximum, or step of the grid. */
  readonly bound?: Decimal;
  /** The filter's own field that sets the bound, like `tickSize`. */
  readonly filterField?: string;
  /** The nearest valid value below, if there is one. */
  readonly nearest?: Decimal;
  /** Entry in spec/assumptions.yaml behind the rule, where the interface does not document it. */
  readonly assumed?: string;
  /** Where the rule is written, as `file:line`. */
  readonly source?: string;
}

/** Ends a text with its punctuation: a question mark for a suggestion, else a full stop. */
export function sentence(text: string): string {
  return text.endsWith("?") ? text : `${text}.`;
}

/** Builds an issue whose message is `<field> <what>; <fix>.` */
export function fieldIssue(field: string, rule: FieldRule, what: string, fix: string): FieldIssue {
  return { field, rule, message: sentence(`${field} ${what}; ${fix}`) };
}

/** A foreign name made safe for a message: short and on one line. */
export function printableName(name: string): string {
  return nameForm.test(name) ? name : "(a field whose name is not letters and digits)";
}

const nameForm = /^[A-Za-z0-9_.-]{1,64}$/;

/** Whether the text is well-formed Unicode, without a lone surrogate. */
export function isWellFormed(text: string): boolean {
  // The types of the language lack this standard method.
  return (text as unknown as { readonly isWellFormed: () => boolean }).isWellFormed();
}

/** The known name that a misspelt one most likely means, or `undefined`. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const spelt = name.slice(0, 64).toLowerCase();
  let nearest: string | undefined;
  let nearestDistance = Math.max(2, Math.floor(spelt.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(spelt, candidate.toLowerCase());
    if (distance < nearestDistance) {
      [nearest, nearestDistance] = [candidate, distance];
    }
  }
  return nearest;
}

/** Levenshtein distance: letters to insert, delete or change. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1];
    for (let column = 0; column < other.length; column += 1) {
      const change = (row[column] ?? 0) + (one[index] === other[column] ? 0 : 1);
      next.push(Math.min(change, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
