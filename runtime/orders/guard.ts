/** Checks placements before they are sent: order type, symbol filters, exchange filters. */

import { performCall } from "../call/call.ts";
import type { CallContext, RequestChecks } from "../call/context.ts";
import { Deadline } from "../call/deadline.ts";
import { notify } from "../call/options.ts";
import type { PreparedRequest } from "../call/request.ts";
import type { RequestIssue } from "../encoding/field-issue.ts";
import { fieldsIn, listIn, rowsIn } from "../encoding/json-value.ts";
import { InvalidRequestError, TradespecError } from "../errors.ts";
import type { CheckOrderType } from "../filters/order-check.ts";
import { orderFieldIssues } from "../filters/order-check.ts";
import type { CompiledFilters, FilterOptions, Violation } from "../filters/types.ts";
import {
  createListedSymbols,
  type ListedSymbols,
  type ListingNames,
  listedField,
  symbolOf,
} from "./symbols.ts";

export interface PlacementTables {
  readonly checkOrderType: CheckOrderType;
  readonly compileFilters: CompileFilters;
  /** The operation that reads the trading rules, and how long they stay fresh; `null`: none. */
  readonly refresh: {
    readonly operation: string;
    readonly everyMs: number;
    readonly names?: ListingNames;
  } | null;
}

/** The check of one client's placements, with its filters and the symbols that it knows. */
export interface PlacementGuard extends Required<RequestChecks> {
  readonly filters: (symbol: string) => Promise<CompiledFilters>;
  readonly symbols: ListedSymbols;
}

/** Makes the guard of one client; it loads the trading rules on first use. */
export function createPlacementGuard(
  tables: PlacementTables,
  context: CallContext,
  symbols = createListedSymbols(tables.refresh?.operation, tables.refresh?.names),
): PlacementGuard {
  const { validate } = context.settings;
  const isOn = validate !== false;
  const given = typeof validate === "boolean" ? {} : validate;
  const { orderFields = isOn, filters: hasFilters = isOn, waitMs = 5000 } = given;
  const rules = loadRules(tables, context, symbols);
  const filtersOf = async (symbol: string): Promise<CompiledFilters> => {
    const found = (await rules())(symbol);
    if (found === undefined) throw symbols.unlisted(`${symbol}`, "filters");
    return found;
  };
  const checkOrderType = orderFields ? tables.checkOrderType : undefined;
  const checkByRules = (request: PreparedRequest, known: TradingRules | undefined): void => {
    const { operation } = request;
    const { field, symbol = "" } = symbolOf(request);
    const filters = known?.(symbol);
    if (known !== undefined && filters === undefined) {
      const error = symbols.unlisted(symbol, operation.id, field);
      if (error instanceof InvalidRequestError) throw error;
      notify(context, { kind: "unchecked", operation: operation.id, reason: error.message });
    }
    checkBy(request, checkOrderType, filters, context);
  };
  return {
    hintFor: symbols.hintFor,
    check: (request, leftMs) => {
      if (request.placement === undefined) {
        return isOn ? symbols.check(request, leftMs) : undefined;
      }
      const known = hasFilters ? rules() : undefined;
      if (known === undefined || typeof known === "function") {
        checkByRules(request, known);
        return undefined;
      }
      const limitMs = Math.min(waitMs, leftMs / 2);
      const loaded = rulesWithin(limitMs, rules, request.operation.id, context);
      return loaded.then((read) => checkByRules(request, read));
    },
    filters: filtersOf,
    symbols,
  };
}

/** The rules; without them a notice says why the order is sent unchecked. */
async function rulesWithin(
  limitMs: number,
  rules: () => TradingRules | Promise<TradingRules>,
  operation: string,
  context: CallContext,
): Promise<TradingRules | undefined> {
  // When loading takes longer, later orders get the rules.
  const deadline = new Deadline(limitMs, context.settings);
  try {
    return await deadline.guard(async () => rules());
  } catch (error) {
    const late =
      `The trading rules could not be read within ${Math.round(limitMs)} ms; allow more with ` +
      "validate.waitMs.";
    const reason = error instanceof TradespecError ? error.message : late;
    notify(context, { kind: "unchecked", operation, reason });
    return undefined;
  } finally {
    deadline.release();
  }
}

