/** Each operation of the contract as a tool. */

import type { Client } from "../../generated/client.ts";
import { signing } from "../../generated/signing.ts";
import { userSession } from "../../generated/streams.ts";
import type { OperationDescriptor } from "../../runtime/tables.ts";
import { toJson } from "../hand/connect.ts";
import type { Tool } from "./server.ts";

/** Parts of an OpenAPI document that describe the parameters of an operation. */
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, ApiParameter>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

interface ApiOperation {
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (ApiParameter | { readonly $ref: string })[];
}

interface ApiParameter {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

type Schema = Readonly<Record<string, unknown>>;

type Call = (args: object, options: { readonly signal: AbortSignal }) => Promise<unknown>;

const ofListenKeys = [
  userSession.create,
  userSession.keepAlive,
  userSession.close,
] as readonly string[];

/**
 * The tools for a client. Without `trade` they only read; listen keys are left out, because only a
 * stream needs them.
 */
export function toolsOf(
  operations: readonly OperationDescriptor[],
  openapi: unknown,
  client: Client,
  { trade }: { readonly trade: boolean },
): readonly Tool[] {
  const document = openapi as ApiDocument;
  const calls = client as unknown as Record<string, Call>;
  return operations
    .filter(({ id, method }) => (trade || method === "GET") && !ofListenKeys.includes(id))
    .map((operation) => {
      const { id, method, path } = operation;
      const {
        summary,
        description,
        parameters = [],
      } = document.paths[path]?.[method.toLowerCase()] ?? ({ summary: id } as ApiOperation);
      const isRead = method === "GET";
      return {
        name: id,
        description: description === undefined ? summary : `${summary}\n\n${description}`,
        inputSchema: inputSchema(
          parameters.flatMap((one) =>
            "$ref" in one ? (document.components.parameters[lastName(one.$ref)] ?? []) : [one],
          ),
          document,
        ),
        annotations: { readOnlyHint: isRead, destructiveHint: !isRead },
        call: async (args, signal) => toJson(await calls[id]?.(exact(args, operation), { signal })),
      };
    });
}

/** The fields of an operation without the timestamp, which the client adds. */
function inputSchema(parameters: readonly ApiParameter[], document: ApiDocument): object {
  const shown = parameters.filter(({ name }) => name !== signing.timestamp);
  return {
    type: "object",
    properties: Object.fromEntries(
      shown.map(({ name, description, schema }) => [
        name,
        { ...plain(schema, document), ...(description !== undefined && { description }) },
      ]),
    ),
    required: shown.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Ids that came as text become integers, whatever their size. */
function exact(args: Schema, { parameters }: OperationDescriptor): Schema {
  const isId = (name: string): boolean =>
    parameters.some((one) => one.name === name && one.kind === "int64");
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const isDigits = typeof value === "string" && /^-?\d+$/u.test(value);
      return [name, isDigits && isId(name) ? BigInt(value) : value];
    }),
  );
}

/** A schema for values in JSON: decimals are text, and ids may be, as JSON numbers are rounded. */
function plain({ $ref, ...schema }: Schema, document: ApiDocument): Schema {
  const target = typeof $ref === "string" ? document.components.schemas[lastName($ref)] : undefined;
  const whole = { ...(target && plain(target, document)), ...schema };
  const own = Object.entries(whole).filter(([key]) => !key.startsWith("x-") && key !== "example");
  const { type, format, minimum, maximum, ...rest } = Object.fromEntries(own);
  if (format === "decimal") return { ...rest, type: "string" };
  if (format === "int64") return { ...rest, type: ["integer", "string"] };
  const bounds = {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
  return { ...rest, ...bounds, ...(type !== undefined && { type }) };
}

function lastName(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
