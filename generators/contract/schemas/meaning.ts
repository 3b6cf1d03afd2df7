import type { NamedSchema, Schema, SuccessResponse } from "../model.ts";

/** Resolves references; the bundle has none that lead back to themselves. */
export function meaning(schema: Schema, schemas: readonly NamedSchema[]): Schema {
  let found = schema;
  while (found.kind === "reference") {
    const { name } = found;
    found = schemas.find((named) => named.name === name)?.schema ?? { kind: "unstated" };
  }
  return found;
}

/** Resolves references; for a list, the schema of its items. */
export function rowMeaning(schema: Schema, schemas: readonly NamedSchema[]): Schema {
  const found = meaning(schema, schemas);
  return found.kind === "list" ? meaning(found.items, schemas) : found;
}

/** Whether every response is a record, or a list of records; nothing is known of any other. */
export function areRecords(
  responses: readonly SuccessResponse[],
  form: "record" | "list",
  schemas: readonly NamedSchema[],
): boolean {
  const isRecord = (schema: Schema): boolean => {
    const found = meaning(schema, schemas);
    if (found.kind === "union") return found.members.every(isRecord);
    return found.kind === "record" || (found.kind === "list" && isRecord(found.items));
  };
  const all = responses.map(({ schema }) => schema);
  const isList = all.every((schema) => meaning(schema, schemas).kind === "list");
  return all.length > 0 && all.every(isRecord) && (form === "record" || isList);
}

/** The schema of a property of a record, or of a list's records. */
export function propertyOf(
  schema: Schema | undefined,
  name: string,
  schemas: readonly NamedSchema[],
): Schema | undefined {
  const record = schema && rowMeaning(schema, schemas);
  if (record?.kind !== "record") return undefined;
  return record.properties.find((property) => property.name === name)?.schema;
}

/** The schemas directly inside a schema, without following references. */
export function partsOf(schema: Schema): readonly Schema[] {
  switch (schema.kind) {
    case "record": {
      const { properties, additional } = schema;
      return [...properties.map((each) => each.schema), ...(additional ? [additional] : [])];
    }
    case "list":
      return [schema.items];
    case "tuple": {
      const { items, rest } = schema;
      return [...items.map((item) => item.schema), ...(rest ? [rest] : [])];
    }
    case "union":
      return schema.members;
    default:
      return [];
  }
}
