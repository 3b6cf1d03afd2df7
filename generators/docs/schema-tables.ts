/** Schemas as tables of fields. */

import type { Contract, NamedSchema, Property, Schema } from "../contract/model.ts";
import { fieldHref, recordHref } from "./links.ts";
import {
  anchor,
  code,
  joined,
  link,
  list,
  type Md,
  md,
  prose,
  soft,
  table,
  terms,
} from "./markdown.ts";
import type { Mark } from "./marks.ts";

/** The fields of a record, the values of an enum, or else the type. */
export function schemaFields(name: string, schema: Schema, mark: Mark): Md {
  switch (schema.kind) {
    case "record":
      return table(
        ["Field", "Type", "Meaning"],
        schema.properties.map((property) => [
          fieldName(name, property.name),
          md`${typeOf(property.schema)}${orAbsent(property.required)}`,
          md`${prose(property.description)}${mark(property.assumed)}`,
        ]),
      );
    case "tuple":
      return table(
        ["Position", "Type", "Meaning"],
        schema.items.map((item, at) => [
          fieldName(name, item.name, String(at)),
          typeOf(item.schema),
          prose(item.description),
        ]),
      );
    case "enum":
      return terms(
        schema.values.map(({ value, description, assumed }) => [
          code(value),
          md`${prose(description)}${mark(assumed)}`,
        ]),
      );
    default:
      return md`\n\n${typeOf(schema)}\n\n`;
  }
}

function orAbsent(required: boolean): Md | undefined {
  return required ? undefined : md` ${soft("or absent")}`;
}

function fieldName(record: string, name: string, shown = name): Md {
  const [, id = ""] = fieldHref(record, name).split("#");
  return anchor(id, shown === name ? code(name) : md`${shown} ${code(name)}`);
}

/** A type in words; records link to their fields. */
export function typeOf(schema: Schema): Md {
  switch (schema.kind) {
    case "decimal":
      return md`decimal string`;
    case "int64":
      return md`64-bit integer`;
    case "integer":
      return md`integer`;
    case "number":
    case "text":
      return md`${schema.kind}`;
    case "flag":
      return md`boolean`;
    case "nothing":
      return md`null`;
    case "unstated":
      return md`not stated`;
    case "literal":
      return code(String(schema.value));
    case "enum":
      return joined(
        schema.values.map(({ value }) => code(value)),
        " or ",
      );
    case "list":
      return md`array of ${typeOf(schema.items)}`;
    case "tuple":
      return md`array of ${joined(schema.items.map((item) => md`${item.name} (${typeOf(item.schema)})`))}`;
    case "record":
      return md`object with ${joined(schema.properties.map(({ name }) => code(name)))}`;
    case "union":
      return joined(schema.members.map(typeOf), " or ");
    case "reference":
      return link(recordHref(schema.name), schema.name);
  }
}

/** A field of a response or message, with its path: `bids[]`, `fills[].price`. */
interface FieldRow {
  readonly path: string;
  readonly type: Md;
  readonly meaning: Md;
}

/**
 * All fields of a response or message in one table: those of the records in it below the field
 * that holds them.
 */
export function fieldsOf(contract: Contract, schema: Schema, mark: Mark): Md {
  const rows = [...rowsOf(schema, "", { contract, mark, within: [] })];
  if (rows.length === 0) return md`\n\n${typeOf(schema)}\n\n`;
  return table(
    ["Field", "Type", "Meaning"],
    rows.map(({ path, type, meaning }) => [code(path), type, meaning]),
  );
}

interface Walk {
  readonly contract: Contract;
  readonly mark: Mark;
  /** Records around the field: one that contains itself is not shown again. */
  readonly within: readonly string[];
}

function* rowsOf(schema: Schema, path: string, walk: Walk): Generator<FieldRow> {
  switch (schema.kind) {
    case "list":
      return yield* rowsOf(schema.items, `${path}[]`, walk);
    case "union":
      for (const member of schema.members) yield* rowsOf(member, path, walk);
      return;
    case "reference": {
      const named = namedSchema(walk.contract, schema.name);
      if (named === undefined || walk.within.includes(schema.name)) return;
      const inside = { ...walk, within: [...walk.within, schema.name] };
      const { detail } = named;
      if (detail === undefined) return yield* rowsOf(named.schema, path, inside);
      for (const row of rowsOf(named.schema, path, inside)) yield withDetail(row, path, named);
      return;
    }
    case "record":
      for (const property of schema.properties) {
        const own = path === "" ? property.name : `${path}.${property.name}`;
        yield propertyRow(property, own, walk);
        yield* rowsOf(property.schema, own, walk);
      }
      return;
    case "tuple":
      for (const [at, { name, description, schema: type }] of schema.items.entries()) {
        const own = `${path}[${at}]`;
        yield { path: own, type: typeOf(type), meaning: tupleMeaning(name, description) };
        yield* rowsOf(type, own, walk);
      }
  }
}

function tupleMeaning(name: string, description: string): Md {
  return description === "" ? md`${name}` : md`${name}: ${prose(description)}`;
}

function propertyRow(property: Property, path: string, { contract, mark }: Walk): FieldRow {
  const { schema, required, description, assumed } = property;
  const type = md`${typeOf(schema)}${orAbsent(required)}`;
  const values = enumValues(contract, schema, mark);
  return { path, type, meaning: md`${prose(description)}${mark(assumed)}${values}` };
}

/** With which values of a parameter the response has a field. */
function withDetail(row: FieldRow, path: string, { detail }: NamedSchema): FieldRow {
  const [name = ""] = row.path.slice(path === "" ? 0 : path.length + 1).split(/[.[]/u);
  const { parameter = "", levels = {} } = detail ?? {};
  const having = Object.entries(levels).filter(([, fields]) => fields.includes(name));
  const [first] = having;
  const from = Object.keys(levels).indexOf(first?.[0] ?? "");
  if (from <= 0) return row;
  const words = Object.keys(levels).slice(from).map(code);
  const note = md`${soft("With")} ${code(parameter)} ${joined(words, " or ")}.`;
  return { ...row, meaning: md`${note} ${row.meaning}` };
}

/** The values of an enum with their meanings; nothing for another type. */
export function enumValues(contract: Contract, schema: Schema, mark: Mark): Md | undefined {
  const named = schema.kind === "reference" ? namedSchema(contract, schema.name)?.schema : schema;
  if (named?.kind !== "enum") return undefined;
  const items = named.values.map(({ value, description, assumed }) => {
    const words = description === "" ? undefined : md`: ${prose(description)}`;
    return md`${code(value)}${words}${mark(assumed)}`;
  });
  return list(items);
}

function namedSchema({ schemas }: Contract, name: string): NamedSchema | undefined {
  return schemas.find((one) => one.name === name);
}
