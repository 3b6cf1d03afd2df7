import type { BuildContext, Document } from "../context.ts";
import { assumedBy, merged, report, suggestName } from "../context.ts";
import {
  isList,
  isObject,
  listIn,
  member,
  objectIn,
  optionalNumber,
  textsIn,
} from "../documents/json.ts";
import { walk } from "../documents/node-kinds.ts";
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
    report(context, {
      node,
      key: "minimum",
      message: `The minimum ${minimum} is above the maximum ${maximum}.`,
      fix: "Correct one of the two.",
    });
  }
  const given = member(node, "default");
  const refusal =
    given === undefined ? undefined : refusalOf(given, allWords(whole), { minimum, maximum });
  if (refusal !== undefined) {
    report(context, {
      node,
      key: "default",
      message: `The default ${JSON.stringify(given)} is ${refusal}.`,
      fix: "Correct the default or the rule that it violates.",
    });
  }
  const pattern = member(node, "pattern");
  if (typeof pattern === "string") reportPattern(context, node, pattern);
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
      report(context, {
        ...at,
        message: `The property ${name} is required and assumed (${assumed}).`,
        fix: "Remove it from `required`: a response without it must be accepted.",
      });
    } else if (property === undefined && names.length > 0) {
      report(context, {
        ...at,
        message: `The required property ${name} is not among the properties.`,
        fix: suggestName(name, names),
      });
    }
    if (required.indexOf(name) < index) {
      report(context, { ...at, message: `${name} is required twice.`, fix: "Keep one." });
    }
  }
}

/** The values that a schema allows; nothing where it does not list them. */
function allWords(schema: JsonObject): readonly Json[] | undefined {
  const own = schema["enum"];
  if (isList(own)) return own;
  const branches = listIn(schema["anyOf"]).filter(isObject);
  const lists = branches.map((branch) => branch["enum"]);
  return branches.length > 0 && lists.every(isList) ? lists.flat() : undefined;
}

function refusalOf(
  value: Json,
  words: readonly Json[] | undefined,
  {
    minimum,
    maximum,
  }: { readonly minimum: number | undefined; readonly maximum: number | undefined },
): string | undefined {
  if (words !== undefined && !words.includes(value)) return `none of ${words.join(", ")}`;
  if (typeof value !== "number") return undefined;
  if (minimum !== undefined && value < minimum) return `below the minimum ${minimum}`;
  return maximum !== undefined && value > maximum ? `above the maximum ${maximum}` : undefined;
}

/** A repeated group with a repetition inside: it can backtrack exponentially. */
const nestedRepetition =
  /\((?:[^()\\]|\\.)*(?:[+*]|\{\d+,\d*\})(?:[^()\\]|\\.)*\)(?:[+*]|\{\d+,\d*\})/u;

function reportPattern(context: BuildContext, node: JsonObject, pattern: string): void {
  const place = { node, key: "pattern" };
  try {
    new RegExp(pattern, "u");
  } catch {
    const message = `The pattern ${pattern} is no regular expression.`;
    report(context, { ...place, message, fix: "Correct its syntax." });
  }
  if (!nestedRepetition.test(pattern)) return;
  report(context, {
    ...place,
    message: `The pattern ${pattern} repeats a repetition: a short text can take hours to check.`,
    fix: "Repeat once, with bounds.",
  });
}
