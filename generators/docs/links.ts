import type { Channel, Contract, Operation } from "../contract/model.ts";
import { code, link, type Md } from "./markdown.ts";

export function operationHref({ id }: Pick<Operation, "id">): string {
  return `operations/${id}.html`;
}

/** The operation that places orders; its fields occur in order rules and filters. */
export function placingOperation({ operations }: Contract): Operation | undefined {
  return operations.find(({ placement }) => placement !== undefined);
}

export function operationLink({ id }: Pick<Operation, "id">): Md {
  return link(operationHref({ id }), id);
}

export function channelHref({ id }: Pick<Channel, "id">): string {
  return `streams/${id}.html`;
}

/** The address of a request field, with its meaning. */
export function parameterHref(operation: Pick<Operation, "id">, name: string): string {
  return `${operationHref(operation)}#field.${name}`;
}

/** A field of placements, which order rules and filters are about. */
export function orderFieldLink(contract: Contract, name: string): Md {
  const operation = placingOperation(contract);
  return operation?.parameters.some((one) => one.name === name) === true
    ? link(parameterHref(operation, name), code(name))
    : code(name);
}
