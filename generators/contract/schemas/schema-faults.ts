import type { BuildContext, Document } from "../context.ts";
import { assumedBy, merged } from "../context.ts";
import { isList, listIn, member, objectIn, optionalNumber, textsIn } from "../documents/json.ts";
import { schemaViolations } from "../documents/json-schema.ts";
import { walk } from "../documents/node-kinds.ts";
import { suggestName } from "../documents/problems.ts";
import type { Json, JsonObject } from "../model.ts";

/**
 * Reports contradictions within a schema: required properties that are assumed or do not exist,
 * bounds in the wrong order, defaults that violate the schema, and patterns that are no regular
 * expression or backtrack without end.
 */
export function reportSchemaFaults(context: BuildContext): void {
  walk(context, ({ document, node, kind, isMap }) => {
    if (kind === "Schema" && !isMap) reportSchema(context, document, node);
  });
}

function reportSchema(context: BuildContext, document: Document, node: JsonObject): void {
  reportRequired(context, node);
  const whole = merged(context, document, node);
  const minimum = optionalNumber(whole["minimum"]);
  const maximum = optionalNumber(whole["maximum"]);
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    context.problems.report({
      node,
      key: "minimum",
      message: `The minimum ${minimum} is above the maximum ${maximum}.`,
      fix: "Swap or correct the two.",
    });
    return;
  }
  const ownFault = patternFault(node["pattern"]);
  if (ownFault !== undefined) context.problems.report({ node, key: "pattern", ...ownFault });
  const given = node["default"];
  // Such a pattern could be tried for hours.
  if (given === undefined || patternFault(whole["pattern"]) !== undefined) return;
  const [violation] = schemaViolations(given, whole, new Map(), context[document]);
  if (violation !== undefined) {
    context.problems.report({
      node,
      key: "default",
      message: `The default ${JSON.stringify(given)} ${violation.message}.`,
      fix: "Correct the default or the rule that it violates.",
    });
  }
}

function reportRequired(context: BuildContext, node: JsonObject): void {
  const properties = objectIn(node["properties"]);
  const names = Object.keys(properties);
  const required = listIn(node["required"]);
  for (const [index, name] of textsIn(required).entries()) {
    const property = member(properties, name);
    const assumed = assumedBy(property);
    const at = { node: isList(node["required"]) ? node["required"] : node, key: index };
    if (assumed !== undefined) {
      context.problems.report({
        ...at,
        message: `The property ${name} is required and assumed (${assumed}).`,
        fix: "Remove it from `required`: a response without it must be accepted.",
      });
    } else if (property === undefined && names.length > 0) {
      context.problems.report({
        ...at,
        message: `The required property ${name} is not among the properties.`,
        fix: suggestName(name, names),
      });
    }
    if (required.indexOf(name) < index) {
      context.problems.report({ ...at, message: `${name} is required twice.`, fix: "Keep one." });
    }
  }
}

/** Why a pattern cannot be tried on texts; nothing for a usable one. */
function patternFault(pattern: Json | undefined) {
  if (typeof pattern !== "string") return undefined;
  try {
    new RegExp(pattern, "u");
  } catch {
    const message = `The pattern ${pattern} is no regular expression.`;
    return { message, fix: "Correct its syntax." };
  }
  if (!nestedRepetition.test(pattern)) return undefined;
  const message = `The pattern ${pattern} repeats a repetition: a short text can take hours to check.`;
  return { message, fix: "Repeat once, with bounds." };
}

/** A repeated group with a repetition inside: it can backtrack exponentially. */
const nestedRepetition =
  /\((?:[^()\\]|\\.)*(?:[+*]|\{\d+,\d*\})(?:[^()\\]|\\.)*\)(?:[+*]|\{\d+,\d*\})/u;
