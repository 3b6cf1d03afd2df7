/** What places, cancels and checks orders: loaded with the client, or by the first placement. */

import { interruptedError } from "../call/call.ts";
import type { CallContext, RequestChecks } from "../call/context.ts";
import { Deadline } from "../call/deadline.ts";
import type { CallOptions } from "../call/options.ts";
import { reasonOf, safeError } from "../call/redact.ts";
import { TransportError } from "../errors.ts";
import type { PlacementGuard } from "../orders/guard.ts";
import type { ListedSymbols } from "../orders/symbols.ts";
import type { OrderCall, OrderCalls } from "../orders/types.ts";

/** Features of orders. */
export interface OrderFeatures {
  /** Checks orders by their type and the filters of their symbol before they are sent. */
  readonly orderChecks?:
    | ((context: CallContext, symbols?: ListedSymbols) => PlacementGuard)
    | undefined;
  /** Resolves the outcome of placements whose response was lost. */
  readonly placements?: ((context: CallContext, checks?: RequestChecks) => OrderCalls) | undefined;
  /** Resolves the outcome of cancellations whose response was lost. */
  readonly cancellations?:
    | ((context: CallContext, checks?: RequestChecks) => OrderCalls)
    | undefined;
}

/** The same for one client. */
export interface Orders extends OrderCalls {
  readonly checks?: RequestChecks | undefined;
  readonly symbols?: ListedSymbols | undefined;
}

/** Puts the features together; the checks take the symbols that a client knows already. */
export function createOrders(
  { orderChecks, placements, cancellations }: OrderFeatures,
  context: CallContext,
  known?: ListedSymbols,
): Orders {
  const guard = orderChecks?.(context, known);
  const placed = placements?.(context, guard);
  const canceled = cancellations?.(context, guard);
  return {
    symbols: guard?.symbols,
    checks: guard,
    calls: { ...placed?.calls, ...canceled?.calls },
    methods: {
      ...placed?.methods,
      ...canceled?.methods,
      ...(guard && { filters: guard.filters }),
    },
  };
}

/** What is loaded with the first placement, and what it will have. */
export interface LaterFeatures {
  readonly load: () => Promise<Pick<OrderFeatures, "placements" | "orderChecks">>;
  /** Ids of the operations that place an order. */
  readonly operations: readonly string[];
  /** Names of the methods; a `try...` gives the outcome of a placement. */
  readonly methods: readonly string[];
}

type Method = (...given: readonly unknown[]) => unknown;

/**
 * The same, with the code of placements loaded by the first of them: what cannot be loaded is not
 * sent. Cancellations wait for nothing, as they may be needed when nothing else works.
 */
export function ordersLater(
  { load, operations, methods }: LaterFeatures,
  cancellations: NonNullable<OrderFeatures["cancellations"]>,
  symbols: ListedSymbols,
  context: CallContext,
): Orders {
  let made: Orders | undefined;
  const loaded = async (name: string, options?: CallOptions): Promise<Orders> => {
    const features = await loadWithin(load, name, options, context);
    made ??= createOrders(features, context, symbols);
    return made;
  };
  const call = (id: string): OrderCall => {
    return async (operation, given, options) => {
      const { calls } = made ?? (await loaded(id, options));
      return (calls[id] as OrderCall)(operation, given, options);
    };
  };
  const method = (name: string): Method => {
    const isTry = name.startsWith("try");
    return async (given, options) => {
      let orders = made;
      const { timeoutMs, signal } = Object(isTry ? options : given) as CallOptions;
      if (orders === undefined) context.features.optionChecks?.call(name, { timeoutMs, signal });
      try {
        orders ??= await loaded(name, { timeoutMs, signal });
      } catch (error) {
        if (isTry) return { kind: "rejected", error, attempts: 0 };
        throw error;
      }
      return (orders.methods[name] as Method)(given, options);
    };
  };
  const named = <Value>(names: readonly string[], make: (name: string) => Value) =>
    Object.fromEntries(names.map((name) => [name, make(name)]));
  const checks = context.settings.validate === false ? { hintFor: symbols.hintFor } : symbols;
  const canceled = cancellations(context, checks);
  return {
    symbols,
    checks,
    calls: { ...named(operations, call), ...canceled.calls },
    methods: {
      ...named(methods, method),
      ...canceled.methods,
      // Before the code is there, no placement waits for what a stream reports.
      observeOrder: (order: object) => (made?.methods["observeOrder"] as Method)?.(order),
    },
  };
}

/** Loads code within a call's time. What cannot be loaded is not sent. */
async function loadWithin<Code>(
  load: () => Promise<Code>,
  name: string,
  { timeoutMs, signal }: CallOptions = {},
  { settings }: CallContext,
): Promise<Code> {
  const limitMs = timeoutMs ?? settings.timeoutMs;
  const deadline = new Deadline(limitMs, settings, signal);
  try {
    return await deadline.guard(load);
  } catch (error) {
    if (deadline.interruption() !== undefined) {
      throw interruptedError({ deadline, timeoutMs: limitMs, sent: 0 }, name);
    }
    const what = `The code of placements could not be loaded (${reasonOf(error)})`;
    const details = { operation: name, cause: safeError(error) };
    throw new TransportError(`${what}; serve all files of the bundle.`, "notSent", details);
  } finally {
    deadline.release();
  }
}
