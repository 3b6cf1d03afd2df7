import type { Contract, Property, RecordSchema, Schema } from "../contract/model.ts";
import { meaning, partsOf } from "../contract/schemas/meaning.ts";

/**
 * Finds the discriminator properties of catch-all records. In a union of records with a literal
 * discriminator (`filterType: "LOT_SIZE"`), the record that accepts any text covers unlisted
 * values. Its property needs its own type: otherwise a comparison with a known value would not
 * narrow the union to the known record.
 */
export function unlistedWords(contract: Contract): ReadonlySet<Property> {
  const found = new Set<Property>();
  const visit = (schema: Schema): void => {
    if (schema.kind === "union") {
      const members = schema.members.map((member) => meaning(member, contract.schemas));
      for (const property of unlistedOf(members)) found.add(property);
    }
    partsOf(schema).forEach(visit);
  };
  for (const { schema } of contract.schemas) visit(schema);
  for (const { responses } of contract.operations)
    for (const { schema } of responses) visit(schema);
  for (const { messages } of contract.channels) for (const { payload } of messages) visit(payload);
  return found;
}

function unlistedOf(members: readonly Schema[]): readonly Property[] {
  const records = members.filter((member): member is RecordSchema => member.kind === "record");
  const properties = records.flatMap((record) => record.properties);
  const literals = new Set(
    properties.filter(({ schema }) => schema.kind === "literal").map(({ name }) => name),
  );
  return properties.filter(
    ({ name, schema }) =>
      literals.has(name) && (schema.kind === "text" || (schema.kind === "enum" && schema.open)),
  );
}
