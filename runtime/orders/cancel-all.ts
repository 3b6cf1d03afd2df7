/**
 * Cancels every open order, until the exchange lists none. Orders that are filled or placed
 * meanwhile are part of it: each round lists the open orders again.
 */

import { type CallOptions, usualTimeoutMs } from "../call/options.ts";
import { requireRows } from "../call/rows.ts";
import { printable } from "../encoding/json-value.ts";
import type { ErrorDetails } from "../errors.ts";
import {
  AbortedError,
  ApiError,
  because,
  NotCanceledError,
  TradespecError,
  TransportError,
  UnknownCancellationError,
} from "../errors.ts";
import { pause } from "../pause.ts";
import type { Adapters } from "../platform.ts";
import type { CanceledOrder, Cancellation, EndedOrder } from "./cancellation.ts";
import type { CancellationRules } from "./cancellation-state.ts";

/** What canceling all orders calls, and the spec's rules for it. */
export interface CancelAllSource<Key, Body, Order> {
  readonly client: Pick<Adapters, "now" | "after">;
  readonly list: (options: CallOptions) => Promise<readonly Order[]>;
  readonly cancel: (order: Key, options: CallOptions) => Promise<Cancellation<Body, Order>>;
  readonly query: (order: Key, options: CallOptions) => Promise<Order>;
  /** Fields that identify an order in each of these calls. */
  readonly names: readonly string[];
  readonly operation: string;
  readonly rules: Pick<CancellationRules, "status" | "canceled" | "refusedCode">;
  readonly isFinal: (status: string) => boolean;
}

/** Not every order is known to have ended: the time was up, or the exchange refuses. */
export class NotAllCanceledError extends TradespecError {
  override readonly name: string = "NotAllCanceledError";
  /** The last outcome of each order that was open once. */
  readonly outcomes: readonly Cancellation[];
  /** The orders that were open at the last look; absent if none could be read. */
  readonly open: readonly object[] | undefined;

  constructor(
    outcomes: readonly Cancellation[],
    open: readonly object[] | undefined,
    details: ErrorDetails,
  ) {
    const what =
      open === undefined ? "it is unknown what is open" : `open at the last look: ${open.length}`;
    const text = `Canceling all orders did not end: ${what}. Trying again does no harm.`;
    super(text + because(details), details);
    this.outcomes = outcomes;
    this.open = open;
  }

  override toJSON(): Record<string, unknown> {
    return printable(super.toJSON());
  }
}

/** What is known while orders are canceled. */
interface Sweep<Key, Body, Order> {
  readonly source: CancelAllSource<Key, Body, Order>;
  /** Every order that was open once, by its fields. */
  readonly known: Map<string, Known<Key, Body, Order>>;
  /** What was listed last. */
  open?: readonly Order[];
}

/** What became of an order, for certain. */
type Settled<Body, Order> = CanceledOrder<Body, Order> | EndedOrder<Order>;

interface Known<Key, Body, Order> {
  readonly key: Key;
  readonly outcome: Cancellation<Body, Order>;
}

/** Between two looks without progress, unless the exchange asks for more. */
const waitMs = 1000;

/**
 * The outcome of each order, once none is open.
 * @throws NotAllCanceledError
 */
export async function cancelUntilNoneIsOpen<
  Key extends object,
  Body extends object,
  Order extends object,
>(
  source: CancelAllSource<Key, Body, Order>,
  { timeoutMs = usualTimeoutMs, ...options }: CallOptions = {},
): Promise<readonly Settled<Body, Order>[]> {
  const { client, operation } = source;
  const endMs = client.now() + timeoutMs;
  const sweep: Sweep<Key, Body, Order> = { source, known: new Map() };
  let cause: unknown;
  for (let leftMs = timeoutMs; leftMs >= 1; leftMs = endMs - client.now()) {
    try {
      const look = await cancelListed(sweep, { ...options, timeoutMs: leftMs });
      if (look === "none open") return outcomesOf(sweep).filter(isSettled);
      if (look === "progress") continue;
      cause = look.error;
    } catch (error) {
      cause = error;
    }
    if (!mayRepeat(cause)) break;
    const askedMs = cause instanceof ApiError ? cause.retryAfterMs : undefined;
    const pauseMs = Math.min(askedMs ?? waitMs, Math.max(endMs - client.now(), 0));
    try {
      await pause(pauseMs, client.after, operation, options.signal);
    } catch (error) {
      cause = error;
      break;
    }
  }
  throw new NotAllCanceledError(outcomesOf(sweep), sweep.open, {
    operation,
    cause: cause as Error | undefined,
  });
}

