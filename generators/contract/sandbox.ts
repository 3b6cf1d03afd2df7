import { isOutcomeOpen } from "../../runtime/call/retry.ts";
import { rewritten, withMember } from "./documents/json.ts";
import { reportKeywords } from "./documents/keywords.ts";
import type { Loaded } from "./documents/load.ts";
import { suggestName } from "./documents/problems.ts";
import * as read from "./documents/read.ts";
import { listedStatuses } from "./errors/errors.ts";
import type { Assumption, Contract, Filter, JsonObject, Schema } from "./model.ts";

type Known = Pick<Contract, "operations" | "errors" | "limits" | "filters" | "assumptions"> &
  Pick<Contract, "schemas" | "statuses">;

/**
 * Builds the schemas of the sandbox's inputs: those of spec/sandbox with `x-words` replaced by
 * words of the contract, and those of filters and choices derived from the contract.
 */
export function buildSandboxSchemas(
  { openapi, sandbox: schemas, problems }: Loaded,
  contract: Known,
): JsonObject {
  if (Object.keys(schemas).length === 0) return {};
  const words: Readonly<Record<string, readonly (string | number)[]>> = {
    operations: contract.operations.map(({ id }) => id),
    failureStatuses: listedStatuses(openapi)
      .filter((status) => isOutcomeOpen({ status }, { statuses: contract.statuses, openCodes: [] }))
      .toSorted((one, other) => one - other),
    errorCodes: contract.errors.map(({ code }) => code),
    limits: contract.limits.map(({ id }) => id),
    orderTypes: choicesOf(contract, "OrderType"),
    symbolStatuses: choicesOf(contract, "SymbolStatus"),
  };
  reportKeywords(problems, Object.values(schemas), "schemas of the sandbox");
  const own = [...Object.keys(schemas), "Filter", "Choices"].map((name) => `#/$defs/${name}`);
  const fill = (node: JsonObject): JsonObject => {
    const { "x-words": kind, $ref: reference } = node;
    if (typeof reference === "string" && !own.includes(reference)) {
      const message = `${reference} is not a schema of the sandbox.`;
      problems.report({ node, key: "$ref" }, message, suggestName(reference, own));
    }
    if (typeof kind !== "string") return node;
    if (words[kind] === undefined) {
      const fix = suggestName(kind, Object.keys(words));
      problems.report({ node, key: "x-words" }, `There are no words ${kind}.`, fix);
    }
    return withMember(node, "x-words", ["enum", words[kind] ?? []]);
  };
  return {
    ...read.object(rewritten(schemas, fill)),
    Filter: { oneOf: [...contract.filters.map(filterSchema), unknownFilter(contract.filters)] },
    Choices: choicesSchema(contract.assumptions),
  };
}

function choicesOf({ schemas }: Known, name: string): readonly string[] {
  const schema = schemas.find((each) => each.name === name)?.schema;
  return schema?.kind === "enum" ? schema.values.map(({ value }) => value) : [];
}

/** A field with an alternative name may be given under either. */
function filterSchema({ name, description, fields, values }: Filter): JsonObject {
  const otherNames = new Map(
    values.flatMap(({ name: own, alsoNamed }) => (alsoNamed ? [[own, alsoNamed] as const] : [])),
  );
  const properties = fields.flatMap((field) => {
    const names = [field.name, otherNames.get(field.name) ?? field.name];
    return names.map((each) => [each, fieldSchema(field.schema)] as const);
  });
  const required = fields.map((field) => field.name).filter((each) => !otherNames.has(each));
  return {
    type: "object",
    description,
    required: [...new Set(["filterType", ...required])],
    additionalProperties: false,
    properties: { ...Object.fromEntries(properties), filterType: { const: name } },
  };
}

const fieldTypes: Readonly<Partial<Record<Schema["kind"], string>>> = {
  flag: "boolean",
  integer: "integer",
  text: "string",
};

function fieldSchema({ kind }: Schema): JsonObject {
  const type = fieldTypes[kind];
  return type === undefined ? { $ref: "#/$defs/FilterDecimal" } : { type };
}

function unknownFilter(filters: readonly Filter[]): JsonObject {
  const known = filters.map(({ name }) => name);
  return {
    type: "object",
    description: "A filter that the contract does not know: it is listed but never evaluated.",
    required: ["filterType"],
    additionalProperties: true,
    properties: { filterType: { type: "string", not: { enum: known } } },
  };
}

function choicesSchema(assumptions: readonly Assumption[]): JsonObject {
  const properties = assumptions.flatMap(({ id, gap, sandbox }) => {
    if (sandbox === undefined) return [];
    const words = Object.keys(sandbox.readings);
    const meanings = Object.entries(sandbox.readings).map(([word, text]) => `${word}: ${text}`);
    const description = [gap, ...meanings].join("\n");
    return [[id, { type: "string", enum: words, default: sandbox.default, description }] as const];
  });
  return {
    type: "object",
    description: "How the sandbox decides what the interface leaves open; see the assumptions.",
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
}
