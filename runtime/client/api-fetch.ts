/**
 * The `fetch` of `client.api`, a plain openapi-fetch client: reads operation and fields from the
 * request and calls the operation like a documented method, with the same checks, retries and
 * errors.
 */

import type { CompletedCall } from "../call/context.ts";
import type { CallOptions } from "../call/options.ts";
import { fieldIssue, printableName } from "../encoding/field-issue.ts";
import type { Pair } from "../encoding/percent.ts";
import { decodePairs, encodePairs } from "../encoding/percent.ts";
import { plainFields } from "../encoding/plain-fields.ts";
import { InvalidRequestError, TradespecError } from "../errors.ts";
import type { OperationDescriptor, ParameterDescriptor } from "../tables.ts";
import type { BaseClient } from "./client.ts";

/** The options of an openapi-fetch client that sends its calls through a client of ours. */
export function apiOptions(client: BaseClient) {
  const { baseUrl, operations } = client;
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, "");
  const byRoute = new Map(
    Object.values(operations).map((operation) => [
      `${operation.method} ${operation.path}`,
      operation,
    ]),
  );
  return {
    baseUrl,
    // The serializers of openapi-fetch would round numbers and write exponents.
    querySerializer: serializeFields,
    bodySerializer: serializeBody,
    fetch: async (request: Request): Promise<Response> => {
      const { pathname, search } = new URL(request.url);
      const route = `${request.method} ${pathname.slice(basePath.length)}`;
      const operation = byRoute.get(route);
      if (operation === undefined) {
        throw new TradespecError(`The spec has no operation ${route}; see its paths.`);
      }
      refuseForeign(request, baseUrl, operation);
      const body = await bodyOf(request, operation);
      const given = {
        query: fieldsOf(search.slice(1), operation),
        ...(body !== "" && { body: fieldsOf(body, operation) }),
      };
      // openapi-fetch puts options that it does not know on the request.
      const options: CallOptions = { ...request, signal: request.signal };
      return exactResponse(await client.run(operation, given, options));
    },
  };
}

function serializeFields(fields: object): string {
  const { query, issues } = plainFields({ query: fields }, [], []);
  if (issues.length > 0) throw new InvalidRequestError(issues);
  return encodePairs(query);
}

/** Writes a body as a form: accepts what openapi-fetch accepts as one, and an object of fields. */
function serializeBody(body: unknown): string {
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams) return body.toString();
  if (body instanceof FormData) return encodePairs(textsOf(body));
  const type = Object.getPrototypeOf(body ?? {});
  if (type === Object.prototype || type === null) return serializeFields(body ?? {});
  throw noForm();
}

function textsOf(form: FormData): Pair[] {
  return [...form].map(([name, value]) => {
    if (typeof value === "string") return [name, value];
    throw noForm();
  });
}

function noForm(operation?: string): InvalidRequestError {
  const fix = "give an object of fields, a form as text, URLSearchParams or FormData";
  return new InvalidRequestError([fieldIssue("body", "type", "is not a form", fix)], { operation });
}

/** Reads the form in a body, which the caller's own serializer may have written. */
async function bodyOf(request: Request, { id }: OperationDescriptor): Promise<string> {
  const isMultipart = request.headers.get("content-type")?.startsWith("multipart/") === true;
  if (isMultipart) return serializeBody(await request.formData());
  const text = await request.text();
  // Otherwise JSON or XML would be parsed as the name of a field.
  if (/^\s*[[{<"]/.test(text)) throw noForm(id);
  return text;
}

/** Headers with any value are fine here: a form is detected, and responses are JSON. */
const expectedHeaders = ["content-type", "accept"];

const settingNames = [
  "cache",
  "credentials",
  "integrity",
  "keepalive",
  "mode",
  "redirect",
  "referrer",
  "referrerPolicy",
] as const;

/** Refuses what openapi-fetch allows and this client does not send. */
function refuseForeign(request: Request, baseUrl: string, { id, path }: OperationDescriptor): void {
  const standard = new Request(request.url);
  const headers = [...request.headers.keys()].filter((name) => !expectedHeaders.includes(name));
  const settings = settingNames.filter((name) => request[name] !== standard[name]);
  const isElsewhere = !request.url.startsWith(`${baseUrl}${path}`);
  const issues = [
    ...headers.map((name) => `header ${printableName(name)}`),
    ...settings,
    ...(isElsewhere ? ["baseUrl"] : []),
  ].map((name) => {
    return fieldIssue(name, "place", "is not sent by a call by path", "leave it out");
  });
  if (issues.length > 0) throw new InvalidRequestError(issues, { operation: id });
}

/** The fields of a query or a form, with the types that the operation gives them. */
function fieldsOf(text: string, { id, parameters }: OperationDescriptor): object {
  const { pairs, issues } = decodePairs(text);
  const twice = pairs.filter(([name], at) => pairs.findIndex(([other]) => other === name) < at);
  const all = [
    ...issues,
    ...twice.map(([name]) => fieldIssue(name, "duplicate", "is sent twice", "send it once")),
  ];
  if (all.length > 0) throw new InvalidRequestError(all, { operation: id });
  return Object.fromEntries(pairs.map((pair) => [pair[0], typedValue(pair, parameters)]));
}

/** Text that is not a value of its type stays text; the field check refuses it. */
function typedValue(
  [name, text]: Pair,
  parameters: readonly ParameterDescriptor[],
): string | bigint | boolean {
  const kind = parameters.find((parameter) => parameter.name === name)?.kind;
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  const isInteger = kind === "integer" || kind === "int64";
  return isInteger && /^-?[0-9]{1,19}$/.test(text) ? BigInt(text) : text;
}

/**
 * A response whose `json()` gives the decoded body with every digit. Not a class: `extends
 * Response` would make Node load its network code at import.
 */
function exactResponse(call: CompletedCall): Response {
  const { status, headers: received } = call.response;
  const headers = new Headers([...received]);
  // A server may send any characters; a Response accepts only Latin-1.
  const statusText = call.response.statusText.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?");
  // Without a length openapi-fetch parses the text by itself.
  headers.set("content-length", String(call.bytes));
  // Some statuses, such as 204, allow no body, not even an empty one.
  return Object.assign(new Response(call.text || null, { status, statusText, headers }), {
    json: async () => call.value,
    clone: () => exactResponse(call),
  });
}
