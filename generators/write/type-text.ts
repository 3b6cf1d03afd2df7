import type {
  Contract,
  NamedSchema,
  Origin,
  Property,
  RecordSchema,
  Schema,
  SuccessResponse,
} from "../contract/model.ts";
import { meaning } from "../contract/schemas/meaning.ts";
import { doc } from "./doc.ts";
import { camelCase, propertyKey, quoted, typeName, typesIn, unique } from "./names.ts";
import { unlistedWords } from "./unlisted-words.ts";

/**
 * Writes schemas as TypeScript types. An enum is open in a response, because the exchange may have
 * added a value since this client was made; in a request it is closed.
 */
export interface TypeWriter {
  /** Imports of all type names, for a file beside `types.ts`. */
  readonly imports: string;
  readonly response: (schema: Schema) => string;
  readonly request: (schema: Schema) => string;
  /** The type of an operation's responses. */
  readonly responses: (responses: readonly SuccessResponse[]) => string;
}

/** The type of values outside the known members of a union; `types.ts` declares it. */
export const unlistedWord = "UnlistedWord";

export function typeWriter(contract: Contract): TypeWriter {
  const { schemas } = contract;
  const types = typesIn(contract);
  const context = { schemas, unlisted: unlistedWords(contract) };
  const response = (schema: Schema): string => typeText(schema, { ...context, isOpen: true });
  return {
    response,
    responses: (all) => union(all.map(({ schema }) => response(schema))),
    imports: `${scalarImports(types)}\nimport type { ${types.join(", ")} } from "./types.ts";`,
    request: (schema) => typeText(schema, { ...context, isOpen: false }),
  };
}

/** Imports of the runtime's value types, unless a schema has the same name. */
export function scalarImports(types: readonly string[]): string {
  const scalars = ["Decimal", "Int64", "Open"].filter((name) => !types.includes(name));
  return `import type { ${scalars.join(", ")} } from "../runtime/tables.ts";`;
}

interface Context {
  readonly schemas: readonly NamedSchema[];
  readonly unlisted: ReadonlySet<Property>;
  readonly isOpen: boolean;
}

function typeText(schema: Schema, context: Context): string {
  const { schemas, isOpen } = context;
  switch (schema.kind) {
    case "decimal":
      return "Decimal";
    case "int64":
      return schema.safe === true ? "number" : "Int64";
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
    case "enum": {
      const words = schema.values.map(({ value }) => quoted(value)).join(" | ");
      return words === "" ? "string" : isOpen ? `Open<${words}>` : words;
    }
    case "list":
      return `readonly (${typeText(schema.items, context)})[]`;
    case "tuple":
      return tuple(schema, context);
    case "record":
      return recordText(schema, context);
    case "union":
      return union(schema.members.map((member) => typeText(member, context)));
    case "reference": {
      const type = typeName(schema.name);
      return isOpen && meaning(schema, schemas).kind === "enum" ? `Open<${type}>` : type;
    }
  }
}

/** A union without duplicates. */
export function union(members: readonly string[]): string {
  return members.length === 0 ? "never" : [...new Set(members)].join(" | ");
}

export function words(all: readonly string[]): string {
  return union(all.map(quoted));
}

type TupleSchema = Extract<Schema, { readonly kind: "tuple" }>;

function tuple(schema: TupleSchema, context: Context): string {
  const items = labels(schema).map(
    ([label, { description, schema: item }]) =>
      `${doc({ text: description }, 2)}${label}: ${typeText(item, context)},`,
  );
  const rest = schema.rest === undefined ? "" : `...rest: (${typeText(schema.rest, context)})[],`;
  return `readonly [\n${items.join("\n")}\n${rest}]`;
}

function labels(schema: TupleSchema): readonly (readonly [string, TupleSchema["items"][number]])[] {
  const taken = new Set(["rest"]);
  return schema.items.map((item) => [unique(camelCase(item.name), taken), item] as const);
}

function recordText({ properties, additional }: RecordSchema, context: Context): string {
  if (properties.length === 0) {
    return `Readonly<Record<string, ${typeText(additional ?? { kind: "unstated" }, context)}>>`;
  }
  const members = properties.map((property) => {
    const { description: text, assumed, required, schema } = property;
    const type = context.unlisted.has(property) ? unlistedWord : typeText(schema, context);
    const key = `${propertyKey(property.name)}${required ? "" : "?"}`;
    return `${doc({ text, assumed }, 2)}readonly ${key}: ${type};`;
  });
  const further = additional === undefined ? [] : ["readonly [field: string]: unknown;"];
  return `{\n${[...members, ...further].join("\n")}\n}`;
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
