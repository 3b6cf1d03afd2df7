/** What a check finds: that one piece of traffic shows one reading of an assumption. */

import type { AssumptionId, CheckName } from "../../../generated/assumptions.ts";
import { errorCodes } from "../../../generated/errors.ts";
import { limitRules } from "../../../generated/limits.ts";
import type { Choices } from "../../../generated/sandbox.ts";
import { fieldsIn } from "../../../runtime/encoding/json-value.ts";
import type { Int64 } from "../../../runtime/tables.ts";
import type { ObservedCall, Traffic } from "../traffic.ts";

/** `holds` and `fails` where an assumption has no readings of its own. */
export interface Sighting<Reading extends string = string> {
  readonly reading: Reading;
  readonly place: string;
}

/** Looks for one assumption; several may share a check. */
export type Check<Reading extends string = string> = (
  traffic: Traffic,
  id: AssumptionId,
) => Iterable<Sighting<Reading>>;

export type Verdict = "holds" | "fails";

/** Checks by their names; one of a choice shows every reading that the sandbox may take. */
export type Checks = {
  readonly [Name in CheckName]?: Check<Name extends keyof Choices ? Choices[Name] : Verdict>;
};

export function see<Reading extends string>(
  { place }: { readonly place: string },
  reading: Reading,
): Sighting<Reading> {
  return { reading, place };
}

export function verdict(at: { readonly place: string }, holds: boolean): Sighting<Verdict> {
  return see(at, holds ? "holds" : "fails");
}

/**
 * Whether the exchange refused a call for what it asks, and not for a limit, a ban or a failure of
 * its own.
 */
export function isRefused({ ok, code, response: { status } }: ObservedCall): boolean {
  const isLimit = status === limitRules.exceeded.status || status === limitRules.banned.status;
  return !ok && code !== undefined && status < 500 && !isLimit;
}

/** Whether values or needed fields of the request are wrong; an unknown field may be let pass. */
export function hasWrongFields({ operation, requestFaults }: ObservedCall): boolean {
  return requestFaults.some(({ kind, pointer }) => {
    return kind === "parameter" && pointer !== operation?.pointer;
  });
}

/** Remembers what was found in traffic, which several checks ask for. */
export function once<Found>(find: (traffic: Traffic) => Found): (traffic: Traffic) => Found {
  const known = new WeakMap<Traffic, Found>();
  return (traffic) => {
    const found = known.get(traffic) ?? find(traffic);
    known.set(traffic, found);
    return found;
  };
}

export function callsOf(
  { calls }: Pick<Traffic, "calls">,
  ...ids: readonly string[]
): readonly ObservedCall[] {
  return calls.filter(({ id }) => ids.includes(id));
}

/** The rows of a response: a list, or the one record that it is. */
export function rowsOf({ ok, payload }: ObservedCall): readonly Row[] {
  return ok ? [payload].flat().map(fieldsIn) : [];
}

export type Row = Readonly<Record<string, unknown>>;

/** Each two neighbours of one conversation. */
export function* neighbours<Item extends { readonly conversation: string }>(
  items: readonly Item[],
): Generator<readonly [before: Item, after: Item]> {
  const last = new Map<string, Item>();
  for (const item of items) {
    const before = last.get(item.conversation);
    if (before !== undefined) yield [before, item];
    last.set(item.conversation, item);
  }
}

/** A whole number, as milliseconds, an id or a count; `undefined` for anything else. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
}

/** An id: a whole number of any size. */
export function int64In(value: unknown): Int64 | undefined {
  return typeof value === "number" || typeof value === "bigint" ? value : undefined;
}

/** The code of an error, by the name that the contract gives it. */
export function codeOf(name: ErrorName): number | undefined {
  return errorCodes.find((each) => each.name === name)?.code;
}

type ErrorName = (typeof errorCodes)[number]["name"];

/** A text, or the empty one. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
