/** What checks say: one sentence each, with what is wrong, where, and what would do. */

import type { Rule } from "./rule.ts";
import type { GridOffset, RuleKind } from "./types.ts";

/** A broken rule, all values as text. */
export interface Breach {
  readonly kind: RuleKind;
  readonly value: string;
  readonly bound: string;
  readonly from: string | undefined;
  readonly nearest: string | undefined;
}

/** Why a value is refused, and the nearest valid one below. */
export function breachMessage(rule: Rule, breach: Breach): string {
  const { kind, value, bound, from, nearest } = breach;
  const { filter, id, text } = rule;
  const start = `${text} is ${value}, `;
  const place = `${filter} (${id})`;
  const isField = rule.code.value.field !== undefined;
  const mend =
    nearest !== undefined
      ? `; the nearest valid value below is ${nearest}.`
      : isField
        ? "; no value below is valid."
        : ".";
  switch (kind) {
    case "minimum":
      return `${start}below the minimum ${bound} of ${place}${mend}`;
    case "maximum":
      return `${start}above the maximum ${bound} of ${place}${mend}`;
    case "multipleOf": {
      const origin = from === undefined ? "" : ` from ${from}`;
      return `${start}not a whole number of steps of ${bound}${origin} for ${place}${mend}`;
    }
  }
}

/** Why the outcome of a rule cannot be told. */
export function unknownMessage({ filter, id, own }: Rule, needs: readonly string[]): string {
  const rule = `${filter} (${id}) cannot be decided`;
  if (needs.length === 0) return `${rule}: its step or divisor is zero.`;
  const reasons = needs.map((name) => `${name} ${own.missing.get(name) ?? "is not given"}`);
  return `${rule}: ${reasons.join(", ")}.`;
}

/** How the other way of counting steps would decide. */
export function offsetMessage(
  { filter, id, text }: Rule,
  { value, offset, accepts }: { value: string; offset: GridOffset; accepts: boolean },
): string {
  const verdict = accepts ? "accept" : "refuse";
  return (
    `${filter} (${id}) would ${verdict} ${text} ${value} ` +
    `where steps count from ${offset === "zero" ? "zero" : "the minimum"}.`
  );
}
