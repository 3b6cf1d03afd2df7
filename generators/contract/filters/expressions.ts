import { type ASTNode, parse } from "@marcbachmann/cel-js";

import type { BuildContext } from "../context.ts";
import { isObject } from "../documents/json.ts";
import { suggestName } from "../documents/problems.ts";
import * as read from "../documents/read.ts";
import type { JsonObject } from "../model.ts";
import type { Expression, KnownNames, NameExpression, NameScope, ValueType } from "./model.ts";

/** One expression of the spec: its place, the type of its value, and the names it may use. */
interface SpecExpression {
  readonly node: JsonObject;
  readonly key: string;
  readonly wanted: ValueType;
  readonly names: KnownNames;
}

/**
 * Reads an expression of the spec and reports its problems on the line of its key. A message names
 * the column within the expression.
 */
export function reportExpression(
  context: BuildContext,
  { node, key, wanted, names }: SpecExpression,
): Expression | undefined {
  const written = node[key];
  const text = read.optionalText(written);
  if (text === undefined) return undefined;
  const { tree, problems } = readExpression(text, wanted, names);
  // An assumed expression is the `value` of an object.
  const place = isObject(written) ? { node: written, key: "value" } : { node, key };
  for (const { message, fix, at } of problems) {
    const found = `${message.replace(/\.$/u, "")}, at column ${at + 1} of ${key}.`;
    context.problems.report(place, found, fix);
  }
  return tree;
}

/** A problem of an expression; `at` is its offset within the text, from 0. */
interface ExpressionProblem {
  readonly message: string;
  readonly fix: string;
  readonly at: number;
}

/**
 * Parses and type-checks an expression in CEL syntax: its names must be known and its value of the
 * wanted type. Numbers are exact decimals, integers included. A name with a dot is one name. The
 * tree is defined exactly when there is no problem.
 */
export function readExpression(text: string, wanted: ValueType, names: KnownNames) {
  const problems: ExpressionProblem[] = [];
  let root: ASTNode;
  try {
    root = parse(text).ast;
  } catch (error) {
    return { tree: undefined, problems: [syntaxProblem(text, error)] };
  }
  const tree = treeOf(root, wanted, { names, problems });
  return { tree: problems.length === 0 ? tree : undefined, problems };
}

interface Reading {
  readonly names: KnownNames;
  readonly problems: ExpressionProblem[];
}

/** A problem of a node, named by its text. */
function fail({ problems }: Reading, node: ASTNode, message: string, fix: string): undefined {
  problems.push({ message: `\`${bare(node)}\` ${message}`, fix, at: node.start });
}

/** The source text of a part of an expression. */
function bare(node: ASTNode): string {
  return node.input.slice(node.start, node.end);
}

/** A syntax error, at the place where the parser stopped. */
function syntaxProblem(text: string, error: unknown): ExpressionProblem {
  const [reason = ""] = String(error instanceof Error ? error.message : error).split("\n");
  const place = error instanceof Error ? (error as { node?: { start?: unknown } }).node?.start : 0;
  return {
    message: `The expression \`${text}\` cannot be read: ${reason}.`,
    fix: "Correct its syntax.",
    at: typeof place === "number" ? place : 0,
  };
}

const typeWords: Readonly<Record<ValueType, string>> = {
  decimal: "a number",
  integer: "a whole number",
  boolean: "true or false",
  text: "a text",
};

/** The tree of a node of the wanted type; another type is a problem. */
function treeOf(node: ASTNode, wanted: ValueType, reading: Reading): Expression | undefined {
  const tree = typed(node, reading);
  return tree === undefined || fits(tree.type, wanted)
    ? tree
    : mismatch(reading, node, tree.type, wanted);
}

function fits(given: ValueType, wanted: ValueType): boolean {
  return given === wanted || (given === "integer" && wanted === "decimal");
}

function mismatch(reading: Reading, node: ASTNode, given: ValueType, wanted: ValueType): undefined {
  const message = `is ${typeWords[given]} where ${typeWords[wanted]} is needed.`;
  return fail(reading, node, message, "Compare and calculate with values of one type.");
}

function unknownForm(reading: Reading, node: ASTNode): undefined {
  const fix =
    "Use names, numbers, texts, + - *, comparisons, in [..], && || ! ?: and ceil(x) or " +
    "ceil(a / b).";
  return fail(reading, node, "is not supported in expressions.", fix);
}

function typed(node: ASTNode, reading: Reading): Expression | undefined {
  switch (node.op) {
    case "value":
      return literal(node, reading);
    case "id":
    case ".":
      return named(node, reading);
    case "+":
    case "-":
    case "*":
      return arithmetic(node.op, node.args, reading);
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "==":
    case "!=": {
      const isEquality = node.op === "==" || node.op === "!=";
      const sides = isEquality ? alike(node.args, reading) : both(node.args, "decimal", reading);
      return sides && { kind: "comparison", type: "boolean", operator: node.op, ...sides };
    }
    case "&&":
    case "||": {
      const sides = both(node.args, "boolean", reading);
      return sides && { kind: "logic", type: "boolean", operator: node.op, ...sides };
    }
    case "!_": {
      const operand = treeOf(node.args, "boolean", reading);
      return operand && { kind: "not", type: "boolean", operand };
    }
    case "-_": {
      const operand = treeOf(node.args, "decimal", reading);
      return operand && { kind: "negative", type: operand.type, operand };
    }
    case "?:":
      return conditional(node.args, reading);
    case "in":
      return membership(node.args, reading);
    case "call":
      return ceil(node, node.args, reading);
    case "/": {
      both(node.args, "decimal", reading);
      const fix = `Round it up, as in ceil(${bare(node)}), or multiply the other side by the divisor.`;
      return fail(reading, node, "is a quotient, which need not be an exact decimal.", fix);
    }
    default:
      return unknownForm(reading, node);
  }
}

