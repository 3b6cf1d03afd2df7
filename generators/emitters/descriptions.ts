import type { Contract, Parameter, Property, Schema } from "../contract/model.ts";
import { meaning } from "../contract/schemas/meaning.ts";
import { flat } from "../write/doc.ts";
import type { Emitter } from "../write/emitter.ts";
import { namedTable } from "../write/literal.ts";

/** The spec's descriptions of operations, parameters and message fields, as texts for a page. */
export const descriptions: Emitter = {
  name: "descriptions",
  sources: ["spec/**/*.yaml"],
  emit: (contract) => {
    const operations = contract.operations.map((operation) => {
      const { id, summary, description, security, assumed, parameters } = operation;
      const described = parameters.map((each) => [each.name, field(each, contract)]);
      const texts = { summary: flat(summary), description: flat(description) };
      const row = { ...texts, security: security.name, assumed };
      return [id, { ...row, parameters: Object.fromEntries(described) }];
    });
    const messages = contract.channels
      .flatMap((channel) => channel.messages)
      .map(({ name, description, eventType, method, assumed, payload }) => {
        const row = { text: flat(description), eventType, method, assumed };
        return [name, { ...row, fields: fields(payload, contract, []) }];
      });
    const text = `
import type { MessageDescription, OperationDescription } from "../runtime/tables.ts";
import type { OperationId } from "./operations.ts";

${namedTable(
  "operationDescriptions",
  { text: "What the spec says of each operation and its parameters.", see: "spec/paths" },
  Object.fromEntries(operations),
  "Readonly<Record<OperationId, OperationDescription>>",
)}
${namedTable(
  "messageDescriptions",
  { text: "What the spec says of each stream message and its fields.", see: "spec/events" },
  Object.fromEntries(messages),
  "Readonly<Record<string, MessageDescription>>",
)}`;
    return [{ path: "descriptions.ts", text }];
  },
};

/**
 * The fields of a record, of a list's records, or the positions of a tuple; nothing for a record
 * within itself.
 */
function fields(schema: Schema, contract: Contract, outer: readonly Schema[]): object | undefined {
  const found = meaning(schema, contract.schemas);
  if (outer.includes(found)) return undefined;
  const within = [...outer, found];
  switch (found.kind) {
    case "record":
      return Object.fromEntries(
        found.properties.map((each) => [each.name, field(each, contract, within)]),
      );
    case "list":
      return fields(found.items, contract, within);
    case "tuple":
      return Object.fromEntries(
        found.items.map(({ name, description }, index) => [
          String(index),
          { text: flat(description) || name },
        ]),
      );
    default:
      return undefined;
  }
}

function field(
  { description, assumed, schema }: Property | Parameter,
  contract: Contract,
  outer: readonly Schema[] = [],
) {
  const inner = { choices: choices(schema, contract), fields: fields(schema, contract, outer) };
  return { text: flat(description), assumed, ...inner };
}

/** The description of each enum value, if the spec has one. */
function choices(schema: Schema, { schemas }: Contract): object | undefined {
  const found = meaning(schema, schemas);
  if (found.kind !== "enum") return undefined;
  const said = found.values.filter(({ description }) => description !== "");
  if (said.length === 0) return undefined;
  return Object.fromEntries(said.map(({ value, description }) => [value, flat(description)]));
}
