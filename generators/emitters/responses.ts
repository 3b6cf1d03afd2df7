import type { ResponseType } from "../../runtime/tables.ts";
import type { Contract, NamedSchema, Operation, Property, Schema } from "../contract/model.ts";
import { doc } from "../write/doc.ts";
import type { Emitter } from "../write/emitter.ts";
import { literal } from "../write/literal.ts";

/** The types of all responses as data: exact, required and assumed parts. */
export const responses: Emitter = {
  name: "responses",
  sources: ["spec/{paths,schemas,filters}/**/*.yaml"],
  emit: (contract) => {
    const types = new Map<string, ResponseType>();
    const typeOf = typesOf(contract, types);
    const known = contract.operations.flatMap((operation) => {
      const type = responseType(operation, contract, typeOf);
      return type === "any" ? [] : [[operation.id, type] as const];
    });
    const all = { responses: Object.fromEntries(known), types: Object.fromEntries(types) };
    const text = `
import type { ResponseTables } from "../runtime/tables.ts";

${doc(tablesDoc)}export const responseTables: ResponseTables = ${literal(all)};
`;
    return [{ path: "responses.ts", text }];
  },
};

const tablesDoc = {
  text:
    "The response type of each operation, and the named types in them. What is under `assumed` is " +
    "not documented, and never makes the client reject a response.",
};

type TypeOf = (schema: Schema) => ResponseType;

/** Makes the type of a schema; collects named records and enums in `types`. */
function typesOf({ schemas }: Contract, types: Map<string, ResponseType>): TypeOf {
  const named = new Map(schemas.map((schema) => [schema.name, schema]));
  const collect = (name: string, type: () => ResponseType): ResponseType => {
    if (!types.has(name)) {
      // Set first, because a type may contain itself.
      types.set(name, "any");
      types.set(name, type());
    }
    return name;
  };
  const typeOf: TypeOf = (schema) => {
    switch (schema.kind) {
      case "reference": {
        const target = named.get(schema.name);
        return target === undefined ? "any" : namedType(target);
      }
      case "list":
        return { list: typeOf(schema.items) };
      case "union":
        return oneOf(schema.members.map(typeOf));
      case "record":
        return recordType(schema.properties, typeOf);
      case "tuple":
        return { tuple: schema.items.map((item) => typeOf(item.schema)) };
      default:
        return scalars[schema.kind];
    }
  };
  const namedType = ({ name, schema, assumed }: NamedSchema): ResponseType => {
    if (schema.kind !== "record" && schema.kind !== "union") return typeOf(schema);
    if (schema.kind === "union") return collect(name, () => typeOf(schema));
    if (schema.properties.length === 0) return "any";
    const isAssumed = assumed !== undefined;
    return collect(name, () => recordType(schema.properties, typeOf, isAssumed));
  };
  return typeOf;
}

function recordType(
  properties: readonly Property[],
  typeOf: TypeOf,
  isAssumed = false,
): ResponseType {
  const groups = new Map<string, [string, unknown][]>();
  for (const property of properties) {
    const { name, schema } = property;
    const rule = isAssumed ? "assumed" : ruleOf(property);
    const isConstant = schema.kind === "literal" && rule === "required";
    const type = isConstant ? schema.value : typeOf(schema);
    // An optional field of any type adds nothing.
    if (type === "any" && rule !== "required") continue;
    const group = isConstant ? "constants" : rule;
    groups.set(group, [...(groups.get(group) ?? []), [name, type]]);
  }
  const record = Object.fromEntries(
    [...groups].map(([group, fields]) => [group, Object.fromEntries(fields)]),
  );
  return properties.length === 0 ? "any" : { record };
}

function ruleOf({ required, assumed, alsoNamed = false }: Property) {
  if (assumed !== undefined) return "assumed";
  return required && !alsoNamed ? "required" : "optional";
}

const scalars = {
  decimal: "decimal",
  int64: "int64",
  integer: "integer",
  number: "any",
  text: "text",
  flag: "boolean",
  nothing: "null",
  literal: "text",
  enum: "text",
  unstated: "any",
} as const;

function responseType(
  { responses, assumed }: Operation,
  { schemas }: Contract,
  typeOf: TypeOf,
): ResponseType {
  const types = responses.map(({ schema, assumed: here }): ResponseType => {
    const { name } = schema.kind === "reference" ? schema : {};
    const schemaAssumed = schemas.find((known) => known.name === name)?.assumed;
    const type = typeOf(schema);
    const isCertain = (here ?? assumed ?? schemaAssumed) === undefined;
    return isCertain || type === "any" ? type : { assumed: type };
  });
  return oneOf(types);
}

function oneOf(types: readonly ResponseType[]): ResponseType {
  const different = new Map(types.map((type) => [JSON.stringify(type), type]));
  const members = [...different.values()];
  const [only = "any", ...others] = members;
  if (members.includes("any")) return "any";
  return others.length === 0 ? only : { oneOf: members };
}
