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
  const of = (text: string): Value | undefined => evaluate(parsed(text), world);
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

type Tree = { readonly at: string; readonly parts: readonly Tree[] };

const trees = new Map<string, Tree>();

function parsed(text: string): Tree {
  const known = trees.get(text);
  if (known !== undefined) return known;
  const tokens = text.match(/"[^"]*"|[A-Za-z_]\w*|[\d.]+|&&|\|\||[<>=!]=|\S/g) ?? [];
  const tree = operation([...tokens], 0);
  trees.set(text, tree);
  return tree;
}

const levels = [["||"], ["&&"], ["==", "!=", "<", "<=", ">", ">=", "in"], ["+", "-"], ["*", "/"]];

function operation(tokens: string[], level: number): Tree {
  const operators = levels[level];
  if (operators === undefined) return operand(tokens);
  let left = operation(tokens, level + 1);
  while (operators.includes(tokens[0] ?? "")) {
    const at = tokens.shift() ?? "";
    left = { at, parts: [left, operation(tokens, level + 1)] };
  }
  return left;
}

function operand(tokens: string[]): Tree {
  const at = tokens.shift() ?? "";
  const close = { "(": ")", "[": "]" }[at];
  if (close === undefined) {
    return at === "ceil" ? { at, parts: [operand(tokens)] } : { at, parts: [] };
  }
  const parts: Tree[] = [];
  while (tokens[0] !== close) {
    parts.push(operation(tokens, 0));
    if (tokens[0] === ",") tokens.shift();
  }
  tokens.shift();
  return at === "[" ? { at: "list", parts } : (parts[0] ?? { at: "", parts });
}

function evaluate({ at, parts }: Tree, world: World): Value | undefined {
  if (parts.length === 0) return leaf(at, world);
  if (at === "in") {
    const [sought, list] = parts;
    const wanted = sought && evaluate(sought, world);
    return list?.parts.some((part) => evaluate(part, world) === wanted);
  }
  const [left, right] = parts.map((part) => evaluate(part, world));
  if (at === "&&" && (left === false || right === false)) return false;
  if (at === "||" && (left === true || right === true)) return true;
  if (left === undefined || (right === undefined && at !== "ceil")) return undefined;
  if (at === "&&" || at === "||") return at === "&&";
  if (!isFraction(left)) return at === "==" ? left === right : left !== right;
  if (at === "ceil") {
    const cut = left.top / left.bottom;
    return { top: left.top % left.bottom > 0n ? cut + 1n : cut, bottom: 1n };
  }
  return isFraction(right) ? calculate(at, left, right) : undefined;
}

function calculate(at: string, left: Fraction, right: Fraction): Value | undefined {
  const apart = sign(minus(left, right));
  switch (at) {
    case "+":
      return minus(left, { top: -right.top, bottom: right.bottom });
    case "-":
      return minus(left, right);
    case "*":
      return { top: left.top * right.top, bottom: left.bottom * right.bottom };
    case "/":
      return right.top === 0n ? undefined : over(left, right);
    case "==":
      return apart === 0;
    case "!=":
      return apart !== 0;
    case "<":
      return apart < 0;
    case "<=":
      return apart <= 0;
    case ">":
      return apart > 0;
    case ">=":
      return apart >= 0;
    default:
      throw new Error(`The oracle knows no ${at}.`);
  }
}

function leaf(at: string, { filter, order, context }: World): Value | undefined {
  if (at.startsWith('"')) return at.slice(1, -1);
  if (/^\d/.test(at)) return fraction(at);
  const value =
    at in filter ? filter[at] : orderFields.has(at) ? order[at] : known(at, filter, context);
  if (value === undefined || typeof value === "boolean") return value;
  return words.has(at) ? String(value) : fraction(String(value));
}

/** Market data; an average over 0 minutes is the last price. */
function known(at: string, filter: Fields, context: Fields): unknown {
  if (at !== "averagePrice") return context[at];
  if (filter["avgPriceMins"] === undefined) return undefined;
  return filter["avgPriceMins"] === 0 ? (context["lastPrice"] ?? context[at]) : context[at];
}
