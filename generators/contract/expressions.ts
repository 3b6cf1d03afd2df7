import { parse } from "@marcbachmann/cel-js";
import type { ASTNode } from "@marcbachmann/cel-js";

import { mendName } from "./context.ts";

/** What an expression gives, or a name in it stands for. */
export type ExpressionType = "decimal" | "text" | "flag";

/** A fault of an expression, without its place. */
export interface ExpressionFault {
  readonly message: string;
  readonly mend: string;
}

/**
 * Checks an expression in CEL syntax: that it can be parsed, that its names are known, and that
 * what it gives is of the wanted type. Numbers are exact decimals, whole ones included. A name
 * with a dot is one name. Returns every fault.
 */
export function checkExpression(
  text: string,
  wanted: ExpressionType,
  names: ReadonlyMap<string, ExpressionType>,
): readonly ExpressionFault[] {
  const faults: ExpressionFault[] = [];
  let tree: ASTNode;
  try {
    tree = parse(text).ast;
  } catch (error) {
    const [reason = ""] = String(error instanceof Error ? error.message : error).split("\n");
    return [{ message: `The expression \`${text}\` cannot be read: ${reason}.`, mend: "Correct its syntax." }];
  }
  const given = typeOf(tree, { names, faults });
  if (given !== undefined && given !== wanted) {
    faults.push(mismatch(`\`${text}\``, given, wanted));
  }
  return faults;
}

interface Checking {
  readonly names: ReadonlyMap<string, ExpressionType>;
  readonly faults: ExpressionFault[];
}

const words: Readonly<Record<ExpressionType, string>> = {
  decimal: "a number",
  text: "a text",
  flag: "true or false",
};

function typeOf(node: ASTNode, checking: Checking): ExpressionType | undefined {
  switch (node.op) {
    case "value":
      return typeOfLiteral(node.args);
    case "id":
      return typeOfName(node.args, checking);
    case ".":
      return typeOfName(node.input.slice(node.start, node.end), checking);
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return both(node.args, "decimal", "decimal", checking);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return both(node.args, "decimal", "flag", checking);
    case "==":
    case "!=":
      return equality(node.args, checking);
    case "&&":
    case "||":
      return both(node.args, "flag", "flag", checking);
    case "!_":
      return needs(node.args, "flag", checking);
    case "-_":
      return needs(node.args, "decimal", checking);
    case "?:": {
      const [condition, ...branches] = node.args;
      needs(condition, "flag", checking);
      equality(branches, checking);
      return typeOf(branches[0], { ...checking, faults: [] });
    }
    case "in":
      return membership(node.args, checking);
    case "call":
      return typeOfCall(node.args, checking);
    default:
      checking.faults.push(unknownForm(node));
      return undefined;
  }
}

function typeOfLiteral(value: unknown): ExpressionType | undefined {
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return "flag";
  return typeof value === "bigint" || typeof value === "number" ? "decimal" : undefined;
}

function typeOfName(name: string, { names, faults }: Checking): ExpressionType | undefined {
  const type = names.get(name);
  if (type === undefined) {
    faults.push({
      message: `The expression names ${name}, which is unknown here.`,
      mend: mendName(name, [...names.keys()]),
    });
  }
  return type;
}

function typeOfCall(
  [name, operands]: readonly [string, readonly ASTNode[]],
  checking: Checking,
): ExpressionType | undefined {
  const [operand] = operands;
  if (name === "ceil" && operand !== undefined && operands.length === 1) {
    return needs(operand, "decimal", checking);
  }
  checking.faults.push({
    message: `The expression calls ${name} with ${operands.length} values.`,
    mend: "The one function is ceil(x).",
  });
  return undefined;
}

function both(
  operands: readonly ASTNode[],
  wanted: ExpressionType,
  result: ExpressionType,
  checking: Checking,
): ExpressionType {
  for (const operand of operands) needs(operand, wanted, checking);
  return result;
}

function equality(operands: readonly ASTNode[], checking: Checking): ExpressionType {
  const [left, right] = operands.map((operand) => typeOf(operand, checking));
  const [, second] = operands;
  if (left !== undefined && right !== undefined && second !== undefined && left !== right) {
    checking.faults.push(mismatch(textOf(second), right, left));
  }
  return "flag";
}

/** `x in [a, b]`: every element is of the type that is looked for. */
function membership([sought, list]: readonly [ASTNode, ASTNode], checking: Checking): ExpressionType {
  if (list.op !== "list") {
    checking.faults.push(unknownForm(list));
    return "flag";
  }
  for (const element of list.args) equality([sought, element], checking);
  if (list.args.length === 0) typeOf(sought, checking);
  return "flag";
}

function needs(node: ASTNode, wanted: ExpressionType, checking: Checking): ExpressionType {
  const given = typeOf(node, checking);
  if (given !== undefined && given !== wanted) {
    checking.faults.push(mismatch(textOf(node), given, wanted));
  }
  return wanted;
}

function mismatch(what: string, given: ExpressionType, wanted: ExpressionType): ExpressionFault {
  return {
    message: `${what} is ${words[given]} where ${words[wanted]} is needed.`,
    mend: "Compare and calculate with values of one type.",
  };
}

function unknownForm(node: ASTNode): ExpressionFault {
  return {
    message: `${textOf(node)} is a form of expression that rules do not have.`,
    mend: "Use names, numbers, texts, arithmetic, comparisons, in [..], && || ! ?: and ceil(x).",
  };
}

function textOf(node: ASTNode): string {
  return `\`${node.input.slice(node.start, node.end)}\``;
}
