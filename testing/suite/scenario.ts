/** What one row of the contract suite is. */

import type { Json } from "../recordings/recording.ts";
import type { RequestChange } from "./change-request.ts";

/** One call of one operation, and what must come of it. */
export interface Scenario {
  /** `<operationId>.<case>`; also the name of the recording. */
  readonly id: string;
  readonly summary: string;
  readonly fields?: Readonly<Record<string, FieldValue>>;
  /** Where the client is told to put the fields. */
  readonly sendIn?: "query" | "body";
  /** What is done to the request after the client has signed it. */
  readonly change?: RequestChange;
  /** A success unless another end is wanted. */
  readonly expect?: Expectation;
  /** What the row does to the account; `reads` unless it says more. */
  readonly effect?: "reads" | "session" | "trades";
  /** The call is repeated, up to this many times, until it ends as expected. */
  readonly timesMax?: number;
  /** The row needs a clock that both ends share and that stands still. */
  readonly sharedClock?: true;
}

/** A value, or one that an earlier row brought. */
export type FieldValue = string | number | FieldReference;

/** A value of an earlier row's answer, found by its path; `plus` is added to a number. */
export interface FieldReference {
  readonly from: string;
  readonly property: string;
  readonly plus?: number;
}

export type Expectation =
  /** The answer is a success that holds these values, and a list no longer than `atMost`. */
  | {
      readonly kind: "success";
      readonly shows?: Readonly<Record<string, Json>>;
      readonly atMost?: number;
    }
  /** The exchange refuses with this code, and with this HTTP status where one is given. */
  | { readonly kind: "failure"; readonly code: number; readonly status?: number }
  /** The client refuses before anything is sent, and names the field. */
  | { readonly kind: "refusal"; readonly field: string };

/** The operation that a row calls. */
export function operationOf(scenario: Scenario): string {
  return scenario.id.slice(0, scenario.id.indexOf("."));
}

/** What the row takes from the answers of earlier rows. */
export function referencesOf(scenario: Scenario): readonly FieldReference[] {
  return Object.values(scenario.fields ?? {}).filter((value) => typeof value === "object");
}
