import type { ParameterDescriptor, ValueKind } from "../../../runtime/tables.ts";
import { assumedBy, type BuildContext, milliseconds, showsAlone } from "../context.ts";
import { defined, isList } from "../documents/json.ts";
import { isBroken, placeOf } from "../documents/places.ts";
import { suggestName } from "../documents/problems.ts";
import * as read from "../documents/read.ts";
import type { JsonObject, NamedSchema, Parameter, Schema } from "../model.ts";
import { meaning } from "../schemas/meaning.ts";
import { buildSchema } from "../schemas/schemas.ts";

/** Builds the request fields of an operation, its path's first, in the spec's order. */
export function buildParameters(
  context: BuildContext,
  { item, operation }: { readonly item: JsonObject; readonly operation: JsonObject },
  schemas: readonly NamedSchema[],
): readonly Parameter[] {
  const listed: { readonly parameter: Parameter; readonly node: JsonObject }[] = [];
  for (const holder of [item, operation]) {
    const given = read.at(holder, "parameters");
    for (const [index, value] of read.list(given).entries()) {
      const node = read.resolved(context.openapi, value);
      const parameter = buildParameter(context, node, schemas);
      if (parameter === undefined) continue;
      if (listed.some((other) => other.parameter.name === parameter.name)) {
        const message = `The parameter ${parameter.name} is listed twice.`;
        const fix = "Keep one of the two.";
        context.problems.report({ node: isList(given) ? given : node, key: index }, message, fix);
        continue;
      }
      listed.push({ parameter, node });
    }
  }
  const names = listed.map(({ parameter }) => parameter.name);
  for (const { parameter, node } of listed) {
    const absent = parameter.onlyWith?.find((name) => !names.includes(name));
    if (absent === undefined) continue;
    context.problems.report(
      { node, key: "x-only-with" },
      `${parameter.name} goes only with ${absent}, which the operation does not have.`,
      suggestName(absent, names),
    );
  }
  return listed.map(({ parameter }) => parameter);
}

function buildParameter(
  context: BuildContext,
  node: JsonObject,
  schemas: readonly NamedSchema[],
): Parameter | undefined {
  if (isBroken(node)) return undefined;
  const name = read.text(node, "name");
  const place = read.at(node, "in");
  if (place !== "query") {
    const message = `The parameter ${name} is sent in ${read.text(place) || "no place"}.`;
    const fix = "Write in: query; the client sends and signs parameters nowhere else.";
    context.problems.report({ node, key: "in" }, message, fix);
  }
  if (!/^[A-Za-z][A-Za-z0-9_.-]*$/u.test(name)) {
    const message = `The parameter name ${JSON.stringify(name)} is not made of letters and digits.`;
    const fix = "Name it as it is written on the wire.";
    context.problems.report({ node, key: "name" }, message, fix);
  }
  const holder = read.resolved(context.openapi, read.at(node, "schema"));
  const schema = buildSchema(context, "openapi", read.at(node, "schema"));
  const meant = meaning(schema, schemas);
  const words = read.description(node, read.text(holder, "description"));
  const description = [words, ...statements(node)].join(" ");
  if (meant.kind === "list" || meant.kind === "tuple" || meant.kind === "record") {
    const message = `The parameter ${name} is not a single value.`;
    const fix = "Write a text, a number, true or false; the client sends nothing else.";
    context.problems.report({ node, key: "schema" }, message, fix);
  }
  reportBounds(context, node, meant);
  reportDefault(context, node, words);
  const descriptor: ParameterDescriptor = {
    name,
    kind: valueKinds[meant.kind] ?? "text",
    required: node["required"] === true,
    ...(meant.kind === "enum" ? choices(meant) : {}),
    ...limits(node, holder),
  };
  const defaultFromNowMs = read.optionalNumber(node, "x-default", "offsetMs");
  const origin = placeOf(node);
  return { ...descriptor, ...defined({ defaultFromNowMs }), description, schema, origin };
}