/** A rule that rests on an assumption may be wrong, and an undecided one refuses nothing. */
function checkBy(
  { operation: { id }, fields }: PreparedRequest,
  checkOrderType: CheckOrderType | undefined,
  filters: CompiledFilters | undefined,
  context: CallContext,
): void {
  const issues: RequestIssue[] = checkOrderType ? orderFieldIssues(fields, checkOrderType) : [];
  // Most orders break no filter, and to find that out costs less than to explain it.
  if (filters?.accepts(fields) === false) {
    issues.push(...filters.checkOrder(fields).violations.map(issueOf));
  }
  const documented = issues.filter(({ assumed }) => assumed === undefined);
  if (documented.length > 0) throw new InvalidRequestError(documented, { operation: id });
  if (issues.length > 0) notify(context, { kind: "doubt", operation: id, issues });
}

function issueOf(violation: Violation): RequestIssue {
  if (violation.kind === "notation") {
    const { field, rule, value, message } = violation;
    return { field, rule, value, message };
  }
  const { kind: _, from: _from, ...issue } = violation;
  return issue;
}

function loadRules(
  { refresh, compileFilters }: PlacementTables,
  context: CallContext,
  symbols: ListedSymbols,
): () => TradingRules | Promise<TradingRules> {
  const { settings, tables } = context;
  const operation = refresh && tables.operations[refresh.operation];
  if (!operation) {
    const why =
      "The client has no operation that reads the trading rules: add it to operations, or set " +
      "validate.filters to false.";
    const none = Promise.reject(new TradespecError(why));
    none.catch(() => undefined);
    return () => none;
  }
  const read = async (): Promise<TradingRules> => {
    const { value } = await performCall(operation, {}, {}, context);
    symbols.learn(value);
    return readRules(value, compileFilters, refresh.names ?? {});
  };
  // At once from the cache while it is fresh; else they are read once for all who need them.
  let cached: { rules: TradingRules | Promise<TradingRules>; untilMs: number } | undefined;
  return () => {
    if (cached !== undefined && settings.now() < cached.untilMs) return cached.rules;
    const reading = read();
    const entry: typeof cached = { rules: reading, untilMs: Infinity };
    reading.then(
      (rules) => {
        entry.rules = rules;
        entry.untilMs = settings.now() + refresh.everyMs;
      },
      () => {
        // After an error, wait before the next request for the rules.
        entry.untilMs = settings.now() + tables.retry.backoff.maxMs;
      },
    );
    cached = entry;
    return reading;
  };
}

/** The filters of each listed symbol, compiled on first use; none for one that is not listed. */
type TradingRules = (symbol: string) => CompiledFilters | undefined;

export type CompileFilters = (
  filters: readonly unknown[],
  options?: FilterOptions,
) => CompiledFilters;

/** Reads exchange information. Throws when it has no list of symbols. */
function readRules(
  information: unknown,
  compile: CompileFilters,
  names: ListingNames,
): TradingRules {
  const listing = fieldsIn(information);
  const symbols = listedField(listing, "symbols", names);
  if (!Array.isArray(symbols))
    throw new TradespecError("The exchange information has no list of symbols; see baseUrl.");
  const options = { exchangeFilters: listIn(listedField(listing, "exchangeFilters", names)) };
  const listed = new Map(
    rowsIn(symbols).map((row) => {
      return [
        listedField(row, "symbol", names),
        listIn(listedField(row, "filters", names)),
      ] as const;
    }),
  );
  const compiled = new Map<string, CompiledFilters>();
  return (symbol) => {
    const filters = listed.get(symbol);
    if (filters === undefined) return undefined;
    const made = compiled.get(symbol) ?? compile(filters, options);
    compiled.set(symbol, made);
    return made;
  };
}
