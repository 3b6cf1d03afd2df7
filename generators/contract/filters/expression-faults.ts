import type { ASTNode } from "@marcbachmann/cel-js";

import { suggestName } from "../context.ts";
import type { KnownNames, NameScope, ValueType } from "./expression-tree.ts";

/** An error in an expression; `at` is its offset within the text, from 0. */
export interface ExpressionFault {
  readonly message: string;
  readonly fix: string;
  readonly at: number;
}

/** An unknown name. */
export function unknownName(node: ASTNode, names: KnownNames): ExpressionFault {
  const name = bare(node);
  return {
    message: `The expression names ${name}, which is unknown here.`,
    fix: `${suggestName(name, [...names.keys()])} ${allowed(names)}`.trim(),
    at: node.start,
  };
}

const scopes: Readonly<Record<NameScope, string>> = {
  filter: "The filter's fields",
  order: "the order's",
  market: "of market and account",
  event: "Of the stream",
};

/** All names that an expression may use, by scope. */
function allowed(names: KnownNames): string {
  const groups = Object.entries(scopes).flatMap(([scope, title]) => {
    const own = [...names].filter(([, known]) => known.scope === scope).map(([name]) => name);
    return own.length === 0 ? [] : [`${title}: ${own.join(", ")}`];
  });
  return groups.length === 0 ? "" : `${groups.join("; ")}.`;
}

/** A quotient without `ceil`. */
export function quotient(node: ASTNode): ExpressionFault {
  return {
    message: `${shown(node)} is a quotient, which need not be an exact decimal.`,
    fix: `Round it up, as in ceil(${bare(node)}), or multiply the other side by the divisor.`,
    at: node.start,
  };
}

/** A number that is not in plain digits, or a value of another kind. */
export function notPlain(node: ASTNode): ExpressionFault {
  const message = `${shown(node)} is no plain number, text, true or false.`;
  return { message, fix: "Write numbers in plain digits, like 0.001.", at: node.start };
}

/** An unknown function, or a wrong number of arguments. */
export function unknownCall(node: ASTNode, name: string, values: number): ExpressionFault {
  const message = `The expression calls ${name} with ${values} values.`;
  return { message, fix: "The one function is ceil(x).", at: node.start };
}

const words: Readonly<Record<ValueType, string>> = {
  decimal: "a number",
  integer: "a whole number",
  boolean: "true or false",
  text: "a text",
};

/** A part that has another type than is needed there. */
export function mismatch(node: ASTNode, given: ValueType, wanted: ValueType): ExpressionFault {
  return {
    message: `${shown(node)} is ${words[given]} where ${words[wanted]} is needed.`,
    fix: "Compare and calculate with values of one type.",
    at: node.start,
  };
}

/** A form of CEL that is not supported. */
export function unknownForm(node: ASTNode): ExpressionFault {
  return {
    message: `${shown(node)} is a form of expression that rules do not have.`,
    fix:
      "Use names, numbers, texts, + - *, comparisons, in [..], && || ! ?: and ceil(x) or " +
      "ceil(a / b).",
    at: node.start,
  };
}

/** A syntax error, at the place where the parser stopped. */
export function syntaxFault(text: string, error: unknown): ExpressionFault {
  const [reason = ""] = String(error instanceof Error ? error.message : error).split("\n");
  const place = error instanceof Error ? (error as { node?: { start?: unknown } }).node?.start : 0;
  return {
    message: `The expression \`${text}\` cannot be read: ${reason}.`,
    fix: "Correct its syntax.",
    at: typeof place === "number" ? place : 0,
  };
}

/** The source text of a part of an expression. */
export function bare(node: ASTNode): string {
  return node.input.slice(node.start, node.end);
}

function shown(node: ASTNode): string {
  return `\`${bare(node)}\``;
}
