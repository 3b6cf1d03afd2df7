/** The windows that count calls, and what each call uses of them. Pure. */

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

/** The generated data of rate limits. */
export interface LimitTables {
  readonly windows: readonly LimitDescriptor[];
  readonly rules: LimitRules;
  /** How long to wait where the exchange does not say. */
  readonly backoff: RetryDescriptor["backoff"];
}

/** A window whose amount is known. */
export interface CountedWindow extends Counted {
  readonly id: string;
  readonly windowMs: number;
  readonly amount: number;
  /** Response header with the usage; unknown for windows that only exchange information lists. */
  readonly header?: string;
}

/** What a call is counted by. */
export interface CountedCall {
  readonly operation: OperationDescriptor;
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
  /** The account whose usage counts, for windows that count per account. */
  readonly account: string;
  /** 0 is the highest. */
  readonly priority: number;
}

/** The windows of the spec; one without an amount limits nothing. */
export function countedWindows(limits: readonly LimitDescriptor[]): readonly CountedWindow[] {
  return limits.flatMap(({ amount, ...window }) =>
    amount === null ? [] : [{ ...window, amount }],
  );
}

/**
 * The windows with the amounts that exchange information lists, and with windows that only it
 * lists. Entries that cannot be read are skipped: the amounts of the spec stay.
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

/** The part of each window that a call leaves for every priority above its own. */
const reserved = 0.01;

/** What the call uses of each window that counts it. `share` of each amount is ours. */
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
    // A call that costs more than the whole window is sent when nothing else was.
    charges.push({ key, window: id, windowMs, amount: Math.max(room, cost), cost, header });
  }
  return charges;
}

function costOf({ counts, per }: CountedWindow, { operation, query, body }: CountedCall): number {
  if (counts === "orders") return operation.placement === undefined ? 0 : 1;
  if (counts === "requests") return 1;
  const weight = operation.weight?.[per];
  // An unstated weight is at least 1.
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
