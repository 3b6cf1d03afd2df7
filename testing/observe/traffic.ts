/**
 * Observed traffic for the checks: calls and stream messages with their documentation. Secrets are
 * already replaced.
 */

import { envelope } from "../../generated/errors.ts";
import { type Role, roles } from "../../generated/operations.ts";
import { connectionQuery, streams as streamTables } from "../../generated/streams.ts";
import { parseJson } from "../../runtime/encoding/json.ts";
import { parseJsonOr } from "../../runtime/encoding/json-or.ts";
import { fieldsIn } from "../../runtime/encoding/json-value.ts";
import { decodeLeniently } from "../../runtime/encoding/percent.ts";
import { streamOfEvent } from "../../runtime/streams/decode.ts";
import {
  findMessage,
  rawPath,
  rawStreamIn,
  type StreamDocument,
  type StreamMessage,
  unwrap,
} from "../documents/asyncapi.ts";
import { checkRequest } from "../documents/check-request.ts";
import { checkMessage, checkResponse, openEnvelope } from "../documents/check-response.ts";
import type { RestDocument } from "../documents/openapi.ts";
import { payloadWithRoles, withRoles } from "../documents/roles.ts";
import {
  allFields,
  type Call,
  type ConnectionEnd,
  type WireEvent,
} from "../recordings/conversation.ts";
import { type Pair, parsePairs, splitTarget, targetOf } from "../recordings/fields.ts";
import { unknownOrigin } from "../recordings/origin.ts";
import { rolesOf } from "../suite/field-names.ts";

/** One event of the wire and its source. */
export interface ObservedEvent {
  readonly event: WireEvent;
  /** File and entry or line. */
  readonly place: string;
  /** Events with a common order: the calls to one address, or a connection. */
  readonly conversation: string;
  /** What responded: `sandbox`, `mock`, or the host of an exchange, if known. */
  readonly origin?: string | undefined;
  /** When the response came, in milliseconds, if known. */
  readonly endedAt?: number;
  /** Whether times are reliable; a recording of one call has none. */
  readonly timed: boolean;
}

/** The documents and the traffic, in the order of reading. */
export type Traffic = ReturnType<typeof readTraffic>;

/** Where something is in the traffic, as file and entry or line, and what responded there. */
export interface Place {
  readonly text: string;
  readonly origin: string;
}

interface Observed {
  readonly place: Place;
  readonly conversation: string;
  readonly timed: boolean;
  /** Milliseconds of the recording clock. */
  readonly at: number;
}

/** A call of an operation, or of an unknown path of the interface. */
export type ObservedCall = ReturnType<typeof readCall>;

type Fields = Readonly<Record<string, string | undefined>>;

export type ObservedMessage = ReturnType<typeof readMessage>;

/** A connection from open to close, as far as seen. */
export interface ObservedConnection extends Observed {
  readonly path: string;
  /** Streams in its address. */
  readonly names: readonly string[];
  readonly end: (ConnectionEnd & { readonly at: number; readonly place: Place }) | undefined;
}

/** Reads events; skips those of other servers and paths. */
export function readTraffic(
  { rest, streams }: { readonly rest: RestDocument; readonly streams: StreamDocument },
  events: readonly ObservedEvent[],
) {
  const prefix = commonPrefix(rest.operations.map(({ path }) => path));
  const connections = new Map<string, ObservedConnection>();
  const calls: ObservedCall[] = [];
  const messages: ObservedMessage[] = [];
  for (const observed of events) {
    const { event, conversation, origin = unknownOrigin, timed } = observed;
    const place = { text: observed.place, origin };
    const base = { place, conversation, timed, at: event.at };
    if (event.kind === "calls") {
      const { call } = event;
      if (call?.request.path.startsWith(prefix) && call.request.method !== "OPTIONS") {
        calls.push(readCall(rest, call, { ...base, endedAt: observed.endedAt ?? event.at }));
      }
    } else if (event.kind === "opens") {
      connections.set(conversation, { ...base, ...readOpening(event.url), end: undefined });
    } else if (event.kind === "ends") {
      const open = connections.get(conversation);
      const end = { ...event.end, at: event.at, place };
      if (open !== undefined) connections.set(conversation, { ...open, end });
    } else {
      messages.push(readMessage(streams, event, base, connections.get(conversation)));
    }
  }
  return { rest, streams, calls, messages, connections: [...connections.values()] };
}

/** Whether an address belongs to the streams; pages have other sockets, too. */
export function isStreamAddress(url: string): boolean {
  const { path, names } = readOpening(url);
  const isRaw = rawPath !== undefined && `${path}/`.endsWith(rawPath);
  return isRaw || names.length > 0 || /\/stream\/?$/.test(path);
}

