/** Schemas as tables of fields. */

import type { Contract, NamedSchema, Property, Schema } from "../contract/model.ts";
import { partsOf } from "../contract/schemas/meaning.ts";
import { anchor, code, joined, link, list, type Md, md, prose, soft, table } from "./markdown.ts";
import { mark } from "./marks.ts";

const typeWords: Readonly<Partial<Record<Schema["kind"], string>>> = {
  decimal: "decimal string",
  int64: "64-bit integer",
  enum: "text",
  flag: "boolean",
  nothing: "null",
  unstated: "not stated",
  tuple: "array",
  record: "object",
};

/** A type in words; the fields of objects and the values of enums stand beside it. */
export function typeOf(contract: Contract, schema: Schema): Md {
  switch (schema.kind) {
    case "literal":
      return code(String(schema.value));
    case "list":
      return md`array of ${typeOf(contract, schema.items).source.replace("object", "objects")}`;
    case "union": {
      const words = schema.members.map((member) => typeOf(contract, member).source);
      return joined([...new Set(words)], " or ");
    }
    case "reference": {
      const named = namedSchema(contract, schema.name);
      return named === undefined ? md`object` : typeOf(contract, named.schema);
    }
    default:
      return md`${typeWords[schema.kind] ?? schema.kind}`;
  }
}

/** A field of a response or message, with its path: `bids[]`, `fills[].price`. */
export interface FieldRow {
  readonly path: string;
  readonly type: Md;
  readonly meaning: Md;
}

/**
 * All fields of a response or message in one table: those of the records in it below the field
 * that holds them. Each is an anchor below `id`.
 */
export function fieldsOf(contract: Contract, schema: Schema, id: string): Md {
  const rows = fieldRows(contract, schema);
  if (rows.length === 0) return md`\n\n${typeOf(contract, schema)}\n\n`;
  return table(
    ["Field", "Type", "Meaning"],
    rows.map(({ path, type, meaning }) => [anchor(`${id}.${path}`, code(path)), type, meaning]),
  );
}

export function fieldRows(contract: Contract, schema: Schema): readonly FieldRow[] {
  return [...rowsOf(schema, "", { contract, within: [] })];
}

interface Walk {
  readonly contract: Contract;
  /** Records around the field: one that contains itself is not shown again. */
  readonly within: readonly string[];
}

function* rowsOf(schema: Schema, path: string, walk: Walk): Generator<FieldRow> {
  switch (schema.kind) {
    case "list":
      return yield* rowsOf(schema.items, `${path}[]`, walk);
    case "union":
      if (isFilter(walk.contract, schema)) return;
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
        const meaning = description === "" ? md`${name}` : md`${name}: ${prose(description)}`;
        yield { path: own, type: typeOf(walk.contract, type), meaning };
        yield* rowsOf(type, own, walk);
      }
  }
}

function propertyRow(property: Property, path: string, { contract }: Walk): FieldRow {
  const { schema, required, description, assumed } = property;
  const type = md`${typeOf(contract, schema)}${!required && md` ${soft("or absent")}`}`;
  const values = enumValues(contract, schema);
  const filters =
    isFilter(contract, schema) &&
    md` Their fields are those of the ${link("filters.html#filters", "filters")}.`;
  return { path, type, meaning: md`${prose(description)}${filters}${mark(assumed)}${values}` };
}

/** Whether values are filters, which have a page of their own. */
function isFilter(contract: Contract, schema: Schema): boolean {
  const isIn = (type: Schema): boolean => isFilter(contract, type);
  if (schema.kind === "list" || schema.kind === "union") return partsOf(schema).some(isIn);
  if (schema.kind !== "reference") return false;
  const named = namedSchema(contract, schema.name);
  const isOne = contract.filters.some(({ name }) => name === schema.name);
  return isOne || (named?.schema.kind === "union" && isIn(named.schema));
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
export function enumValues(contract: Contract, schema: Schema): Md | undefined {
  const items = choiceOf(contract, schema).map(({ value, description, assumed }) => {
    const words = description !== "" && md`: ${prose(description)}`;
    return md`${code(value)}${words}${mark(assumed)}`;
  });
  return items.length === 0 ? undefined : list(items);
}

/** The values of an enum; none for another type. */
export function choiceOf(contract: Contract, schema: Schema) {
  const named = schema.kind === "reference" ? namedSchema(contract, schema.name)?.schema : schema;
  return named?.kind === "enum" ? named.values : [];
}

function namedSchema({ schemas }: Contract, name: string): NamedSchema | undefined {
  return schemas.find((one) => one.name === name);
}
