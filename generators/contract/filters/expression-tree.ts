/** Expressions of the rules, read and type-checked: what `build` makes of their CEL text. */

/**
 * What an expression gives. Numbers are exact decimals; an integer is a decimal that is whole by
 * its type, and goes wherever a decimal goes.
 */
export type ValueType = "decimal" | "integer" | "boolean" | "text";

/** Whose name it is: the filter's own field, the order's, the market's, or a stream event's. */
export type NameScope = "filter" | "order" | "market" | "event";

/** What an expression may name. */
export interface KnownName {
  readonly type: ValueType;
  readonly scope: NameScope;
}

export type KnownNames = ReadonlyMap<string, KnownName>;

/** An expression as a tree of typed parts. */
export type Expression =
  | { readonly kind: "number"; readonly type: "decimal" | "integer"; readonly text: string }
  | { readonly kind: "text"; readonly type: "text"; readonly text: string }
  | { readonly kind: "flag"; readonly type: "boolean"; readonly value: boolean }
  | NameExpression
  | ArithmeticExpression
  | { readonly kind: "negative"; readonly type: ValueType; readonly operand: Expression }
  | CeilExpression
  | ComparisonExpression
  | LogicExpression
  | { readonly kind: "not"; readonly type: "boolean"; readonly operand: Expression }
  | MembershipExpression
  | ConditionalExpression;

export interface NameExpression extends KnownName {
  readonly kind: "name";
  readonly name: string;
}

export interface ArithmeticExpression {
  readonly kind: "arithmetic";
  readonly type: ValueType;
  readonly operator: "+" | "-" | "*";
  readonly left: Expression;
  readonly right: Expression;
}

/** A quotient, or without a divisor a value, rounded up to a whole number. */
export interface CeilExpression {
  readonly kind: "ceil";
  readonly type: "integer";
  readonly dividend: Expression;
  readonly divisor: Expression | undefined;
}

/** Both sides are numbers; of `==` and `!=` they may also be both texts or both booleans. */
export interface ComparisonExpression {
  readonly kind: "comparison";
  readonly type: "boolean";
  readonly operator: "<" | "<=" | ">" | ">=" | "==" | "!=";
  readonly left: Expression;
  readonly right: Expression;
}

export interface LogicExpression {
  readonly kind: "logic";
  readonly type: "boolean";
  readonly operator: "&&" | "||";
  readonly left: Expression;
  readonly right: Expression;
}

/** Whether a value is one of some others of its type. */
export interface MembershipExpression {
  readonly kind: "membership";
  readonly type: "boolean";
  readonly sought: Expression;
  readonly list: readonly Expression[];
}

export interface ConditionalExpression {
  readonly kind: "conditional";
  readonly type: ValueType;
  readonly condition: Expression;
  readonly then: Expression;
  readonly otherwise: Expression;
}
