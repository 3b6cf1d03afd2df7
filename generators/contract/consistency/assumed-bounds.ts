import { assumedBy, type BuildContext, merged } from "../context.ts";
import { pointerNames } from "../documents/json.ts";
import * as read from "../documents/read.ts";
import type { Contract, Json, JsonObject } from "../model.ts";

/** Whether a value lies within a bound; a text only has a pattern, a number only limits. */
const isWithin: Readonly<Record<string, (value: Json, bound: Json) => boolean>> = {
  minimum: (value, bound) => typeof value !== "number" || value >= Number(bound),
  maximum: (value, bound) => typeof value !== "number" || value <= Number(bound),
  pattern: (value, bound) => typeof value !== "string" || new RegExp(`${bound}`, "u").test(value),
};

/**
 * Reports bounds of parameters that are only assumed (`x-assumed-bounds`) and that differ from a
 * documented bound, or take away a value that the interface documents.
 */
export function reportAssumedBounds(context: BuildContext, { operations }: Contract): void {
  for (const { path, method } of operations) {
    const item = read.object(context.openapi, "paths", path);
    const operation = read.object(item[method.toLowerCase()]);
    const given = [...read.list(item, "parameters"), ...read.list(operation, "parameters")];
    for (const node of given) reportIn(context, merged(context, "openapi", node), operation);
  }
}

function reportIn(context: BuildContext, parameter: JsonObject, operation: JsonObject): void {
  const { openapi, places, problems } = context;
  const schema = read.object(parameter, "schema");
  const target = read.object(openapi, ...pointerNames(read.text(schema, "$ref")));
  const { keywords, "x-assumed": assumed } = read.object(schema, "x-assumed-bounds");
  const marked = read.list(keywords).map(String);
  const name = read.text(parameter, "name");
  const values = documentedValues(context, name, { schema, target, operation, marked });
  for (const keyword of marked) {
    const bound = schema[keyword] ?? null;
    const replaced = target[keyword] ?? bound;
    const lost =
      replaced === bound
        ? values.find(({ value = null }) => isWithin[keyword]?.(value, bound) === false)
        : { value: replaced, node: target, key: keyword };
    if (lost === undefined) continue;
    const { file, line } = places.of(lost.node, lost.key);
    problems.report(
      { node: schema, key: keyword },
      `This ${keyword} is only assumed (${assumed}), and it takes away what is ` +
        `documented at ${file}:${line}: ${lost.key} ${lost.value}.`,
      "Widen or delete it. If the interface shows it, take it out of x-assumed-bounds.",
    );
  }
}

/** The values of a parameter that other facts document, each with its place. */
function documentedValues(
  { openapi }: BuildContext,
  name: string,
  {
    schema,
    target,
    operation,
    marked,
  }: Readonly<Record<"schema" | "target" | "operation", JsonObject>> & {
    readonly marked: readonly string[];
  },
) {
  const isOwn = (key: string): boolean => !marked.includes(key);
  const stated = [schema, target].flatMap((node) =>
    ["minimum", "maximum"].filter(isOwn).map((key) => ({ value: node[key], node, key })),
  );
  const words = [...read.nodesBehind(openapi, schema)]
    .map((node) => read.object(node as Json))
    .filter((node) => assumedBy(node) === undefined)
    .flatMap((node) => read.list(node, "enum").map((value) => ({ value, node, key: "enum" })));
  const tiers = Object.values(read.object(operation, "x-weight")).flatMap((cost) =>
    read.at(cost, "byParameter") === name ? read.objects(cost, "tiers") : [],
  );
  const signing = read.object(openapi, "x-signing");
  const isWindow = read.at(signing, "parameters", "window") === name;
  const guidance = isWindow ? read.objects(signing, "windowGuidance") : [];
  const ranges = [
    ...tiers,
    ...guidance,
    ...guidance.map((row) => read.object(row, "recvWindowMs")),
  ];
  return [
    ...stated,
    ...words,
    ...ranges.flatMap((node) =>
      ["from", "to", "recvWindowMs"].map((key) => ({ value: node[key], node, key })),
    ),
  ];
}
