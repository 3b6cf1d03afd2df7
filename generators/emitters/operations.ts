import type { Operation } from "../contract/model.ts";
import { flat, sentence } from "../write/doc.ts";
import type { Emitter } from "../write/emitter.ts";
import { table } from "../write/literal.ts";
import { camelCase, propertyKey } from "../write/names.ts";
import { operationDescriptor } from "../write/operation-text.ts";

/** The table of operations: everything that a client or a server needs for a call. */
export const operations: Emitter = {
  name: "operations",
  sources: ["spec/{parameters,paths/**/*}.yaml"],
  emit: (contract) => {
    const members = contract.operations.map(({ id }) => {
      const [key, name] = [propertyKey(id), camelCase(id)];
      return key === name ? key : `${key}: ${name}`;
    });
    const text = `
import type { OperationDescriptor } from "../runtime/tables.ts";

${contract.operations.map(constant).join("\n")}
/** Every REST operation by its id. */
export const operations = { ${members.join(", ")} } as const satisfies Readonly<
  Record<string, OperationDescriptor>
>;

/** The id of a REST operation. */
export type OperationId = keyof typeof operations;

${table("roles", rolesDoc, contract.roles, "Readonly<Record<string, OperationId>>")}
/** What an operation is for. */
export type Role = keyof typeof roles;
`;
    const origins = new Map(contract.operations.map(({ id, origin }) => [camelCase(id), origin]));
    return [{ path: "operations.ts", text, origins }];
  },
};

const rolesDoc = {
  text: "The operation of each role; one without a role goes by its id.",
  see: "spec/lint/vocabulary/role.yaml",
};

/** A constant each, so that a bundle contains only those that are used. */
function constant(operation: Operation): string {
  const { id, summary, assumed, origin } = operation;
  const docs = { text: sentence(flat(summary)), assumed, see: origin.file };
  return table(camelCase(id), docs, operationDescriptor(operation), "OperationDescriptor");
}