/** Reports a default that the description's sentence about it states differently. */
function reportDefault(context: BuildContext, node: JsonObject, description: string): void {
  const offset = read.optionalNumber(node, "x-default", "offsetMs");
  const sentence = description.split(".").find((each) => /\bdefault\b/iu.test(each)) ?? "";
  const stated = [...sentence.matchAll(/\b(\d+) (second|minute|hour|day)s?\b/gu)];
  const isSaid = stated.some(([, every, unit = ""]) => {
    return milliseconds({ every: Number(every), unit }) === Math.abs(offset ?? 0);
  });
  const [[text] = []] = stated;
  if (offset === undefined || text === undefined || isSaid) return;
  const message = `The description says ${text}, and x-default ${offset} milliseconds.`;
  context.problems.report({ node, key: "x-default" }, message, "Correct one of the two.");
}

/** What extensions say of a parameter, as sentences. */
function statements(node: JsonObject): readonly string[] {
  const standard = read.optionalText(node, "x-default", "text");
  return [
    ...(node["x-inclusive"] === true ? ["Inclusive."] : []),
    ...(standard === undefined ? [] : [`Default: ${standard}.`]),
    ...(node["x-unique-among"] === "openOrders" ? ["Unique among open orders."] : []),
    ...(node["x-generated-when-absent"] === true ? ["Generated when it is not sent."] : []),
  ];
}

/** Values without bounds would reach handlers that do not expect them. */
function reportBounds(context: BuildContext, node: JsonObject, meant: Schema): void {
  const bounds = read.resolved(context.openapi, read.at(node, "schema"));
  if (isBroken(bounds)) return;
  const wanted = boundsOf[meant.kind] ?? (meant.kind === "enum" && !meant.open ? [] : ["pattern"]);
  // The time window bounds the timestamp.
  const timestamp = read.at(context.openapi, "x-signing", "parameters", "timestamp");
  if (node["name"] === timestamp) return;
  for (const keyword of wanted) {
    if (Object.hasOwn(bounds, keyword) || showsAlone(context)) continue;
    const message = `The parameter ${read.text(node, "name")} has no ${keyword}.`;
    const fix = "Write it, with x-assumed-bounds where the interface does not show it.";
    context.problems.report({ node, key: "schema" }, message, fix);
  }
}

/** Keywords that bound a value; int64 has its own maximum. */
const boundsOf: Readonly<Partial<Record<Schema["kind"], readonly string[]>>> = {
  decimal: ["minimum", "pattern"],
  number: ["minimum", "maximum"],
  int64: ["minimum"],
  integer: ["minimum", "maximum"],
  flag: [],
  list: [],
  tuple: [],
  record: [],
};

function choices(schema: Extract<Schema, { kind: "enum" }>): Partial<ParameterDescriptor> {
  const words = schema.values.map(({ value }) => value);
  return schema.open ? { choices: words, open: true } : { choices: words };
}

/** Optional facts, in the descriptor's order. */
function limits(node: JsonObject, schema: JsonObject): Partial<ParameterDescriptor> {
  const { default: standard, minimum, maximum, pattern } = schema;
  const onlyWith = read.texts(node, "x-only-with");
  return defined({
    default: typeof standard === "object" ? undefined : standard,
    minimum: read.optionalNumber(minimum),
    maximum: read.optionalNumber(maximum),
    aboveMaximum: node["x-above-maximum"] === "truncate" ? ("truncate" as const) : undefined,
    onlyWith: onlyWith.length === 0 ? undefined : onlyWith,
    pattern: read.optionalText(pattern),
    role: read.optionalText(node, "x-role"),
    assumed: assumedBy(node),
  });
}

/** How values of a parameter are written; text by default. */
const valueKinds: Readonly<Partial<Record<Schema["kind"], ValueKind>>> = {
  decimal: "decimal",
  number: "decimal",
  int64: "int64",
  integer: "integer",
  enum: "choice",
  flag: "boolean",
};
