import { decimalIssue } from "../../../runtime/encoding/decimal.ts";
import {
  type JsonSchema,
  type JsonSchemas,
  violationsOf,
} from "../../../runtime/encoding/json-schema.ts";
import { assumedBy, type BuildContext, type Document } from "../context.ts";
import { isList, isObject } from "../documents/json.ts";
import { walk } from "../documents/node-kinds.ts";
import { suggestName } from "../documents/problems.ts";
import * as read from "../documents/read.ts";
import type { Json, JsonObject } from "../model.ts";
import { patternProblem } from "./patterns.ts";

/**
 * Reports contradictions within a schema: required properties that are assumed or unknown, bounds
 * in the wrong order, invalid defaults and constants, and invalid or catastrophic patterns.
 */
export function reportSchemaProblems(context: BuildContext): void {
  walk(context, ({ document, node, kind, isMap, path }) => {
    if (kind !== "Schema" || isMap) return;
    const { required } = node;
    if (isList(required)) {
      reportRequired(context, { node, required, around: markAbove(context[document], path) });
    }
    // Resolving every schema would take a twentieth of a run.
    if (checked.some((key) => Object.hasOwn(node, key))) reportSchema(context, document, node);
  });
}

const ranges = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;
const checked = [...ranges.flat(), "pattern", "default", "const", "examples"];

/** The assumption or open mark at or above a place. */
function markAbove(document: JsonObject, path: readonly string[]): string | undefined {
  const holders = [...path.keys(), path.length].map((length) =>
    read.at(document, ...path.slice(0, length)),
  );
  return holders.map(markOf).find((mark) => mark !== undefined);
}

function markOf(value: Json | undefined): string | undefined {
  return assumedBy(value) ?? read.optionalText(value, "x-unstated");
}

function reportSchema(context: BuildContext, document: Document, node: JsonObject): void {
  const whole = read.resolved(context[document], node);
  for (const [low, high] of ranges) {
    const [least, most] = [read.optionalNumber(whole[low]), read.optionalNumber(whole[high])];
    if (least === undefined || most === undefined || least <= most) continue;
    const message = `The ${low} ${least} is above the ${high} ${most}.`;
    context.problems.report({ node, key: low }, message, "Swap or correct the two.");
    return;
  }
  for (const key of ["minimum", "maximum"]) {
    const bound = node[key];
    const isWhole = whole["type"] === "integer";
    if (bound === undefined || (isWhole ? Number.isInteger(bound) : typeof bound === "number"))
      continue;
    // Without a reference, the check against the standard reports it.
    if (typeof bound !== "number" && !Object.hasOwn(node, "$ref")) return;
    const message = `The ${key} ${JSON.stringify(bound)} is not a ${isWhole ? "whole " : ""}number.`;
    return context.problems.report({ node, key }, message, "Write one, without quotes.");
  }
  const empty = { message: "The pattern is empty.", fix: "Write one, or delete it." };
  const problem = whole["pattern"] === "" ? empty : patternProblem(read.text(whole, "pattern"));
  if (problem !== undefined) {
    if (node["pattern"] !== undefined)
      context.problems.report({ node, key: "pattern" }, problem.message, problem.fix);
    // Matching the default could take hours.
    return;
  }
  if (whole["type"] === "string" && whole["format"] === "decimal") reportDecimals(context, node);
  const schemas = read.at(context[document], "components", "schemas") as unknown as JsonSchemas;
  for (const key of ["default", "const"]) {
    const given = node[key];
    if (given === undefined) continue;
    const [violation] = violationsOf(schemas, whole as JsonSchema, given, key);
    if (violation === undefined) continue;
    const message = `The ${key} ${JSON.stringify(given)} ${violation.what}.`;
    const fix = `Correct the ${key} or the rule that it violates.`;
    context.problems.report({ node, key }, message, fix);
  }
}

/** Reports examples of decimals that are none, or not in quotes: a number would lose digits. */
function reportDecimals(context: BuildContext, node: JsonObject): void {
  for (const [index, value] of read.list(node, "examples").entries()) {
    const issue = decimalIssue(value, { signed: true });
    if (issue === undefined) continue;
    const message = `The example ${JSON.stringify(value)} ${issue}.`;
    const examples = node["examples"] as readonly Json[];
    const fix = 'Write it in quotes, as in "0.001".';
    context.problems.report({ node: examples, key: index }, message, fix);
  }
}

/** A schema with required properties, and the mark at or above it. */
interface RequiredList {
  readonly node: JsonObject;
  readonly required: readonly Json[];
  readonly around: string | undefined;
}

function reportRequired(context: BuildContext, { node, required, around }: RequiredList): void {
  const properties = read.object(node, "properties");
  const names = Object.keys(properties);
  for (const [index, name] of read.texts(required).entries()) {
    const property = read.at(properties, name);
    // A constant identifies the kind of object, so it is present whatever else is assumed.
    const isConstant = isObject(property) && Object.hasOwn(property, "const");
    const assumed = markOf(property) ?? (isConstant ? undefined : around);
    const at = { node: required, key: index };
    if (assumed !== undefined) {
      const message = `The property ${name} is required and assumed (${assumed}).`;
      const fix = "Remove it from `required`: a response without it must be accepted.";
      context.problems.report(at, message, fix);
    } else if (property === undefined && names.length > 0) {
      const message = `The required property ${name} is not among the properties.`;
      context.problems.report(at, message, suggestName(name, names));
    }
    if (required.indexOf(name) < index) {
      context.problems.report(at, `${name} is required twice.`, "Keep one.");
    }
  }
}
