/**
 * A second, slow implementation of filter rules for differential tests: it parses the texts of the
 * table and evaluates them on fractions of bigints. It shares no code with the compiled checks.
 */

import { filters } from "../../generated/filters.ts";

/** Fields of a filter, an order or a context, by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** Rules that are broken, that nobody can decide, and that the other offset decides otherwise. */
export interface OracleAnswer {
  readonly violates: readonly string[];
  readonly unknown: readonly string[];
  readonly differs: readonly string[];
}

interface RuleTexts {
  readonly id: string;
  readonly value: string;
  readonly minimum?: string;
  readonly maximum?: string;
  readonly multipleOf?: string;
  readonly from?: string;
  readonly appliesWhen?: string;
  readonly disabledWhen?: string;
}

const rulesByFilter: Readonly<Record<string, { readonly rules: readonly RuleTexts[] }>> = filters;

/** Evaluates a filter for an order; with `offset` zero every grid starts at 0. */
export function oracle(
  filter: Fields,
  order: Fields,
  context: Fields = {},
  offset: "minimum" | "zero" = "minimum",
): OracleAnswer {
  const violates: string[] = [];
  const unknown: string[] = [];
  const differs: string[] = [];
  for (const rule of rulesByFilter[String(filter["filterType"])]?.rules ?? []) {
    const [outcome, otherwise] = decide(rule, { filter, order, context, offset });
    if (outcome === "broken") violates.push(rule.id);
    if (outcome === "unknown") unknown.push(rule.id);
    if (otherwise !== undefined && otherwise !== outcome) differs.push(rule.id);
  }
  return { violates, unknown, differs };
}

interface World {
  readonly filter: Fields;
  readonly order: Fields;
  readonly context: Fields;
  readonly offset: "minimum" | "zero";
}

type Outcome = "holds" | "broken" | "unknown" | "notApplied";

/** The outcome of a rule, and for a grid the outcome with the other offset. */
function decide(rule: RuleTexts, world: World): readonly [Outcome, Outcome?] {
  if (fieldsOf(rule).some((name) => world.order[name] === undefined)) return ["notApplied"];
  const of = (text: string): Value | undefined => parsed(text)(world);
  const { minimum, maximum, multipleOf, appliesWhen, disabledWhen } = rule;
  const applies = appliesWhen === undefined ? true : of(appliesWhen);
  const disabled = disabledWhen === undefined ? false : of(disabledWhen);
  if (applies === false || disabled === true) return ["notApplied"];
  const value = of(rule.value);
  const bound = of(minimum ?? maximum ?? multipleOf ?? "");
  if (applies === undefined || disabled === undefined) return ["unknown"];
  if (!isFraction(value) || !isFraction(bound)) return ["unknown"];
  const apart = sign(minus(value, bound));
  if (minimum !== undefined) return [apart >= 0 ? "holds" : "broken"];
  if (maximum !== undefined) return [apart <= 0 ? "holds" : "broken"];
  const low = rule.from === undefined ? nothing : of(rule.from);
  if (bound.top === 0n || !isFraction(low)) return ["unknown"];
  const lies = (start: Fraction): Outcome => {
    const steps = over(minus(value, start), bound);
    return steps.top % steps.bottom === 0n ? "holds" : "broken";
  };
  const both = [lies(low), lies(nothing)] as const;
  return world.offset === "minimum" ? both : [both[1], both[0]];
}

const nothing = { top: 0n, bottom: 1n };

const orderFields = new Set(
  "symbol side type timeInForce quantity quoteOrderQty price stopPrice icebergQty".split(" "),
);
const words = new Set(["symbol", "side", "type", "timeInForce"]);

const fields = new Map<RuleTexts, readonly string[]>();

/** The fields that an order must have for a rule to apply. */
function fieldsOf(rule: RuleTexts): readonly string[] {
  const known = fields.get(rule);
  if (known !== undefined) return known;
  const { value, minimum, maximum, multipleOf, from, appliesWhen } = rule;
  const texts = [value, minimum, maximum, multipleOf, from, appliesWhen];
  const names = texts.flatMap(
    (text) => (text ?? "").replace(/"[^"]*"/g, "").match(/[A-Za-z_]\w*/g) ?? [],
  );
  fields.set(
    rule,
    names.filter((name) => orderFields.has(name)),
  );
  return fieldsOf(rule);
}

interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

type Value = Fraction | string | boolean;

function isFraction(value: Value | undefined): value is Fraction {
  return typeof value === "object";
}

const fractions = new Map<string, Fraction>();

/** A decimal as a fraction, not reduced. */
function fraction(text: string): Fraction {
  const known = fractions.get(text);
  if (known !== undefined) return known;
  const [whole = "", rest = ""] = text.split(".");
  const made = { top: BigInt(whole + rest), bottom: 10n ** BigInt(rest.length) };
  // The numbers of one order are asked for by many rules; those of the last worlds by none.
  if (fractions.size > 1000) fractions.clear();
  fractions.set(text, made);
  return made;
}

function minus(one: Fraction, other: Fraction): Fraction {
  return {
    top: one.top * other.bottom - other.top * one.bottom,
    bottom: one.bottom * other.bottom,
  };
}