function readCall(
  rest: RestDocument,
  { request, response }: Call,
  base: Observed & { readonly endedAt: number },
) {
  const operation = rest.find(request.method, request.path);
  const { id = "" } = operation ?? {};
  const body: unknown = parseJsonOr(response.text, undefined, parseJson);
  const fields = fieldsIn(body);
  const given = fields[envelope.code];
  const code = typeof given === "number" ? given : undefined;
  const isFailure = code !== undefined && !envelope.successCodes.some((each) => each === code);
  const ok = response.status < 300 && !isFailure && body !== undefined;
  return {
    ...base,
    request,
    response,
    operation,
    /** Operation id; empty for an unknown one. */
    id,
    /** What the operation is for; `undefined` for an unknown one. */
    role: rolesById.get(id),
    /** The first value of each sent field. */
    sent: sentBy(id, allFields(request)),
    /** Whether the call succeeded, with a body that can be read. */
    ok,
    /** The body as JSON with exact integers; `undefined` if it is not JSON, or unknown. */
    body,
    /** The body without its envelope. */
    payload: ok ? payloadWithRoles(rest, id, openEnvelope(body, response.status)) : body,
    /** Code and message of an error. */
    code: ok ? undefined : code,
    msg: String(fields[envelope.message] ?? ""),
    requestIssues: checkRequest(rest, request),
    checked: checkResponse(rest, { request, response }),
  };
}

/** The first value of each field, also under the parameter's role. */
function sentBy(operation: string, fields: readonly Pair[]): Fields {
  const sent: Fields = Object.fromEntries(fields.toReversed());
  const given = rolesOf(operation).filter(({ name }) => name in sent);
  return { ...sent, ...Object.fromEntries(given.map(({ name, role }) => [role, sent[name]])) };
}

const rolesById = new Map<string, Role>(
  Object.entries(roles).map(([role, id]) => [id, role as Role]),
);

function readMessage(
  streams: StreamDocument,
  event: WireEvent & { readonly kind: "sends" | "receives" },
  base: Observed,
  connection: ObservedConnection | undefined,
) {
  const content: unknown = parseJsonOr(event.text, undefined, parseJson);
  const message: StreamMessage =
    event.kind === "sends"
      ? { sender: "client", stream: undefined, content }
      : unwrap(content, bareStreamOf(content, connection));
  const documented = findMessage(streams, message);
  const isEvent = message.sender === "exchange" && message.stream !== undefined;
  const isWrapped = message.content !== content;
  // An address with a query wraps messages; one with the stream in its path does not.
  const asked = isWrapped || (connection !== undefined && rawStreamIn(connection.path) === "");
  return {
    ...base,
    ...message,
    documented,
    /** Message name; empty if undocumented. */
    name: documented?.name ?? "",
    /** The content, with the role of each field beside its name. */
    data: fieldsIn(
      documented ? withRoles(streams.root, documented.pointer, message.content) : message.content,
    ),
    /** Whether it was wrapped with its stream name; `undefined` if unknown. */
    wrapped: isEvent && asked ? isWrapped : undefined,
    checked: checkMessage(streams, message),
  };
}

/** The stream of a message if it comes bare: of any that may have been opened later, too. */
function bareStreamOf(
  content: unknown,
  { path = "", names = [] }: Partial<ObservedConnection> = {},
): string | undefined {
  const opened = [...names, anyName].map((name) => [name, { stream: { name } }] as const);
  const found = streamOfEvent(fieldsIn(content), streamTables, new Map(opened));
  return rawStreamIn(path) || found || (names.length === 1 ? names[0] : undefined);
}

/** In place of a listen key that the traffic does not show. */
const anyName = "any";

/** The path of a connection, and the streams in its path and query. */
export function readOpening(url: string): Pick<ObservedConnection, "path" | "names"> {
  const { path, query } = splitTarget(url.includes("://") ? targetOf(url) : url);
  const { parameter, separator } = connectionQuery;
  const [, list = ""] = parsePairs(query).find(([name]) => name === parameter) ?? [];
  const names = [decodeLeniently(rawStreamIn(path)), list].flatMap((all) => all.split(separator));
  return { path, names: names.filter((name) => name !== "") };
}

/** The common start of all paths, up to a slash. */
function commonPrefix(paths: readonly string[]): string {
  const [first = "", ...others] = paths;
  let length = first.length;
  for (const path of others) while (!path.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, first.lastIndexOf("/", length - 1) + 1);
}