function outcomesOf<Key, Body, Order>({ known }: Sweep<Key, Body, Order>) {
  return [...known.values()].map(({ outcome }) => outcome);
}

/** Cancels what is open, and queries what is in doubt and no longer listed. */
async function cancelListed<Key extends object, Body extends object, Order extends object>(
  sweep: Sweep<Key, Body, Order>,
  options: CallOptions,
): Promise<"none open" | "progress" | { readonly error: TradespecError | undefined }> {
  const { source, known } = sweep;
  sweep.open = requireRows(await source.list(options), "the open orders");
  const listed = new Map(sweep.open.map((order) => withId(order, source)));
  const cancels = [...listed].filter(([id]) => !isSettled(known.get(id)?.outcome));
  const queries = [...known].filter(([id, { outcome }]) => !listed.has(id) && !isSettled(outcome));
  if (listed.size === 0 && queries.length === 0) return "none open";
  const results = await Promise.all([
    ...cancels.map(([id, key]) => settle([id, key], source, options)),
    ...queries.map(async ([id, one]) => [id, await resolve(one, source, options)] as const),
  ]);
  for (const [id, one] of results) known.set(id, one);
  const errors = results.flatMap(([, { outcome }]) => (isSettled(outcome) ? [] : [outcome.error]));
  const final = errors.find((error) => !mayRepeat(error));
  // One that has ended all the same may still be listed for a moment.
  return final === undefined && errors.length < results.length
    ? "progress"
    : { error: final ?? errors[0] };
}

/** Cancels an order. Where that is refused, it has perhaps ended, so it is queried. */
async function settle<Key extends object, Body extends object, Order extends object>(
  [id, key]: readonly [id: string, key: Key],
  source: CancelAllSource<Key, Body, Order>,
  options: CallOptions,
): Promise<readonly [id: string, known: Known<Key, Body, Order>]> {
  const outcome = await source.cancel(key, options);
  const { refusedCode } = source.rules;
  const known = { key, outcome };
  const error = outcome.kind === "rejected" ? outcome.error : undefined;
  const isRefused =
    error instanceof ApiError && (error.code === refusedCode || aboutOrder.has(error.advice));
  return [id, isRefused ? await resolve(known, source, options) : known];
}

/** The fields of an order that identify it, and the same as a text. */
function withId<Key, Body, Order extends object>(
  order: Order,
  { names }: CancelAllSource<Key, Body, Order>,
): readonly [id: string, key: Key] {
  const fields = names.map((name) => [name, Reflect.get(order, name)] as const);
  const given = fields.filter(([, value]) => value !== undefined);
  return [given.join(), Object.fromEntries(given) as Key];
}

/** What became of an order whose cancellation was refused or is in doubt. */
async function resolve<Key, Body extends object, Order extends object>(
  known: Known<Key, Body, Order>,
  { query, rules, isFinal, operation }: CancelAllSource<Key, Body, Order>,
  options: CallOptions,
): Promise<Known<Key, Body, Order>> {
  const { key, outcome } = known;
  const { attempts } = outcome;
  try {
    const order = await query(key, options);
    const status = String(Reflect.get(order, rules.status));
    if (rules.canceled.includes(status)) {
      return { key, outcome: { kind: "canceled", order, attempts } };
    }
    const cause = "error" in outcome ? outcome.error : undefined;
    const error = new NotCanceledError(status, order, { operation, attempts, cause });
    return isFinal(status) ? { key, outcome: { kind: "ended", order, error, attempts } } : known;
  } catch {
    return known;
  }
}

function isSettled<Body, Order>(
  outcome: Cancellation<Body, Order> | undefined,
): outcome is Settled<Body, Order> {
  return outcome?.kind === "canceled" || outcome?.kind === "ended";
}

/** Whether another look may help; without an error the list is only late. */
function mayRepeat(error: unknown): boolean {
  if (error === undefined || error instanceof UnknownCancellationError) return true;
  if (error instanceof TransportError) return !(error instanceof AbortedError);
  return error instanceof ApiError && repeatable.has(error.advice);
}

/** Refusals of the one order, which perhaps has ended: their codes are only assumed. */
const aboutOrder: ReadonlySet<string> = new Set(["queryFirst", "fixRequest", "fixOrder"]);

const repeatable: ReadonlySet<string> = new Set(["wait", "backOff", "resyncClock", "queryFirst"]);