function literal(node: ASTNode, reading: Reading): Expression | undefined {
  const value: unknown = node.args;
  if (typeof value === "string") return { kind: "text", type: "text", text: value };
  if (typeof value === "boolean") return { kind: "flag", type: "boolean", value };
  const text = bare(node);
  if (/^[0-9]+(\.[0-9]+)?$/u.test(text)) {
    return { kind: "number", type: text.includes(".") ? "decimal" : "integer", text };
  }
  const fix = "Write numbers in plain digits, like 0.001.";
  return fail(reading, node, "is not a plain number, text, true or false.", fix);
}

function named(node: ASTNode, reading: Reading): Expression | undefined {
  const name = bare(node);
  const known = reading.names.get(name);
  if (known !== undefined) return { kind: "name", ...known, name };
  const fix = `${suggestName(name, [...reading.names.keys()])} ${listed(reading.names)}`.trim();
  return fail(reading, node, "is an unknown name.", fix);
}

const scopes: Readonly<Record<NameScope, string>> = {
  filter: "The filter's fields",
  order: "the order's",
  market: "of market and account",
  event: "Of the stream",
};

/** All names that an expression may use, by scope. */
function listed(names: KnownNames): string {
  const groups = Object.entries(scopes).flatMap(([scope, title]) => {
    const own = [...names].filter(([, known]) => known.scope === scope).map(([name]) => name);
    return own.length === 0 ? [] : [`${title}: ${own.join(", ")}`];
  });
  return groups.length === 0 ? "" : `${groups.join("; ")}.`;
}

function arithmetic(
  operator: "+" | "-" | "*",
  operands: readonly [ASTNode, ASTNode],
  reading: Reading,
): Expression | undefined {
  const sides = both(operands, "decimal", reading);
  if (sides === undefined) return undefined;
  const isWhole = sides.left.type === "integer" && sides.right.type === "integer";
  return { kind: "arithmetic", type: isWhole ? "integer" : "decimal", operator, ...sides };
}

interface Sides {
  readonly left: Expression;
  readonly right: Expression;
}

function both(
  [one, other]: readonly [ASTNode, ASTNode],
  wanted: ValueType,
  reading: Reading,
): Sides | undefined {
  const left = treeOf(one, wanted, reading);
  const right = treeOf(other, wanted, reading);
  return left && right && { left, right };
}

/** Two sides that must have the same type. */
function alike([one, other]: readonly [ASTNode, ASTNode], reading: Reading): Sides | undefined {
  const left = typed(one, reading);
  const right = typed(other, reading);
  if (left === undefined || right === undefined) return undefined;
  if (fits(left.type, right.type) || fits(right.type, left.type)) {
    reportWord(left, { node: other, tree: right }, reading);
    reportWord(right, { node: one, tree: left }, reading);
    return { left, right };
  }
  return mismatch(reading, other, right.type, left.type);
}

/** A text that a name is compared with must be one that the name can be. */
function reportWord(
  name: Expression,
  { node, tree }: { readonly node: ASTNode; readonly tree: Expression | undefined },
  reading: Reading,
): void {
  if (name.kind !== "name" || tree?.kind !== "text") return;
  const { words } = name;
  if (words === undefined || words.includes(tree.text)) return;
  fail(reading, node, `is not a value of ${name.name}.`, suggestName(tree.text, words));
}

function conditional(
  [condition, yes, no]: readonly [ASTNode, ASTNode, ASTNode],
  reading: Reading,
): Expression | undefined {
  const asked = treeOf(condition, "boolean", reading);
  const sides = alike([yes, no], reading);
  if (asked === undefined || sides === undefined) return undefined;
  const { left: then, right: otherwise } = sides;
  const type = then.type === otherwise.type ? then.type : "decimal";
  return { kind: "conditional", type, condition: asked, then, otherwise };
}

/** `x in [a, b]`: every element has the type of `x`. */
function membership(
  [sought, elements]: readonly [ASTNode, ASTNode],
  reading: Reading,
): Expression | undefined {
  if (elements.op !== "list") return unknownForm(reading, elements);
  const tree = typed(sought, reading);
  if (tree === undefined) return undefined;
  const wanted = tree.type === "integer" ? "decimal" : tree.type;
  const list = elements.args.map((node) => {
    const element = treeOf(node, wanted, reading);
    reportWord(tree, { node, tree: element }, reading);
    return element;
  });
  const there = list.filter((element) => element !== undefined);
  return { kind: "membership", type: "boolean", sought: tree, list: there };
}

function ceil(
  node: ASTNode,
  [name, operands]: readonly [string, readonly ASTNode[]],
  reading: Reading,
): Expression | undefined {
  const [operand] = operands;
  if (name !== "ceil" || operand === undefined || operands.length !== 1) {
    const message = `calls ${name} with ${operands.length} values.`;
    return fail(reading, node, message, "The one function is ceil(x).");
  }
  if (operand.op !== "/") {
    const dividend = treeOf(operand, "decimal", reading);
    return dividend && { kind: "ceil", type: "integer", dividend, divisor: undefined };
  }
  const sides = both(operand.args, "decimal", reading);
  return sides && { kind: "ceil", type: "integer", dividend: sides.left, divisor: sides.right };
}

/** Every name that expressions read, each once, in order of reading. */
export function namesIn(...trees: readonly (Expression | undefined)[]): readonly NameExpression[] {
  const names = new Map<string, NameExpression>();
  const visit = (part: Expression): void => {
    if (part.kind === "name") names.set(`${part.scope} ${part.name}`, part);
    for (const inner of partsOf(part)) visit(inner);
  };
  for (const tree of trees) if (tree !== undefined) visit(tree);
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