function over(one: Fraction, other: Fraction): Fraction {
  const turned = other.top < 0n ? -1n : 1n;
  return { top: one.top * other.bottom * turned, bottom: one.bottom * other.top * turned };
}

/** -1, 0 or 1. */
function sign({ top }: Fraction): number {
  return top < 0n ? -1 : top > 0n ? 1 : 0;
}

/** Compares two decimals. */
export function compare(one: string, other: string): number {
  return sign(minus(fraction(one), fraction(other)));
}

/** The value of an expression in a world; `undefined` where nobody knows it. */
type Evaluate = (world: World) => Value | undefined;

const expressions = new Map<string, Evaluate>();

function parsed(text: string): Evaluate {
  const known = expressions.get(text);
  if (known !== undefined) return known;
  const tokens = text.match(/"[^"]*"|[A-Za-z_]\w*|[\d.]+|&&|\|\||[<>=!]=|\S/g) ?? [];
  const expression = operation([...tokens], 0);
  expressions.set(text, expression);
  return expression;
}

const levels = [["||"], ["&&"], ["==", "!=", "<", "<=", ">", ">=", "in"], ["+", "-"], ["*", "/"]];

function operation(tokens: string[], level: number): Evaluate {
  const operators = levels[level];
  if (operators === undefined) return operand(tokens);
  let left = operation(tokens, level + 1);
  while (operators.includes(tokens[0] ?? "")) {
    const at = tokens.shift() ?? "";
    if (at === "in") left = isAmong(left, list(tokens, "]"));
    else if (at === "&&" || at === "||") left = logical(at, left, operation(tokens, level + 1));
    else left = numeric(at, left, operation(tokens, level + 1));
  }
  return left;
}

function operand(tokens: string[]): Evaluate {
  const at = tokens.shift() ?? "";
  if (at === "(") {
    tokens.unshift(at);
    const [inner] = list(tokens, ")");
    if (inner !== undefined) return inner;
  }
  return at === "ceil" ? ceil(operand(tokens)) : leaf(at);
}

/** What stands between two brackets. */
function list(tokens: string[], close: string): readonly Evaluate[] {
  tokens.shift();
  const parts: Evaluate[] = [];
  while (tokens[0] !== close) {
    parts.push(operation(tokens, 0));
    if (tokens[0] === ",") tokens.shift();
  }
  tokens.shift();
  return parts;
}

function isAmong(sought: Evaluate, parts: readonly Evaluate[]): Evaluate {
  return (world) => {
    const wanted = sought(world);
    return parts.some((part) => part(world) === wanted);
  };
}

/** One side that decides is enough, whatever the other is. */
function logical(at: "&&" | "||", left: Evaluate, right: Evaluate): Evaluate {
  const deciding = at === "||";
  return (world) => {
    const sides = [left(world), right(world)];
    if (sides.includes(deciding)) return deciding;
    return sides.includes(undefined) ? undefined : !deciding;
  };
}

const calculations: Readonly<Record<string, (l: Fraction, r: Fraction) => Value | undefined>> = {
  "+": (left, right) => minus(left, { top: -right.top, bottom: right.bottom }),
  "-": minus,
  "*": (left, right) => ({ top: left.top * right.top, bottom: left.bottom * right.bottom }),
  "/": (left, right) => (right.top === 0n ? undefined : over(left, right)),
  "==": (left, right) => sign(minus(left, right)) === 0,
  "!=": (left, right) => sign(minus(left, right)) !== 0,
  "<": (left, right) => sign(minus(left, right)) < 0,
  "<=": (left, right) => sign(minus(left, right)) <= 0,
  ">": (left, right) => sign(minus(left, right)) > 0,
  ">=": (left, right) => sign(minus(left, right)) >= 0,
};

function numeric(at: string, leftSide: Evaluate, rightSide: Evaluate): Evaluate {
  const calculate = calculations[at];
  if (calculate === undefined) throw new Error(`The oracle knows no ${at}.`);
  return (world) => {
    const [left, right] = [leftSide(world), rightSide(world)];
    if (left === undefined || right === undefined) return undefined;
    if (!isFraction(left)) return at === "==" ? left === right : left !== right;
    return isFraction(right) ? calculate(left, right) : undefined;
  };
}

function ceil(inner: Evaluate): Evaluate {
  return (world) => {
    const value = inner(world);
    if (!isFraction(value)) return undefined;
    const cut = value.top / value.bottom;
    return { top: value.top % value.bottom > 0n ? cut + 1n : cut, bottom: 1n };
  };
}

function leaf(at: string): Evaluate {
  if (at.startsWith('"')) return () => at.slice(1, -1);
  if (/^\d/.test(at)) return () => fraction(at);
  const isWord = words.has(at);
  const isOrders = orderFields.has(at);
  return ({ filter, order, context }) => {
    const own = filter[at];
    const value = own !== undefined ? own : isOrders ? order[at] : known(at, filter, context);
    if (value === undefined || typeof value === "boolean") return value;
    return isWord ? String(value) : fraction(String(value));
  };
}

/** Market data; an average over 0 minutes is the last price. */
function known(at: string, filter: Fields, context: Fields): unknown {
  if (at !== "averagePrice") return context[at];
  if (filter["avgPriceMins"] === undefined) return undefined;
  return filter["avgPriceMins"] === 0 ? (context["lastPrice"] ?? context[at]) : context[at];
}
