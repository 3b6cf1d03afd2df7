/** How one client meets its limits: by which admission, for which account, and in which order. */

import { admitted } from "../client/admitted.ts";
import { notify } from "../client/call-event.ts";
import type { CallerTables, Settings } from "../client/caller-options.ts";
import { timeOperationOf } from "../client/caller-options.ts";
import type { OperationDescriptor } from "../tables.ts";
import type { RateLimiter, RateLimiterOptions } from "./admission.ts";
import { createRateLimiter } from "./admission.ts";

/** What each attempt of a client is admitted with. */
export interface ClientLimits {
  readonly admission: RateLimiter;
  readonly account: string;
  /** Who counts together must know the time before, or their windows would not be the same. */
  readonly isShared: boolean;
  readonly priorityOf: (operation: OperationDescriptor) => number;
  readonly admitted: typeof admitted;
}

/** Limits as they are set for one client. */
export interface LimitOptions extends RateLimiterOptions {
  /** Name of the account, for whom several keys of it are used; the key stands for it if absent. */
  readonly account?: string | undefined;
}

/** Makes the limits of a client; `undefined` where there are none, or they are switched off. */
export function createClientLimits(
  tables: CallerTables,
  settings: Settings,
): ClientLimits | undefined {
  const { limits: given, apiKey: key = "", after } = settings;
  if (tables.limits === undefined || given === false) return undefined;
  const admission =
    "admit" in given
      ? given
      : createRateLimiter({ ...tables.limits, backoff: tables.retry.backoff }, { after, ...given });
  admission.watch((event) => notify({ settings }, event));
  const isShared = "admit" in given || given.store !== undefined;
  const account = "account" in given ? (given.account ?? key) : key;
  return { admission, account, isShared, priorityOf: priorities(tables), admitted };
}

/**
 * What ends or finds an order goes first, with all that is needed for that: the time, and the keys
 * of streams. Placements come next, and the rules that they are checked by; reading comes last.
 */
function priorities(tables: CallerTables): ClientLimits["priorityOf"] {
  const all = Object.values(tables.operations);
  const first = new Set(all.flatMap(({ placement }) => placement?.resolvedBy.operation ?? []));
  first.add(timeOperationOf(tables));
  const rules = tables.placements?.refresh?.operation;
  return ({ id, method, placement }) => {
    if (placement !== undefined || id === rules) return 1;
    return method !== "GET" || first.has(id) ? 0 : 2;
  };
}
