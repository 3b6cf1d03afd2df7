/** Schemas as tables of fields. */

import type { Contract, NamedSchema, Property, Schema } from "../contract/model.ts";
import { anchor, code, type Html, html, joined, prose, soft, table, terms } from "./html.ts";
import { fieldHref, recordHref } from "./links.ts";
import type { Mark } from "./marks.ts";

/** The fields of a record, the values of an enum, or else the type. */
export function schemaFields(name: string, schema: Schema, mark: Mark): Html {
  switch (schema.kind) {
    case "record":
      return table(
        ["Field", "Type", "Meaning"],
        schema.properties.map((property) => [
          fieldName(name, property.name),
          html`${typeOf(property.schema)}${property.required ? undefined : soft(" or absent")}`,
          html`${prose(property.description)}${mark(property.assumed)}`,
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
          html`${prose(description)}${mark(assumed)}`,
        ]),
      );
    default:
      return html`<p>${typeOf(schema)}</p>`;
  }
}

function fieldName(record: string, name: string, shown = name): Html {
  const [, id = ""] = fieldHref(record, name).split("#");
  return anchor(id, shown === name ? code(name) : html`${shown} ${code(name)}`);
}

/** A type in words; records link to their fields. */
export function typeOf(schema: Schema): Html {
  switch (schema.kind) {
    case "decimal":
      return html`decimal string`;
    case "int64":
      return html`64-bit integer`;
    case "integer":
      return html`integer`;
    case "number":
    case "text":
      return html`${schema.kind}`;
    case "flag":
      return html`boolean`;
    case "nothing":
      return html`null`;
    case "unstated":
      return html`not stated`;
    case "literal":
      return code(String(schema.value));
    case "enum":
      return joined(
        schema.values.map(({ value }) => code(value)),
        " or ",
      );
    case "list":
      return html`array of ${typeOf(schema.items)}`;
    case "tuple":
      return html`array of ${joined(schema.items.map((item) => html`${item.name} (${typeOf(item.schema)})`))}`;
    case "record":
      return html`object with ${joined(schema.properties.map(({ name }) => code(name)))}`;
    case "union":
      return joined(schema.members.map(typeOf), " or ");
    case "reference":
      return html`<a href="${recordHref(schema.name)}">${schema.name}</a>`;
  }
}

/** A field of a response or message, with its path: `bids[]`, `fills[].price`. */
interface FieldRow {
  readonly path: string;
  readonly type: Html;
  readonly meaning: Html;
}

/**
 * All fields of a response or message in one table: those of the records in it below the field
 * that holds them.
 */
export function fieldsOf(contract: Contract, schema: Schema, mark: Mark): Html {
  const rows = [...rowsOf(schema, "", { contract, mark, within: [] })];
  if (rows.length === 0) return html`<p>${typeOf(schema)}</p>`;
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

function tupleMeaning(name: string, description: string): Html {
  return description === "" ? html`${name}` : html`${name}: ${prose(description)}`;
}

function propertyRow(property: Property, path: string, { contract, mark }: Walk): FieldRow {
  const { schema, required, description, assumed } = property;
  const type = html`${typeOf(schema)}${required ? undefined : soft(" or absent")}`;
  const values = enumValues(contract, schema, mark);
  return { path, type, meaning: html`${prose(description)}${mark(assumed)}${values}` };
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
  const note = html` ${soft("With")} ${code(parameter)} ${joined(words, " or ")}.`;
  return { ...row, meaning: html`${row.meaning}${note}` };
}

/** The values of an enum with their meanings; nothing for another type. */
export function enumValues(contract: Contract, schema: Schema, mark: Mark): Html | undefined {
  const named = schema.kind === "reference" ? namedSchema(contract, schema.name)?.schema : schema;
  if (named?.kind !== "enum") return undefined;
  const items = named.values.map(({ value, description, assumed }) => {
    const words = description === "" ? undefined : html`: ${prose(description)}`;
    return html`<li>${code(value)}${words}${mark(assumed)}</li>`;
  });
  return html`<ul class="values">${items}</ul>`;
}

function namedSchema({ schemas }: Contract, name: string): NamedSchema | undefined {
  return schemas.find((one) => one.name === name);
}
