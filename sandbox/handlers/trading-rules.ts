/** The trading rules of a placement: those of the symbol's listing, then those of the exchange. */

import { filters, marketData } from "../../generated/filters.ts";
import { algoOrderTypes } from "../../generated/order-rules.ts";
import { refusals } from "../../generated/sandbox.ts";
import type { PlaceOrderRequest } from "../../generated/types.ts";
import { printFixed } from "../../runtime/encoding/decimal.ts";
import type { FilterDescriptor } from "../../runtime/filters/tables.ts";
import type { OrderContext } from "../../runtime/filters/types.ts";
import type { Decimal } from "../../runtime/tables.ts";
import { averagePrice } from "../engine/market-data.ts";
import { openOrdersOf } from "../engine/orders.ts";
import type { Account, Market, Order } from "../engine/state.ts";
import { unitScale } from "../engine/units.ts";
import { RequestError } from "../exchange/request-error.ts";
import type { CallContext } from "./context.ts";

/**
 * Throws a `RequestError` that names the first filter which the placement breaks: bounds and grids
 * before counts of open orders, as `order-of-checks` in spec/assumptions.yaml has it.
 */
export function requireTradingRules(fields: PlaceOrderRequest, context: CallContext): void {
  const { exchange, account, now } = context;
  const rules = exchange.rulesOf(fields.symbol, fields.type);
  const market = exchange.state.markets.get(fields.symbol);
  if (rules === undefined || market === undefined) return;
  const everything = new RuleData(market, now, account);
  if (declared.length > 0) Object.assign(everything, readDeclared(context, fields));
  const issues = rules
    .checkOrder(fields, everything)
    .violations.flatMap(({ filter, ...rest }) => (filter === null ? [] : [{ ...rest, filter }]))
    .sort((one, other) => Number(isOnCounts(one)) - Number(isOnCounts(other)));
  const [first] = issues;
  if (first === undefined) return;
  throw new RequestError("FILTER_FAILURE", `${refusals.filterPrefix}${first.filter}`, { issues });
}

/** Whether a rule is about anything but the order and prices of the market. */
function isOnCounts({ filter, rule }: { readonly filter: string; readonly rule: string }): boolean {
  const { rules = [] } = (filters as Readonly<Record<string, FilterDescriptor>>)[filter] ?? {};
  const { reads = [] } = rules.find(({ id }) => id === rule) ?? {};
  return reads.some((name) => Object.hasOwn(marketData, name) && name !== "averagePrice");
}

type Origin = { readonly operation: string; readonly field?: string; readonly of?: string };

/** What rules read that the contract declares as a field of an operation's response. */
const declared = Object.entries<{ readonly from: Origin }>(marketData).flatMap(
  ([name, { from }]) => {
    const { operation, field, of } = from;
    const isRead = Object.values<FilterDescriptor>(filters).some(({ rules }) =>
      rules.some(({ reads }) => reads.includes(name)),
    );
    return isRead && field !== undefined && of === undefined ? [{ name, operation, field }] : [];
  },
);

function readDeclared(context: CallContext, { symbol }: PlaceOrderRequest): OrderContext {
  const entries = declared.map(({ name, operation, field }) => {
    const response: unknown = context.ask(operation, { symbol });
    return [name, Object(response)[field]] as const;
  });
  return Object.fromEntries(entries);
}

const algoTypes: ReadonlySet<string> = new Set(algoOrderTypes);

/** What no operation returns as a field: the sandbox has to work it out. */
type Derived = {
  [Name in keyof typeof marketData]: (typeof marketData)[Name]["from"] extends {
    readonly field: string;
    readonly of?: never;
  }
    ? never
    : Name;
}[keyof typeof marketData];

/**
 * What rules read of the market and the account; a rule that is not asked counts no orders. It does
 * not compile while it lacks a name of spec/rules/marketData.yaml. A class, because an object with
 * getters would double the time of the check.
 */
class RuleData implements Readonly<Record<Derived, OrderContext[string]>> {
  readonly [datum: string]: OrderContext[string];
  readonly averagePrice: (minutes: number) => Decimal | undefined;
  readonly #account: Account;
  readonly #symbol: string;

  constructor(market: Market, now: number, account: Account) {
    this.#account = account;
    this.#symbol = market.symbol;
    this.averagePrice = (minutes) => {
      const units = averagePrice(market, now, minutes);
      return units === undefined ? undefined : printFixed(units, unitScale);
    };
  }

  get openOrders(): number {
    return this.#account.bySymbol.get(this.#symbol)?.openOrders.size ?? 0;
  }

  get openAlgoOrders(): number {
    return this.#countOnSymbol(isAlgo);
  }

  get openIcebergOrders(): number {
    return this.#countOnSymbol(({ icebergQuantity }) => icebergQuantity > 0n);
  }

  get openOrdersOnExchange(): number {
    let count = 0;
    for (const { openOrders } of this.#account.bySymbol.values()) count += openOrders.size;
    return count;
  }

  get openAlgoOrdersOnExchange(): number {
    return openOrdersOf(this.#account).filter(isAlgo).length;
  }

  #countOnSymbol(isCounted: (order: Order) => boolean): number {
    return openOrdersOf(this.#account, this.#symbol).filter(isCounted).length;
  }
}

function isAlgo({ type }: Order): boolean {
  return algoTypes.has(type);
}
