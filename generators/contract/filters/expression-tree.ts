/** Parsed and type-checked expressions of rules. */

/**
 * The type of an expression's value. Numbers are exact decimals; an integer may stand wherever a
 * decimal may.
 */
export type ValueType = "decimal" | "integer" | "boolean" | "text";

/** What a name belongs to: the filter, the order, the market and account, or a stream event. */
export type NameScope = "filter" | "order" | "market" | "event";

/** A name that an expression may use. */
export interface KnownName {
  readonly type: ValueType;
  readonly scope: NameScope;
  /** The texts that it can be, where the spec lists them. */
  readonly words?: readonly string[] | undefined;
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

interface ArithmeticExpression {
  readonly kind: "arithmetic";
  readonly type: ValueType;
  readonly operator: "+" | "-" | "*";
  readonly left: Expression;
  readonly right: Expression;
}

/** A quotient, or a value without a divisor, rounded up to a whole number. */
interface CeilExpression {
  readonly kind: "ceil";
  readonly type: "integer";
  readonly dividend: Expression;
  readonly divisor: Expression | undefined;
}

/** Compares numbers; `==` and `!=` compare texts and booleans too. */
export interface ComparisonExpression {
  readonly kind: "comparison";
  readonly type: "boolean";
  readonly operator: "<" | "<=" | ">" | ">=" | "==" | "!=";
  readonly left: Expression;
  readonly right: Expression;
}

interface LogicExpression {
  readonly kind: "logic";
  readonly type: "boolean";
  readonly operator: "&&" | "||";
  readonly left: Expression;
  readonly right: Expression;
}

/** Whether a value is in a list of values of its type. */
export interface MembershipExpression {
  readonly kind: "membership";
  readonly type: "boolean";
  readonly sought: Expression;
  readonly list: readonly Expression[];
}

interface ConditionalExpression {
  readonly kind: "conditional";
  readonly type: ValueType;
  readonly condition: Expression;
  readonly then: Expression;
  readonly otherwise: Expression;
}

/** Every name that an expression reads, each once, in order of reading. */
export function namesIn(tree: Expression): readonly NameExpression[] {
  const names = new Map<string, NameExpression>();
  const visit = (part: Expression): void => {
    if (part.kind === "name") names.set(`${part.scope} ${part.name}`, part);
    for (const inner of partsOf(part)) visit(inner);
  };
  visit(tree);
  return [...names.values()];
}

function partsOf(tree: Expression): readonly Expression[] {
  switch (tree.kind) {
    case "number":
    case "text":
    case "flag":
    case "name":
      return [];
    case "arithmetic":
    case "comparison":
    case "logic":
      return [tree.left, tree.right];
    case "negative":
    case "not":
      return [tree.operand];
    case "ceil":
      return tree.divisor === undefined ? [tree.dividend] : [tree.dividend, tree.divisor];
    case "membership":
      return [tree.sought, ...tree.list];
    case "conditional":
      return [tree.condition, tree.then, tree.otherwise];
  }
}
