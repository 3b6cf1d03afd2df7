import type { Contract, Origin, Property, RecordSchema, Schema } from "../contract/model.ts";
import { doc } from "./doc.ts";
import { camelCase, propertyKey, quoted, type TypeNames, typeNames, unique } from "./names.ts";
import { indented, type PropertySignature, propertyText, union } from "./statements.ts";
import { unlistedWords } from "./unlisted-words.ts";

/**
 * Writes schemas as TypeScript types. In a response a choice is open, because the exchange may have
 * added a value since this client was made; in a request it is closed.
 */
export interface TypeWriter {
  readonly names: TypeNames;
  /** A schema as a type; `column` is where the text starts on its line. */
  readonly response: (schema: Schema, column?: number) => string;
  readonly request: (schema: Schema, column?: number) => string;
  /** The members of an interface. */
  readonly members: (record: RecordSchema) => readonly PropertySignature[];
}

/** The type of a value that no known member of a union has; `types.ts` declares it. */
export const unlistedWord = "UnlistedWord";

/** A writer for the types of one contract. */
export function typeWriter(contract: Contract): TypeWriter {
  const names = typeNames(contract);
  const schemas = new Map(contract.schemas.map(({ name, schema }) => [name, schema]));
  const context = { names, schemas, unlisted: unlistedWords(contract) };
  const responses: Context = { ...context, isOpen: true };
  return {
    names,
    response: (schema, column = 0) => typeText(schema, responses, column),
    request: (schema, column = 0) => typeText(schema, { ...context, isOpen: false }, column),
    members: (record) => members(record, responses, 2),
  };
}

interface Context {
  readonly names: TypeNames;
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly unlisted: ReadonlySet<Property>;
  readonly isOpen: boolean;
}

function typeText(schema: Schema, context: Context, column: number): string {
  switch (schema.kind) {
    case "decimal":
      return "Decimal";
    case "int64":
      return "Int64";
    case "integer":
    case "number":
      return "number";
    case "text":
      return "string";
    case "flag":
      return "boolean";
    case "nothing":
      return "null";
    case "unstated":
      return "unknown";
    case "literal":
      return typeof schema.value === "string" ? quoted(schema.value) : `${schema.value}`;
    case "choice":
      return choice(
        schema.values.map(({ value }) => quoted(value)),
        context,
        column,
      );
    case "list":
      return `readonly ${grouped(typeText(schema.items, context, column))}[]`;
    case "tuple":
      return tuple(schema, context);
    case "record":
      return inlineRecord(schema, context);
    case "union":
      return union(
        [...new Set(schema.members.map((member) => typeText(member, context, column)))],
        column,
      );
    case "reference":
      return reference(schema.name, context);
  }
}

function reference(name: string, { names, schemas, isOpen }: Context): string {
  const type = names.schema(name);
  return isOpen && schemas.get(name)?.kind === "choice" ? `Open<${type}>` : type;
}

function choice(values: readonly string[], { isOpen }: Context, column: number): string {
  if (values.length === 0) return "string";
  return isOpen ? `Open<${union(values, column + 6)}>` : union(values, column);
}

function grouped(type: string): string {
  return type.includes(" | ") || type.startsWith("readonly ") ? `(${type})` : type;
}

type TupleSchema = Extract<Schema, { readonly kind: "tuple" }>;

function tuple(schema: TupleSchema, context: Context): string {
  const items = labels(schema).map(
    ([label, item]) =>
      `${doc({ text: item.description }, 4)}${label}: ${typeText(item.schema, context, 4)},`,
  );
  const { rest } = schema;
  const last = rest === undefined ? [] : [`...rest: ${grouped(typeText(rest, context, 4))}[],`];
  return `readonly [\n${[...items, ...last].map((text) => indented(text)).join("\n")}\n]`;
}

function labels(schema: TupleSchema): readonly (readonly [string, TupleSchema["items"][number]])[] {
  const taken = new Set(["rest"]);
  return schema.items.map((item) => [unique(camelCase(item.name), taken), item] as const);
}

function inlineRecord(record: RecordSchema, context: Context): string {
  if (record.properties.length === 0) {
    const rest = record.additional ?? { kind: "unstated" };
    return `Readonly<Record<string, ${typeText(rest, context, 24)}>>`;
  }
  const texts = members(record, context, 4).map(propertyText);
  return `{\n${texts.map((text) => indented(text)).join("\n")}\n}`;
}

function members(
  record: RecordSchema,
  context: Context,
  indent: number,
): readonly PropertySignature[] {
  const properties = record.properties.map((property) => member(property, context, indent));
  return record.additional === undefined ? properties : [...properties, furtherFields];
}

const furtherFields: PropertySignature = {
  name: "[field: string]",
  isReadonly: true,
  type: "unknown",
};

function member(property: Property, context: Context, indent: number): PropertySignature {
  const name = propertyKey(property.name);
  const isUnlisted = context.unlisted.has(property);
  return {
    name,
    isReadonly: true,
    hasQuestionToken: !property.required,
    type: isUnlisted ? unlistedWord : typeText(property.schema, context, 15 + name.length),
    docs: doc({ text: property.description, assumed: property.assumed }, indent),
  };
}

/** The origin of each member of a named type, by dotted path. */
export function memberOrigins(
  owner: string,
  schema: Schema,
): readonly (readonly [string, Origin])[] {
  switch (schema.kind) {
    case "record":
      return schema.properties.flatMap((property) => [
        [`${owner}.${property.name}`, property.origin] as const,
        ...memberOrigins(`${owner}.${property.name}`, property.schema),
      ]);
    case "tuple":
      return labels(schema).map(([label, { origin }]) => [`${owner}.${label}`, origin] as const);
    case "list":
      return memberOrigins(owner, schema.items);
    case "union":
      return schema.members.flatMap((member) => memberOrigins(owner, member));
    default:
      return [];
  }
}
