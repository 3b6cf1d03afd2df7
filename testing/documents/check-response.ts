/** Checks a response or a message against the documents, and lists the statements it covers. */

import { envelope } from "../../generated/errors.ts";
import { parseJsonOr } from "../../runtime/encoding/json-or.ts";
import { fieldsIn, isRecord } from "../../runtime/encoding/json-value.ts";
import { allFields, type Call, type ReceivedResponse } from "../recordings/conversation.ts";
import { findMessage, messagesOf, type StreamDocument, type StreamMessage } from "./asyncapi.ts";
import type { StatementName } from "./coverage.ts";
import type { Issue } from "./issue.ts";
import { at, child, describeError, errorPointer, members } from "./json-pointers.ts";
import { assumptionBy, markAt } from "./marks.ts";
import type { DocumentedOperation, DocumentedResponse, RestDocument } from "./openapi.ts";
import { coverSchema } from "./schema-coverage.ts";
import { responseName } from "./statements.ts";
import { findTier } from "./weights.ts";

export interface Checked {
  /** Violations of the documents. */
  readonly issues: readonly Issue[];
  /** Undocumented parts, which clients must accept. */
  readonly notes: readonly Issue[];
  /** The documented statements that it covers. */
  readonly covered: readonly StatementName[];
  /** JSON pointers to the describing parts of the documents. */
  readonly pointers: ReadonlySet<string>;
}

/** Checks status, headers and body; `checkRequest` reports undocumented operations. */
export function checkResponse(document: RestDocument, call: Call): Checked {
  const { request, response } = call;
  const operation = document.find(request.method, request.path);
  if (operation === undefined) return unchecked;
  const isUsual = response.status >= 300 || !isRefusal(response);
  const documented = findResponse(operation, isUsual ? response.status : refusedStatus);
  const requested = requestStatements(operation, call);
  if (documented === undefined) {
    const text = `the status ${response.status} is not documented`;
    const pointer = child(operation.pointer, "responses");
    return { ...unchecked, issues: [{ kind: "status", text, pointer }], covered: requested };
  }
  const headers = checkHeaders(document, documented, response);
  const body = checkBody(document, operation, documented, call);
  return {
    issues: [...headers.issues, ...body.issues],
    notes: [...headers.notes, ...body.notes],
    covered: [
      ...requested,
      ...responseStatements(operation, documented, response),
      ...body.covered,
    ],
    pointers: new Set([operation.pointer, documented.place, ...body.pointers]),
  };
}

const unchecked: Checked = { issues: [], notes: [], covered: [], pointers: new Set() };

/** The status of refusals, whose form a refusal with a status of success has. */
const refusedStatus = 400;

/** Whether a response is an error, by its status or by the code in its envelope. */
export function isRefusal({ status, text }: ReceivedResponse): boolean {
  if (status >= 300 || envelope === undefined) return status >= 300;
  const { [envelope.code]: code, [envelope.message]: message } = fieldsIn(parseJsonOr(text, {}));
  const isCode = typeof code === "number" && typeof message === "string";
  return isCode && !envelope.successCodes.some((each) => each === code);
}

/** The documented response for a status: exact, by range, or the default. */
function findResponse(
  operation: DocumentedOperation,
  status: number,
): DocumentedResponse | undefined {
  return [String(status), `${Math.floor(status / 100)}XX`, "default"]
    .map((name) => operation.responses.find((response) => response.status === name))
    .find((response) => response !== undefined);
}

/** A single status requires its headers; a range of statuses only allows them. */
function checkHeaders(
  { root }: RestDocument,
  { status, headers: documented, place }: DocumentedResponse,
  { headers }: ReceivedResponse,
): Pick<Checked, "issues" | "notes"> {
  const pointer = child(place, "headers");
  const missing = documented
    .filter((name) => !headers.has(name.toLowerCase()))
    .map((name): Issue => {
      const assumption = markAt(root, child(pointer, name));
      return { kind: "header", text: `the header ${name} is missing`, pointer, assumption };
    });
  return /^\d+$/.test(status) ? { issues: missing, notes: [] } : { issues: [], notes: missing };
}

