/** Checks placements before they are sent: order type, symbol filters, exchange filters. */

import { performCall } from "../client/call.ts";
import type { CallContext } from "../client/context.ts";
import { Deadline } from "../client/deadline.ts";
import { notify } from "../client/options.ts";
import type { PreparedRequest } from "../client/request.ts";
import { InvalidRequestError, TradespecError } from "../errors.ts";
import type { CheckOrderType } from "../filters/order-check.ts";
import { checkOrderRules } from "../filters/order-check.ts";
import type { CompileFilters, TradingRules } from "../filters/rules-cache.ts";
import { createRulesCache } from "../filters/rules-cache.ts";
import type { CompiledFilters } from "../filters/types.ts";

/** Generated tables for the checks of placements. */
export interface PlacementTables {
  readonly checkOrderType: CheckOrderType;
  readonly compileFilters: CompileFilters;
  /** The operation that reads the trading rules, and how long they stay fresh; `null`: none. */
  readonly refresh: { readonly operation: string; readonly everyMs: number } | null;
}

/** The check of one client's placements, with its filters. */
export interface PlacementGuard {
  /**
   * Throws or rejects with an InvalidRequestError for an order that the exchange would refuse;
   * returns a promise only while the trading rules load.
   */
  readonly check: (request: PreparedRequest, leftMs: number) => Promise<void> | undefined;
  readonly filters: (symbol: string) => Promise<CompiledFilters>;
}

/** Makes the guard of one client; it loads the trading rules on first use. */
export function createPlacementGuard(
  tables: PlacementTables,
  context: CallContext,
): PlacementGuard {
  const { validate } = context.settings;
  const isOn = validate !== false;
  const given = typeof validate === "boolean" ? {} : validate;
  const { orderFields = isOn, filters: hasFilters = isOn, waitMs = 5000 } = given;
  const rules = loadRules(tables, context);
  const filtersOf = async (symbol: string): Promise<CompiledFilters> => {
    const found = (await rules()).filtersOf(symbol);
    if (found !== undefined) return found;
    const name = JSON.stringify(symbol);
    throw new TradespecError(`The exchange information lists no symbol ${name}.`);
  };
  /** The filters; or why the order is sent unchecked. */
  const filtersWithin = async (limitMs: number, symbol: string, operation: string) => {
    // When loading takes longer, later orders get the rules.
    const deadline = new Deadline(limitMs, context.settings);
    try {
      return await deadline.guard(() => filtersOf(symbol));
    } catch (error) {
      const late = `The trading rules could not be read within ${Math.round(limitMs)} ms.`;
      const reason = error instanceof TradespecError ? error.message : late;
      notify(context, { kind: "unchecked", operation, reason });
      return undefined;
    } finally {
      deadline.release();
    }
  };
  const checkOrderType = orderFields ? tables.checkOrderType : undefined;
  const checkBy = (
    { operation: { id }, fields }: PreparedRequest,
    filters: CompiledFilters | undefined,
  ): void => {
    const { documented, assumed } = checkOrderRules(fields, { checkOrderType, filters });
    if (documented.length > 0) throw new InvalidRequestError(documented, { operation: id });
    if (assumed.length > 0) notify(context, { kind: "doubt", operation: id, faults: assumed });
  };
  return {
    check: (request, leftMs) => {
      const symbol = request.fields["symbol"] ?? "";
      const known = hasFilters ? rules() : undefined;
      const filters = known && "filtersOf" in known ? known.filtersOf(symbol) : undefined;
      if (hasFilters && filters === undefined) {
        const limitMs = Math.min(waitMs, leftMs / 2);
        return filtersWithin(limitMs, symbol, request.operation.id).then((found) =>
          checkBy(request, found),
        );
      }
      checkBy(request, filters);
      return undefined;
    },
    filters: filtersOf,
  };
}

function loadRules(
  { refresh, compileFilters }: PlacementTables,
  context: CallContext,
): () => TradingRules | Promise<TradingRules> {
  const { settings, tables } = context;
  const operation = tables.operations[refresh?.operation ?? ""];
  if (refresh === null || operation === undefined) {
    const why = "The client has no operation that reads the trading rules.";
    const none = Promise.reject(new TradespecError(why));
    none.catch(() => undefined);
    return () => none;
  }
  return createRulesCache({
    load: async () => (await performCall(operation, {}, {}, context)).value,
    compile: compileFilters,
    now: settings.now,
    everyMs: refresh.everyMs,
    // After an error, wait before the next request for the rules.
    pauseMs: tables.retry.backoff.maxMs,
  });
}
