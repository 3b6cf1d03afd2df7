/** The public types of filter checks. */

import type { Decimal, Int64, Open } from "../tables.ts";

/** The fields of an order that filters read; rules about a field that is absent do not apply. */
export interface OrderFields {
  readonly symbol?: string | undefined;
  readonly side?: string | undefined;
  readonly type?: string | undefined;
  readonly timeInForce?: string | undefined;
  readonly quantity?: Decimal | undefined;
  readonly quoteOrderQty?: Decimal | undefined;
  readonly price?: Decimal | undefined;
  readonly stopPrice?: Decimal | undefined;
  readonly icebergQty?: Decimal | undefined;
}

/** An order under a filter, with the ids of the rules that it violates or that are unknown. */
export interface FilterVector {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly order: OrderFields & Readonly<Record<string, unknown>>;
  /** What the rules read beside filter and order; none when absent. */
  readonly context?: Readonly<Record<string, Decimal | Int64>>;
  readonly violates: readonly string[];
  readonly unknown?: readonly string[];
  /** The assumption that it rests on; absent where the interface documents it. */
  readonly "x-assumed"?: string;
}

/**
 * Market and account data by the names of the spec; an average price may be a function of the
 * minutes that a filter names, called with 0 only where the last price is absent.
 */
export type OrderContext = Readonly<
  Record<string, Decimal | Int64 | ((minutes: number) => Decimal | undefined) | undefined>
>;

/** The decimal fields of an order; another contract may have more. */
export type AmountField = "quantity" | "quoteOrderQty" | "price" | "stopPrice" | "icebergQty";

/** How a rule compares its value with its bound. */
export type RuleKind = "minimum" | "maximum" | "multipleOf";

/** A rule that an order breaks. */
export type Violation = BoundViolation | NotationViolation;

/** A value beyond a bound or between two steps of a grid. */
export interface BoundViolation {
  readonly kind: RuleKind;
  /** Its `filterType`, like `PRICE_FILTER`. */
  readonly filter: string;
  /** Id of the rule within the filter, like `price-tick`. */
  readonly rule: string;
  /** The field or the formula that is compared, like `price` or `price * quantity`. */
  readonly field: string;
  readonly value: Decimal;
  /** Lowest or highest value, or the step of the grid. */
  readonly bound: Decimal;
  /** The filter's own field that sets the bound, like `tickSize`; absent where it has none. */
  readonly filterField?: string;
  /** Where the grid starts. */
  readonly from?: Decimal;
  /** The nearest valid value below, where the value is a field and there is one. */
  readonly nearest?: Decimal;
  readonly message: string;
  /** Assumption that the rule, or that it applies to this order, rests on. */
  readonly assumed?: string;
  /** Where the rule is written, as `file:line`. */
  readonly source: string;
}

/** A field that is no plain decimal, so that no rule can check it. */
export interface NotationViolation {
  readonly kind: "notation";
  /** No filter rejects it: it is no amount at all. */
  readonly filter: null;
  readonly rule: "notation";
  readonly field: Open<AmountField>;
  /** What was given, as text. */
  readonly value: string;
  readonly message: string;
}

/** A rule that cannot be decided, and the names of what is missing for it. */
export interface UnknownRule {
  readonly filter: string;
  readonly rule: string;
  readonly needs: readonly string[];
  readonly message: string;
  readonly assumed?: string;
  readonly source: string;
}

/** A filter without known rules, or a field of one that its rules cannot use. */
export interface NotEvaluated {
  readonly filter: string;
  /** The field that is unusable; the filter's other rules are evaluated. */
  readonly field?: string;
  readonly reason: string;
}

/** A grid rule that would decide otherwise if steps counted from the other offset. */
export interface OffsetWarning {
  readonly filter: string;
  readonly rule: string;
  readonly field: string;
  readonly value: Decimal;
  /** The other offset. */
  readonly offset: GridOffset;
  /** Whether the value is valid with that offset. */
  readonly accepts: boolean;
  readonly message: string;
  readonly source: string;
}

/** Where grids start: at the minimum, as the interface says, or at zero. */
export type GridOffset = "minimum" | "zero";

/** The result of checking an order. It passes when `violations` is empty. */
export interface OrderCheck {
  /** Rules that the order breaks. */
  readonly violations: readonly Violation[];
  /** Rules that could not be decided without further market or account data. */
  readonly unknown: readonly UnknownRule[];
  /** Filters, or fields of them, that no rule could read. */
  readonly notEvaluated: readonly NotEvaluated[];
  /** Grid rules that depend on where steps count from. */
  readonly warnings: readonly OffsetWarning[];
}

/**
 * An order that fits, with the changes made; or why rounding does not make it fit. Each amount is
 * rounded for its own rules: none is lowered for a rule over several, such as `price * quantity`.
 */
export type OrderFit<Order> =
  | {
      readonly kind: "fitted";
      readonly order: Order;
      /** Empty if the order passed unchanged. */
      readonly changes: readonly FieldChange[];
      readonly unknown: readonly UnknownRule[];
      readonly notEvaluated: readonly NotEvaluated[];
      readonly warnings: readonly OffsetWarning[];
    }
  | {
      readonly kind: "impossible";
      readonly why: string;
      readonly violations: readonly Violation[];
    };

/** One field that was rounded down. */
export interface FieldChange {
  readonly field: Open<AmountField>;
  readonly from: Decimal;
  readonly to: Decimal;
  readonly why: string;
}

/** A rule that the filter's own fields switch off. */
export interface DisabledRule {
  readonly filter: string;
  readonly rule: string;
  /** Assumption that the switch rests on, where the interface does not show it. */
  readonly assumed?: string;
  readonly source: string;
}

/** Options for compiling filters. */
export interface FilterOptions {
  /** Filters of the whole exchange, checked after those of the symbol. */
  readonly exchangeFilters?: readonly unknown[];
  /** Where grids start; `minimum` by default, as the interface says. */
  readonly offset?: GridOffset;
}

/** The compiled filters of one symbol; an InvalidRequestError says that no object was given. */
export interface CompiledFilters<Context = OrderContext, Fields extends OrderFields = OrderFields> {
  /** Checks an order and explains every violation. */
  readonly checkOrder: (order: Fields, context?: Context) => OrderCheck;
  /** Whether `checkOrder` finds no violation; faster. */
  readonly accepts: (order: Fields, context?: Context) => boolean;
  /** Rounds amounts down into bounds and onto grids; never up. */
  readonly fitOrder: <const Order extends Fields>(
    order: Order,
    context?: Context,
  ) => OrderFit<Order>;
  /** Rules that the filters' own fields switch off. */
  readonly disabled: readonly DisabledRule[];
  readonly notEvaluated: readonly NotEvaluated[];
}

/** One compiled filter. */
export interface FilterCheck<Context = OrderContext, Fields extends OrderFields = OrderFields> {
  readonly check: CompiledFilters<Context, Fields>["checkOrder"];
  readonly accepts: CompiledFilters<Context, Fields>["accepts"];
  readonly fit: CompiledFilters<Context, Fields>["fitOrder"];
}