function checkBody(
  document: RestDocument,
  operation: DocumentedOperation,
  documented: DocumentedResponse,
  call: Call,
): Checked {
  const { text, status } = call.response;
  if (!documented.hasSchema || text === undefined) return unchecked;
  const body = parseJsonOr(text, undefined);
  if (body === undefined) {
    const { place: pointer } = documented;
    return { ...unchecked, issues: [{ kind: "schema", text: "the body is not JSON", pointer }] };
  }
  const sent = new Set(allFields(call.request).map(([name]) => name));
  const pointer = chooseBranch(document, documented.pointer, sent);
  const payload = openEnvelope(body, status);
  // The form of errors is documented, also where their status or their operation is assumed.
  const isSuccess = documented.status.startsWith("2");
  const whole = isSuccess ? [operation.pointer, documented.place, documented.pointer] : [];
  return {
    issues: document.checkResponseBody(pointer, payload).map((error) => ({
      kind: "schema",
      text: describeError(error, error.instancePath === "" ? "the response" : ""),
      pointer: errorPointer(document.root, error, pointer),
      assumption: assumptionBy(document.root, [...whole, pointer], payload, error),
    })),
    ...coverSchema(document.root, { pointer, owner: operation.id }, payload),
  };
}

/** The branch of a response whose form depends on whether a parameter was sent. */
export function chooseBranch(
  { root }: RestDocument,
  pointer: string,
  sent: ReadonlySet<string>,
): string {
  const branch = members(root, pointer, "oneOf").find((each) => {
    const when = fieldsIn(fieldsIn(at(root, each))["x-when"]);
    if (typeof when["parameter"] !== "string") return false;
    return (when["is"] === "present") === sent.has(when["parameter"]);
  });
  return branch ?? pointer;
}

/** Unwraps a successful response, which may come in an envelope. */
export function openEnvelope(body: unknown, status: number): unknown {
  // Another contract may have no envelope.
  if (status >= 300 || !isRecord(body) || envelope === undefined) return body;
  const { code, message, timestamp, data, successCodes } = envelope;
  if (!successCodes.some((each) => each === body[code])) return body;
  const names: readonly string[] = [code, message, timestamp, data];
  const isEnvelope = Object.keys(body).every((name) => names.includes(name));
  return isEnvelope && data in body ? body[data] : body;
}

function requestStatements(operation: DocumentedOperation, call: Call): readonly StatementName[] {
  const { id } = operation;
  const tier = findTier(operation, call);
  return [
    { kind: "operation", name: id },
    { kind: "place", name: `${id} ${call.request.form.length === 0 ? "query" : "body"}` },
    ...allFields(call.request).flatMap(([name, value]): StatementName[] => [
      { kind: "parameter", name: `${id}.${name}` },
      { kind: "parameter value", name: `${id}.${name}=${value}` },
    ]),
    ...(tier === undefined ? [] : [{ kind: "weight", name: `${id} ${tier}` } as const]),
  ];
}

/** The error code in a text that may be cut. */
const sentCode = new RegExp(`"${envelope?.code}"\\s*:\\s*(-?\\d+)`, "u");

function responseStatements(
  operation: DocumentedOperation,
  documented: DocumentedResponse,
  { status, headers, text = "" }: ReceivedResponse,
): readonly StatementName[] {
  const name = responseName(operation, documented);
  const sent = documented.headers.filter((header) => headers.has(header.toLowerCase()));
  const code = status < 400 ? undefined : sentCode.exec(text)?.[1];
  return [
    { kind: "status", name },
    ...sent.map((header): StatementName => ({ kind: "header", name: `${name} ${header}` })),
    ...(code === undefined ? [] : [{ kind: "code", name: code } as const]),
  ];
}

/** Checks that the message belongs to its stream, and checks its content. */
export function checkMessage(document: StreamDocument, message: StreamMessage): Checked {
  const { stream, content } = message;
  const documented = findMessage(document, message);
  if (documented === undefined) {
    const what = stream === undefined ? "not a documented control message" : "not of its stream";
    const text = `the message is ${what}`;
    const marks = messagesOf(document, stream).map(({ assumption }) => assumption);
    const assumption = marks.includes(undefined) ? undefined : marks[0];
    const place = { pointer: "/channels", assumption };
    const issue: Issue = { kind: "message", text, value: preview(content), ...place };
    return { issues: [issue], notes: [], covered: [], pointers: new Set() };
  }
  const { pointer, name, place } = documented;
  const found = coverSchema(document.root, { pointer, owner: name }, content);
  return {
    issues: document.checkContent(documented, content),
    notes: found.notes,
    pointers: new Set([...place, ...found.pointers]),
    covered: [
      { kind: "stream", name: documented.stream },
      { kind: "message", name: `${documented.stream}.${name}` },
      ...found.covered,
    ],
  };
}

/** The start of the content; empty when it may contain a key. */
function preview(content: unknown): string {
  const text = JSON.stringify(content) ?? "nothing";
  return /[A-Za-z0-9]{32,}/.test(text) ? "its content may be secret" : text.slice(0, 120);
}
