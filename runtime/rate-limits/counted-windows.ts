/** The windows that count a client's calls, and what each call takes from them. */

import type { Pair } from "../encoding/percent.ts";
import type {
  Counted,
  LimitDescriptor,
  LimitRules,
  OperationDescriptor,
  RetryDescriptor,
} from "../tables.ts";
import type { Debit } from "./budget.ts";
import { weigh } from "./weight.ts";

/** The generated data that calls are admitted by. */
export interface LimitTables {
  readonly windows: readonly LimitDescriptor[];
  readonly rules: LimitRules;
  /** How long is waited where the exchange does not say. */
  readonly backoff: RetryDescriptor["backoff"];
}

/** A window whose amount is known. */
export interface CountedWindow extends Counted {
  readonly id: string;
  readonly windowMs: number;
  readonly amount: number;
  /** Tells what is used; a window that only exchange information lists has none that is known. */
  readonly header?: string;
}

/** What a call is counted by. */
export interface CountedCall {
  readonly operation: OperationDescriptor;
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
  /** Whose budget it is where a window counts for an account. */
  readonly account: string;
  /** 0 goes first. */
  readonly priority: number;
}

/** The windows of the spec; one without an amount cannot be kept. */
export function countedWindows(limits: readonly LimitDescriptor[]): readonly CountedWindow[] {
  return limits.flatMap(({ amount, ...window }) =>
    amount === null ? [] : [{ ...window, amount }],
  );
}

/**
 * The windows with the amounts that exchange information lists, and those that only it knows. What
 * cannot be read is passed over: the amounts of the spec stay.
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
    const windowMs = (unitsMs[interval] ?? 0) * intervalNum;
    if (kind === undefined || !(windowMs > 0) || !Number.isSafeInteger(limit) || limit < 1)
      continue;
    const at = all.findIndex((one) => one.counts === kind.counts && one.windowMs === windowMs);
    const known = all[at] ?? {
      ...kind,
      id: `${rateLimitType}/${intervalNum}/${interval}`,
      windowMs,
    };
    all.splice(at === -1 ? all.length : at, 1, { ...known, amount: limit });
  }
  return all;
}

interface ListedLimit {
  readonly rateLimitType: string;
  readonly interval: string;
  readonly intervalNum: number;
  readonly limit: number;
}

/** Of each window this much is left for every step of priority above a call's own. */
const reserved = 0.01;

/** What the call takes from each window that counts it. `share` of each amount is ours. */
export function debitsOf(
  windows: readonly CountedWindow[],
  call: CountedCall,
  share: number,
): readonly Debit[] {
  const debits: Debit[] = [];
  for (const window of windows) {
    const cost = costOf(window, call);
    if (cost === 0) continue;
    const { id, per, windowMs, header } = window;
    const amount = Math.floor(window.amount * share);
    const room = amount - Math.floor(amount * reserved * call.priority);
    const key = per === "ip" ? id : `${id}:${call.account}`;
    // What costs more than there ever is goes alone.
    debits.push({ key, window: id, windowMs, amount: Math.max(room, cost), cost, header });
  }
  return debits;
}

function costOf({ counts, per }: CountedWindow, { operation, query, body }: CountedCall): number {
  if (counts === "orders") return operation.placement === undefined ? 0 : 1;
  if (counts === "requests") return 1;
  const weight = operation.weight?.[per];
  // What is not stated costs at least something.
  if (weight === undefined) return operation.weight === null && per === "ip" ? 1 : 0;
  if (weight.kind === "fixed") return weight.weight;
  return weigh(weight, Object.fromEntries([...query, ...body]));
}

/** What the headers of an answer say is used of each budget; whatever is no count says nothing. */
export function usedBy(
  debits: readonly Debit[],
  headers: Headers | undefined,
): readonly (number | undefined)[] {
  return debits.map(({ header }) => {
    const text = header === undefined ? null : headers?.get(header);
    return text && /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
  });
}
