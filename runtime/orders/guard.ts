/** Checks placements before they are sent: order type, symbol filters, exchange filters. */

import { performCall } from "../client/call.ts";
import type { CallContext } from "../client/context.ts";
import type { Settings, ValidateOptions } from "../client/options.ts";
import { notify } from "../client/options.ts";
import type { PreparedRequest } from "../client/request.ts";
import { InvalidRequestError, TradespecError } from "../errors.ts";
import type { CheckOrderType } from "../filters/order-check.ts";
import { checkOrderRules } from "../filters/order-check.ts";
import type { CompileFilters, TradingRules } from "../filters/rules-cache.ts";
import { createRulesCache } from "../filters/rules-cache.ts";
import type { CompiledFilters } from "../filters/types.ts";

/** The generated data that placements are checked by. */
export interface PlacementTables {
  readonly checkOrderType: CheckOrderType;
  readonly compileFilters: CompileFilters;
  /** The operation that reads the trading rules, and for how long they are kept; `null`: none. */
  readonly refresh: { readonly operation: string; readonly everyMs: number } | null;
}

/** The check of one client's placements, and the filters that it uses. */
export interface PlacementGuard {
  /** Rejects with an InvalidRequestError for an order that the exchange would refuse. */
  readonly check: (request: PreparedRequest, leftMs: number) => Promise<void>;
  readonly filters: (symbol: string) => Promise<CompiledFilters>;
}

/** Makes the guard of one client; it loads the trading rules when they are first needed. */
export function createPlacementGuard(
  tables: PlacementTables,
  context: CallContext,
): PlacementGuard {
  const { settings } = context;
  const validate = validationOf(settings.validate);
  const rules = cacheOf(tables, context, validate);
  const checkOrderType = validate.orderFields ? tables.checkOrderType : undefined;
  return {
    check: async ({ operation: { id }, query, body }, leftMs) => {
      const order = Object.fromEntries([...query, ...body]);
      const unchecked = (reason: string): undefined => {
        notify({ settings }, { kind: "unchecked", operation: id, reason });
        return undefined;
      };
      const waitMs = Math.min(validate.waitMs, leftMs / 2);
      const filters = validate.filters
        ? await filtersFor(order["symbol"] ?? "", within(rules, waitMs, settings), unchecked)
        : undefined;
      const { documented, assumed } = checkOrderRules(order, { checkOrderType, filters });
      if (documented.length > 0) throw new InvalidRequestError(documented, { operation: id });
      if (assumed.length > 0) {
        notify({ settings }, { kind: "doubt", operation: id, faults: assumed });
      }
    },
    filters: async (symbol) => {
      const found = (await rules()).filtersOf(symbol);
      if (found !== undefined) return found;
      throw new TradespecError(notListed(symbol));
    },
  };
}

/** The filters; without them the order is sent unchecked, for a reason. */
async function filtersFor(
  symbol: string,
  rules: Promise<TradingRules>,
  unchecked: (reason: string) => undefined,
): Promise<CompiledFilters | undefined> {
  try {
    return (await rules).filtersOf(symbol) ?? unchecked(notListed(symbol));
  } catch (error) {
    return unchecked(
      error instanceof Error ? error.message : "The trading rules could not be read.",
    );
  }
}

function notListed(symbol: string): string {
  return `The exchange information lists no symbol ${JSON.stringify(symbol)}.`;
}

/** The option `validate` with its defaults. */
interface Validation {
  readonly orderFields: boolean;
  readonly filters: boolean;
  readonly waitMs: number;
}

function validationOf(validate: boolean | ValidateOptions): Validation {
  const given = typeof validate === "boolean" ? {} : validate;
  const { orderFields = validate !== false, filters = validate !== false, waitMs = 5000 } = given;
  return { orderFields, filters, waitMs };
}

function cacheOf(
  { refresh, compileFilters }: PlacementTables,
  context: CallContext,
  { waitMs }: Validation,
): () => Promise<TradingRules> {
  const { settings, tables } = context;
  const operation = tables.operations[refresh?.operation ?? ""];
  if (refresh === null || operation === undefined) {
    const why = "The client has no operation that reads the trading rules.";
    return () => Promise.reject(new TradespecError(why));
  }
  return createRulesCache({
    load: async () => (await performCall(operation, {}, { timeoutMs: waitMs }, context)).value,
    compile: compileFilters,
    now: settings.now,
    everyMs: refresh.everyMs,
    // After an error the rules are not requested again with every order.
    pauseMs: tables.retry.backoff.maxMs,
  });
}

/** The rules, or a rejection when they take too long; later orders get them when they come. */
async function within(
  rules: () => Promise<TradingRules>,
  waitMs: number,
  { after }: Pick<Settings, "after">,
): Promise<TradingRules> {
  let stop: () => void = () => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const why = `The trading rules could not be read within ${Math.round(waitMs)} ms.`;
    stop = after(waitMs, () => reject(new TradespecError(why)));
  });
  try {
    return await Promise.race([rules(), late]);
  } finally {
    stop();
  }
}
