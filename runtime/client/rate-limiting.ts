/** Keeps the attempts of one client within the rate limits. */

import type { Clock } from "../call/clock.ts";
import type { Attempt, CallContext, CallLimiter, CallState } from "../call/context.ts";
import { notify, type StoreEvent } from "../call/options.ts";
import type { CallResult, Permit, RateLimiter } from "../rate-limits/limiter.ts";
import { createRateLimiter } from "../rate-limits/limiter.ts";
import type { LimitTables } from "../rate-limits/windows.ts";
import type { OperationDescriptor } from "../tables.ts";
import type { ClientOptions, LimitOptions } from "./options.ts";

/** Generated facts of the rate limits. */
export interface ClientLimitTables extends Omit<LimitTables, "backoff"> {
  /** Operation that reads the trading rules, which placements wait for. */
  readonly rulesOperation?: string | undefined;
}

/** Makes the rate limiter of a client; `undefined` where it is switched off. */
export function createClientLimits(
  { rulesOperation, ...limits }: ClientLimitTables,
  { settings, tables }: Pick<CallContext, "settings" | "tables">,
  given: NonNullable<ClientOptions["limits"]> = {},
): CallLimiter | undefined {
  const { apiKey = "", after } = settings;
  if (given === false) return undefined;
  const { backoff } = tables.retry;
  const { banned } = limits.rules;
  const timeOperation = tables.signing.time.operation;
  const isLimiter = "acquire" in given;
  const { account = apiKey, ...own }: LimitOptions = isLimiter ? {} : given;
  const limiter = isLimiter ? given : createRateLimiter({ ...limits, backoff }, { after, ...own });
  // Some Workers have no weak references.
  const { WeakRef: Weak } = globalThis as Partial<typeof globalThis>;
  limiter.subscribe(listenerOf(Weak ? new Weak(settings) : { deref: () => settings }));
  // Clients that share a limiter must know the exchange's time, or their windows would differ.
  const isShared = isLimiter || own.store !== undefined;
  const priorityOf = priorities(tables.operations, [timeOperation], rulesOperation);
  const counter = own.store ?? limiter;
  let clock: Clock | undefined;
  return {
    correctClock: (...wrong) => {
      if (leaders.get(counter) === clock) limiter.correctClock(...wrong);
    },
    banEndMs: (status, message) =>
      status === banned.status ? banEndMs(message, banned.endWord) : undefined,
    attempt: async (state, context, send) => {
      const { operation } = state.request;
      clock = context.clock;
      if (isShared && clock.errorMs() === Infinity && operation.id !== timeOperation) {
        await state.deadline.guard(async () => context.clock.known?.());
      }
      chooseLeader(counter, clock, limiter);
      const limited = { limiter, account, priority: priorityOf(operation), counter };
      const acquired = acquireFor(state, context, limited);
      const permit = acquired instanceof Promise ? await acquired : acquired;
      let ended: Attempt | undefined;
      try {
        ended = await send(state, context);
        return ended;
      } finally {
        limiter.release(permit, ended && resultOf(ended));
      }
    },
  };
}

/** A store outlives its clients: what it calls must not keep them. */
function listenerOf(client: { readonly deref: () => CallContext["settings"] | undefined }) {
  return (event: StoreEvent): void => notify({ settings: client.deref() ?? {} }, event);
}

/**
 * The clock of the client that knows the exchange's time best, by what counts the calls: those who
 * share it count by one clock, or a new client would forget what the others have used.
 */
const leaders = new WeakMap<object, Clock>();

function chooseLeader(counter: object, own: Clock, { correctClock }: RateLimiter): void {
  const leader = leaders.get(counter) ?? own;
  const errorMs = leader.errorMs();
  // Much more exact: each change of the leader is a correction.
  const next = own.errorMs() * 2 < errorMs ? own : leader;
  leaders.set(counter, next);
  const nowMs = leader.serverMs();
  if (next !== leader) correctClock(next.serverMs() - nowMs, { nowMs, errorMs });
}

/** A permit for the next attempt of a call; rejects when the call ends before. */
function acquireFor(
  { deadline, call, attempt, sent, request }: CallState,
  context: CallContext,
  { limiter, counter, ...limited }: Limited,
): Permit | Promise<Permit> {
  const { operation, query, body } = request;
  deadline.check();
  const acquired = limiter.acquire({
    operation,
    query,
    body,
    ...limited,
    attempts: sent,
    leftMs: () => deadline.leftMs(),
    // Another client may lead when the wait, or the call, ends.
    // Not getters, for the reason at ResponseEvent in call.ts.
    clock: () => leaders.get(counter) ?? context.clock,
    signal: () => deadline.signal,
    onWait: (waitMs, window) =>
      notify(context, { kind: "wait", call, operation: operation.id, attempt, waitMs, window }),
    onPressure: () => context.clock.refresh?.(),
    // The cheapest call there is.
    onUnknown: () => void context.clock.known?.(),
  });
  if (!(acquired instanceof Promise)) return acquired;
  const permit = deadline.guard(() => acquired);
  // A call that has ended gives a permit back that comes at the same moment, or later.
  permit.catch(() => acquired.then(limiter.release, () => undefined));
  return permit;
}

interface Limited {
  readonly limiter: RateLimiter;
  readonly account: string;
  readonly priority: number;
  /** What counts the calls; see `leaders`. */
  readonly counter: object;
}

/**
 * Calls that cancel or query an order go first, with those that they depend on: the time and listen
 * keys. Placements come next, with the trading rules that check them; other reads come last.
 */
function priorities(
  operations: CallContext["tables"]["operations"],
  needed: readonly string[],
  rulesOperation: string | undefined,
): (operation: OperationDescriptor) => number {
  const all = Object.values(operations);
  const resolving = all.flatMap(({ placement }) => placement?.resolvedBy.operation ?? []);
  const first = new Set([...needed, ...resolving]);
  return ({ id, method, placement }) => {
    if (placement !== undefined || id === rulesOperation) return 1;
    return method !== "GET" || first.has(id) ? 0 : 2;
  };
}

/** The end of a ban in Unix milliseconds; it follows `endWord` in the message. */
export function banEndMs(message: string, endWord: string | undefined): number | undefined {
  if (endWord === undefined) return undefined;
  const time = new RegExp(`\\b${endWord} ([0-9]{13})\\b`).exec(message)?.[1];
  return time === undefined ? undefined : Number(time);
}

function resultOf(ended: Attempt): CallResult {
  if (ended.kind === "failed") return { ...ended.cause, headers: ended.headers };
  const { response, value } = ended;
  return { status: response.status, headers: response.headers, value };
}
