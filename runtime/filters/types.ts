/** What filter checks take and give. */

import type { Decimal, Int64 } from "../tables.ts";

/** The fields of an order that filters may look at; a field that is absent is not asked about. */
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

/** What is known of the market and of the account; what is absent leaves rules unknown. */
export interface OrderContext {
  /**
   * Average price over the minutes that a filter asks for; one text serves every filter. Asked
   * for 0 minutes only where `lastPrice` is absent.
   */
  readonly averagePrice?: Decimal | ((minutes: number) => Decimal | undefined) | undefined;
  /** Price of the last trade: what filters that average over 0 minutes compare with. */
  readonly lastPrice?: Decimal | undefined;
  /** Open orders of the account on the symbol, this one left out. */
  readonly openOrders?: Int64 | undefined;
  /** Open algo orders of the account on the symbol. */
  readonly openAlgoOrders?: Int64 | undefined;
  /** Open iceberg orders of the account on the symbol. */
  readonly openIcebergOrders?: Int64 | undefined;
  /** Open orders of the account on all symbols. */
  readonly openOrdersOnExchange?: Int64 | undefined;
  /** Open algo orders of the account on all symbols. */
  readonly openAlgoOrdersOnExchange?: Int64 | undefined;
}

/** The decimal fields of an order. */
export type AmountField = "quantity" | "quoteOrderQty" | "price" | "stopPrice" | "icebergQty";

/** The text fields of an order. */
export type WordField = "symbol" | "side" | "type" | "timeInForce";

/** How a rule compares its value with its bound. */
export type RuleKind = "minimum" | "maximum" | "multipleOf";

/** A rule that an order breaks. */
export type Violation = BoundViolation | NotationViolation;

/** A value beyond a bound or between two steps of a grid. */
export interface BoundViolation {
  readonly kind: RuleKind;
  /** Its `filterType`. */
  readonly filter: string;
  readonly rule: string;
  /** The field or the formula that is compared, like `price` or `price * quantity`. */
  readonly field: string;
  readonly value: Decimal;
  /** Lowest or highest value, or the step of the grid. */
  readonly bound: Decimal;
  /** Where the grid starts. */
  readonly from?: Decimal;
  /** The nearest valid value below, where the value is a field and there is one. */
  readonly nearest?: Decimal;
  readonly message: string;
  /** Ledger entry that the rule, or its being asked here, rests on. */
  readonly assumed?: string;
  /** Where the rule is written, as `file:line`. */
  readonly source: string;
}

/** A field that is no plain decimal, so that no rule can be asked of it. */
export interface NotationViolation {
  readonly kind: "notation";
  /** No filter refuses it: it is no amount at all. */
  readonly filter: null;
  readonly rule: "notation";
  readonly field: AmountField;
  /** What was given, as text. */
  readonly value: string;
  readonly message: string;
}

/** A rule whose outcome nobody can tell, and the names of what is missing for it. */
export interface UnknownRule {
  readonly filter: string;
  readonly rule: string;
  readonly needs: readonly string[];
  readonly message: string;
  readonly assumed?: string;
  readonly source: string;
}

/** A filter that no rule is known of. */
export interface NotEvaluated {
  readonly filter: string;
  readonly reason: string;
}

/** A rule of a grid that the other way of counting steps would decide otherwise. */
export interface OffsetWarning {
  readonly filter: string;
  readonly rule: string;
  readonly field: string;
  readonly value: Decimal;
  /** Where the other convention starts to count. */
  readonly offset: GridOffset;
  /** Whether the other convention would let the value pass. */
  readonly accepts: boolean;
  readonly message: string;
  readonly source: string;
}

/** Where grids start: at the minimum, as the interface says, or at zero. */
export type GridOffset = "minimum" | "zero";

/** Everything that filters say about an order. It passes when `violations` is empty. */
export interface OrderCheck {
  readonly violations: readonly Violation[];
  readonly unknown: readonly UnknownRule[];
  readonly notEvaluated: readonly NotEvaluated[];
  readonly warnings: readonly OffsetWarning[];
}

/** An order that fits, with what was changed for it; or why nothing below would. */
export type OrderFit<Order> =
  | {
      readonly kind: "fitted";
      readonly order: Order;
      /** Empty where the order passed as it was. */
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
  readonly field: AmountField;
  readonly from: Decimal;
  readonly to: Decimal;
  readonly why: string;
}

/** A rule that the filter itself has switched off. */
export interface DisabledRule {
  readonly filter: string;
  readonly rule: string;
  /** Ledger entry of the switch, where the interface does not show it. */
  readonly assumed?: string;
  readonly source: string;
}

/** How filters are compiled. */
export interface FilterOptions {
  /** Filters of the whole exchange, asked besides those of the symbol. */
  readonly exchangeFilters?: readonly unknown[];
  /** Where grids start; `minimum` by default, as the interface says. */
  readonly offset?: GridOffset;
}

/** The filters of one symbol, ready to be asked. Nothing here ever throws. */
export interface CompiledFilters {
  /** Everything that the filters say about an order. */
  readonly checkOrder: (order: OrderFields, context?: OrderContext) => OrderCheck;
  /** Whether `checkOrder` finds no violation, without saying which. */
  readonly accepts: (order: OrderFields, context?: OrderContext) => boolean;
  /** Rounds amounts down into bounds and onto grids; never up. */
  readonly fitOrder: <Order extends OrderFields>(
    order: Order,
    context?: OrderContext,
  ) => OrderFit<Order>;
  /** Rules that are switched off by the filters' own fields. */
  readonly disabled: readonly DisabledRule[];
  readonly notEvaluated: readonly NotEvaluated[];
}

/** One filter, ready to be asked. */
export interface FilterCheck {
  readonly check: CompiledFilters["checkOrder"];
  readonly accepts: CompiledFilters["accepts"];
  readonly fit: CompiledFilters["fitOrder"];
}
