/** The result of a check: a piece of traffic that shows one reading of an assumption. */

import type { AssumptionId, CheckName } from "../../../generated/assumptions.ts";
import { errorCodes } from "../../../generated/errors.ts";
import { limitRules } from "../../../generated/limits.ts";
import type { OperationId, Role } from "../../../generated/operations.ts";
import type { Choices } from "../../../generated/sandbox.ts";
import { userRecords } from "../../../generated/user-data.ts";
import { fieldsIn } from "../../../runtime/encoding/json-value.ts";
import type { Int64 } from "../../../runtime/tables.ts";
import type { EventRecords, UserRecords } from "../../../runtime/user-data/types.ts";
import { keyHeader } from "../../recordings/call-recording.ts";
import type { ObservedCall, ObservedMessage, Place, Traffic } from "../traffic.ts";

/** `holds` or `fails` where an assumption has no readings of its own. */
export interface Sighting<Reading extends string = string> {
  readonly reading: Reading;
  readonly place: Place;
}

/** Checks one assumption; several assumptions may share a check. */
export type Check<Reading extends string = string> = (
  traffic: Traffic,
  id: AssumptionId,
) => Iterable<Sighting<Reading>>;

export type Verdict = "holds" | "fails";

/** Checks by name; a check of a sandbox choice returns one of its readings. */
export type Checks = {
  readonly [Name in CheckName]?: Check<Name extends keyof Choices ? Choices[Name] : Verdict>;
};

/** What one piece of traffic shows: nothing, a reading, or one for each of its rows. */
type Shown<Reading> = Reading | readonly Reading[] | undefined;

type ReadCall<Reading> = (call: ObservedCall, traffic: Traffic, id: AssumptionId) => Shown<Reading>;

/** A check of the calls of operations one by one, by their roles or ids. */
export function ofCalls<Reading extends string>(
  names: readonly (Role | OperationId)[],
  read: ReadCall<Reading>,
): Check<Reading> {
  return (traffic, id) =>
    callsOf(traffic, ...names).flatMap((call) => sightings(call, read(call, traffic, id)));
}

export function ofEveryCall<Reading extends string>(read: ReadCall<Reading>): Check<Reading> {
  return (traffic, id) => traffic.calls.flatMap((call) => sightings(call, read(call, traffic, id)));
}

/** A check of each two consecutive calls of a conversation; the second shows it. */
export function ofPairs<Reading extends string>(
  read: (before: ObservedCall, after: ObservedCall) => Shown<Reading>,
): Check<Reading> {
  return ({ calls }) =>
    [...neighbours(calls)].flatMap(([before, after]) => sightings(after, read(before, after)));
}

/** A check of the messages of a kind. */
export function ofMessages<Reading extends string>(
  isOfKind: (message: ObservedMessage) => boolean,
  read: (message: ObservedMessage, traffic: Traffic) => Shown<Reading>,
): Check<Reading> {
  return (traffic) =>
    traffic.messages
      .filter(isOfKind)
      .flatMap((message) => sightings(message, read(message, traffic)));
}

/** What a message says of an account; another contract may keep none. */
export function recordsOf({ data }: ObservedMessage): EventRecords | undefined {
  const { events }: Partial<UserRecords> = userRecords ?? {};
  return events?.[textOf(data["e"])];
}

function sightings<Reading extends string>(
  at: { readonly place: Place },
  shown: Shown<Reading>,
): readonly Sighting<Reading>[] {
  const readings = shown === undefined ? [] : [shown].flat();
  return readings.map((reading) => see(at, reading as Reading));
}

export function see<Reading extends string>(
  { place }: { readonly place: Place },
  reading: Reading,
): Sighting<Reading> {
  return { reading, place };
}

export function verdict(holds: boolean): Verdict {
  return holds ? "holds" : "fails";
}

/** Whether the exchange refused the request itself, not for a limit, a ban or its own failure. */
export function isRefused({ ok, code, response: { status } }: ObservedCall): boolean {
  const isLimit = status === limitRules.exceeded.status || status === limitRules.banned.status;
  return !ok && code !== undefined && status < 500 && !isLimit;
}

/** Whether it was refused for the number of orders, which the exchange counts by account. */
export function isOverOrders({ code }: ObservedCall): boolean {
  return code !== undefined && code === limitRules.exceeded.ordersCode;
}

export function hasKey({ request }: ObservedCall): boolean {
  return request.headers.has(keyHeader.toLowerCase());
}

/** Whether the request has wrong values or lacks fields; an unknown field may be accepted. */
export function hasWrongFields({ operation, requestIssues }: ObservedCall): boolean {
  return requestIssues.some(({ kind, pointer }) => {
    return kind === "parameter" && pointer !== operation?.pointer;
  });
}

/** The calls of operations, by their roles or ids. */
export function callsOf(
  { calls }: Pick<Traffic, "calls">,
  ...names: readonly (Role | OperationId)[]
): readonly ObservedCall[] {
  const wanted: readonly string[] = names;
  return calls.filter(({ role = "", id }) => wanted.includes(role) || wanted.includes(id));
}

/** The rows of a response: a list, or its single record. */
export function rowsOf({ ok, payload }: ObservedCall): readonly Row[] {
  return ok ? [payload].flat().map(fieldsIn) : [];
}

export type Row = Readonly<Record<string, unknown>>;

/** Consecutive pairs of each conversation. */
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

/** Calls with their account added to their conversation: one address may have several. */
export function byAccount(calls: readonly ObservedCall[]): readonly ObservedCall[] {
  return calls.map((call) => {
    return { ...call, conversation: `${call.conversation} ${accountOf(call)}` };
  });
}

/** The account of a call by its API key, which is replaced by a number. */
export function accountOf({ request }: ObservedCall): string {
  return request.headers.get(keyHeader.toLowerCase()) ?? "";
}

/** An integer such as milliseconds, an id or a count; `undefined` for anything else. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
}

/** An id: an integer of any size. */
export function int64In(value: unknown): Int64 | undefined {
  return typeof value === "number" || typeof value === "bigint" ? value : undefined;
}

/** The code of a named error; `NaN`, which no response has, where another contract lacks it. */
export function codeOf(name: ErrorName): number | undefined {
  return errorCodes.find((each) => each.name === name)?.code ?? Number.NaN;
}

type ErrorName = (typeof errorCodes)[number]["name"];

/** The text, or an empty one. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
