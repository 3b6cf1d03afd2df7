import type { Channel, Contract, Operation } from "../contract/model.ts";
import { link, type Md } from "./markdown.ts";

/** The page of an operation. */
export function operationHref({ id }: Pick<Operation, "id">): string {
  return `operations/${id}.html`;
}

/** The operation that places orders; its fields occur in order rules and filters. */
export function placingOperation({ operations }: Contract): Operation | undefined {
  return operations.find(({ placement }) => placement !== undefined);
}

/** A link to the page of an operation. */
export function operationLink({ id }: Pick<Operation, "id">): Md {
  return link(operationHref({ id }), id);
}

/** The page of a stream. */
export function channelHref({ id }: Pick<Channel, "id">): string {
  return `streams/${id}.html`;
}

/** The anchor of a request field on the fields page. */
export function parameterHref(name: string): string {
  return `fields.html#parameter.${name}`;
}

/** The anchor of a record (a named schema) on the fields page. */
export function recordHref(record: string): string {
  return `fields.html#${record}`;
}

/** The anchor of a record's field on the fields page. */
export function fieldHref(record: string, field: string): string {
  return `fields.html#${record}.${field}`;
}
