/** Each operation of the contract as a tool. */

import type { Client } from "../../generated/client.ts";
import { operationDescriptions } from "../../generated/descriptions.ts";
import { type OperationId, operations } from "../../generated/operations.ts";
import { signing } from "../../generated/signing.ts";
import { userDataRules } from "../../generated/streams.ts";
import type {
  OperationDescription,
  OperationDescriptor,
  ParameterDescriptor,
  ValueKind,
} from "../../runtime/tables.ts";
import { hasKeys, noKeys, toJson } from "../hand/connect.ts";
import type { Tool } from "./server.ts";

type Fields = Readonly<Record<string, unknown>>;
type Call = (fields: Fields, options: { readonly signal: AbortSignal }) => Promise<unknown>;

/** Only a stream needs them. */
const ofListenKeys: readonly string[] = [
  userDataRules.create,
  userDataRules.keepAlive,
  userDataRules.close,
];

/** The tools for a client; without `trade` they only read. */
export function toolsOf(client: Client, { trade }: { readonly trade: boolean }): readonly Tool[] {
  const calls = client as unknown as Readonly<Record<string, Call>>;
  return Object.values<OperationDescriptor>(operations)
    .filter(({ id, method }) => (trade || method === "GET") && !ofListenKeys.includes(id))
    .map((operation) => {
      const { id, method } = operation;
      const about = operationDescriptions[id as OperationId];
      const isRead = method === "GET";
      return {
        name: id,
        description: marked(`${about.summary}. ${about.description}`, about),
        inputSchema: inputSchema(operation, about),
        annotations: { readOnlyHint: isRead, destructiveHint: !isRead },
        call: async (fields, signal) => {
          if (operation.sendsKey && !hasKeys()) throw new TypeError(noKeys);
          return toJson(await calls[id]?.(withIds(fields, operation), { signal }));
        },
      };
    });
}

/** A text that says where the interface does not show what it is about. */
function marked(text: string, { assumed }: { readonly assumed?: string }): string {
  return assumed === undefined ? text.trim() : `${text.trim()} Assumed, not documented.`;
}

/** The fields without the timestamp, which the client adds. Bounds are the client's to check. */
function inputSchema({ parameters }: OperationDescriptor, about: OperationDescription): object {
  const shown = parameters.filter(({ name }) => name !== signing.timestamp);
  const properties = shown.map((parameter) => {
    const known = about.parameters[parameter.name];
    const description = marked(known?.text ?? "", known ?? {});
    return [parameter.name, { ...schemaOf(parameter), description }] as const;
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: shown.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Decimals are text, and ids may be: most readers round JSON numbers. */
const types: Readonly<Record<ValueKind, string | readonly string[]>> = {
  text: "string",
  decimal: "string",
  choice: "string",
  integer: "integer",
  int64: ["integer", "string"],
  boolean: "boolean",
};

function schemaOf({ kind, choices, default: usual }: ParameterDescriptor): object {
  return {
    type: types[kind],
    ...(choices !== undefined && { enum: choices }),
    ...(usual !== undefined && { default: usual }),
  };
}

/** Ids that came as text become integers, whatever their size. */
function withIds(fields: Fields, { parameters }: OperationDescriptor): Fields {
  const ids = parameters.filter(({ kind }) => kind === "int64").map(({ name }) => name);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const isText = typeof value === "string" && /^-?\d+$/u.test(value) && ids.includes(name);
      return [name, isText ? BigInt(value) : value];
    }),
  );
}
