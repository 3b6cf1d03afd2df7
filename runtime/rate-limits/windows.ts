/** The windows that count calls, and what a call costs in each. Pure. */

import type { Pair } from "../encoding/percent.ts";
import type {
  Counted,
  LimitDescriptor,
  LimitRules,
  OperationDescriptor,
  RetryDescriptor,
} from "../tables.ts";
import type { Charge } from "./store.ts";
import { weigh } from "./weight.ts";

/** Generated tables of rate limits. */
export interface LimitTables {
  readonly windows: readonly LimitDescriptor[];
  readonly rules: LimitRules;
  /** The wait where the exchange states none. */
  readonly backoff: RetryDescriptor["backoff"];
}

/** A window whose amount is known. */
export interface CountedWindow extends Counted {
  readonly id: string;
  readonly windowMs: number;
  readonly amount: number;
  /** Response header with the usage; absent for windows that only exchange information lists. */
  readonly header?: string;
}

/** The facts of a call that determine its cost. */
export interface CountedCall {
  readonly operation: OperationDescriptor;
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
  /** The account whose usage counts, for windows that count per account. */
  readonly account: string;
  /** 0 is the highest. */
  readonly priority: number;
}

/** The windows of the spec; those without an amount limit nothing. */
export function countedWindows(limits: readonly LimitDescriptor[]): readonly CountedWindow[] {
  return limits.flatMap(({ amount, ...window }) =>
    amount === null ? [] : [{ ...window, amount }],
  );
}

/**
 * Updates the windows with those that exchange information lists. Unreadable entries are skipped:
 * the amounts of the spec stay.
 */
export function listedWindows(
  windows: readonly CountedWindow[],
  information: unknown,
  { kinds, unitsMs }: NonNullable<LimitRules["listed"]>,
): readonly CountedWindow[] {
  const { rateLimits } = Object(information) as { readonly rateLimits?: unknown };
  const all = [...windows];
  for (const each of Array.isArray(rateLimits) ? rateLimits : []) {
    const { rateLimitType, interval, intervalNum, limit } = Object(each) as ListedLimit;
    const kind = kinds[rateLimitType];
    const windowMs = (unitsMs[interval] ?? 0) * Number(intervalNum);
    const isCounted = [windowMs, limit].every((one) => Number.isSafeInteger(one) && one >= 1);
    if (kind === undefined || !isCounted) continue;
    const at = all.findIndex(
      (one) => one.counts === kind.counts && one.per === kind.per && one.windowMs === windowMs,
    );
    const known = all[at] ?? {
      ...kind,
      id: `${rateLimitType}/${intervalNum}/${interval}`,
      windowMs,
    };
    all[at === -1 ? all.length : at] = { ...known, amount: limit };
  }
  return all;
}

interface ListedLimit {
  readonly rateLimitType: string;
  readonly interval: string;
  /** A bigint beyond 2^53. */
  readonly intervalNum: number | bigint;
  readonly limit: number;
}

/** The fraction of each window that a call leaves for each higher priority. */
const reserved = 0.01;

/** The charge of a call for each window that counts it. `share` of each amount is ours. */
export function chargesFor(
  windows: readonly CountedWindow[],
  call: CountedCall,
  share: number,
): readonly Charge[] {
  const charges: Charge[] = [];
  for (const window of windows) {
    const cost = costOf(window, call);
    if (cost === 0) continue;
    const { id, per, windowMs, header } = window;
    const amount = Math.floor(window.amount * share);
    const room = amount - Math.floor(amount * reserved * call.priority);
    const key = per === "ip" ? id : `${id}:${call.account}`;
    // A call that costs more than the whole window is sent once the window is empty.
    charges.push({ key, window: id, windowMs, amount: Math.max(room, cost), cost, header });
  }
  return charges;
}

function costOf({ counts, per }: CountedWindow, { operation, query, body }: CountedCall): number {
  if (counts === "orders") return operation.placement === undefined ? 0 : 1;
  if (counts === "requests") return 1;
  const weight = operation.weight?.[per];
  // A weight that is not stated is at least 1.
  if (weight === undefined) return operation.weight === null && per === "ip" ? 1 : 0;
  if (weight.kind === "fixed") return weight.weight;
  return weigh(weight, Object.fromEntries([...query, ...body]));
}

/** The usage of each window by a response's headers; values that are no count are ignored. */
export function usedBy(
  charges: readonly Charge[],
  headers: Headers | undefined,
): readonly (number | undefined)[] {
  return charges.map(({ header }) => {
    const text = header === undefined ? null : headers?.get(header);
    return text && /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
  });
}
