/** Decodes WebSocket messages: events of streams and replies to control messages. */

import { encodeJson, parseJson } from "../encoding/json.ts";
import type { Fields } from "../encoding/json-value.ts";
import type { ConnectionRules } from "../tables.ts";
import { createNameReader, streamNameWith } from "./names.ts";
import type { NamedStream, StreamDescriptor, StreamMessage } from "./types.ts";

/** A decoded message; `refusal` is the exchange's error reply to a control message. */
export type DecodedMessage =
  | StreamMessage
  | Readonly<
      | { kind: "reply"; id: number; refusal: string | undefined }
      /** `isNoEvent`: it cannot hold an event, such as a greeting. */
      | { kind: "invalid"; reason: string; isNoEvent?: boolean }
    >;

/**
 * Decodes a message; bytes are UTF-8. Integers beyond 2^53 become bigints. `streamOf` finds the
 * stream of an event that names none.
 */
export function decodeMessage(
  message: string | Uint8Array,
  { wrapping = defaultWrapping, refusals }: ConnectionRules,
  streamOf?: (event: Fields) => string | undefined,
): DecodedMessage {
  let value: unknown;
  try {
    value = parseJson(textOf(message));
  } catch {
    return { kind: "invalid", reason: "it is not JSON" };
  }
  if (typeof value !== "object" || value === null) {
    return { kind: "invalid", reason: "it is not a JSON object" };
  }
  const fields = value as Fields;
  const stream = fields[wrapping.stream];
  if (typeof stream === "string") {
    return { kind: "event", stream, data: fields[wrapping.data], raw: message };
  }
  const id = idIn(fields);
  const error = errorIn(fields, refusals);
  if (id !== undefined) return { kind: "reply", id, refusal: error };
  const found = error === undefined ? streamOf?.(fields) : undefined;
  if (found !== undefined) return { kind: "event", stream: found, data: fields, raw: message };
  if (error !== undefined) return { kind: "invalid", reason: error };
  const hasType = typeof fields["e"] === "string";
  const isNoEvent = !hasType && Object.values(fields).every((one) => Object(one) !== one);
  return { kind: "invalid", reason: "it names no stream", ...(isNoEvent && { isNoEvent }) };
}

/** The id of a reply, which may come back as text. */
function idIn({ id }: Fields): number | undefined {
  return typeof id === "number" || (typeof id === "string" && /^[0-9]{1,15}$/.test(id))
    ? Number(id)
    : undefined;
}

/**
 * The stream of an event that names none: by its type and symbol, and for the types of user data
 * and unknown ones the user data stream that is open.
 */
export function streamOfEvent(
  { e: type, s: symbol }: Fields,
  streams: Readonly<Record<string, StreamDescriptor>>,
  open: ReadonlyMap<string, { readonly stream: NamedStream }>,
): string | undefined {
  const descriptorOf = (wanted: unknown): StreamDescriptor | undefined =>
    Object.values(streams).find(({ messages }) =>
      messages.some(({ eventType }) => eventType === wanted),
    );
  const nameBy = (descriptor: StreamDescriptor | undefined): string | undefined =>
    descriptor?.access === "public" && typeof symbol === "string"
      ? streamNameWith(descriptor, { symbol })
      : undefined;
  const known = descriptorOf(type);
  const name = nameBy(known);
  if (name !== undefined || typeof type !== "string") return name;
  // A message that has no type in the spec may come with one.
  const untyped = known === undefined ? nameBy(descriptorOf(undefined)) : undefined;
  if (untyped !== undefined && open.has(untyped)) return untyped;
  const accessOf = ({ id = "", name: opened }: NamedStream) =>
    (streams[id] ?? createNameReader(Object.values(streams))(opened)?.pattern)?.access;
  return [...open.values()].find(({ stream }) => accessOf(stream) === "userData")?.stream.name;
}

/** The event of a message, decoded on first use. */
export function eventOf({ data, raw }: StreamMessage, rules: ConnectionRules): unknown {
  if (data !== undefined) return data;
  const decoded = decodeMessage(raw, rules);
  return decoded.kind === "event" ? decoded.data : undefined;
}

/** The stream of a message if its name comes first in the text; without decoding the rest. */
export function peekStream(
  message: string | Uint8Array,
  { wrapping = defaultWrapping }: ConnectionRules,
): string | undefined {
  const head = headOf(message);
  const opening = `{"${wrapping.stream}":"`;
  const end = head.indexOf('"', opening.length);
  if (!head.startsWith(opening) || end < 0) return undefined;
  const name = head.slice(opening.length, end);
  return name.includes("\\") ? undefined : name;
}

/**
 * Text that is equal only for copies of one event: the fields of the spec's event key. Events of
 * streams that the spec lacks are compared whole; `undefined` where the spec knows the stream but
 * the event has no key.
 */
export function eventKey(stream: StreamDescriptor | undefined, event: unknown): string | undefined {
  if (stream === undefined) return encodeJson(event);
  if (typeof event !== "object" || event === null) return undefined;
  const fields = event as Fields;
  const key = messageOf(stream, fields)?.eventKeys?.find(({ unless }) => {
    return unless === undefined || fields[unless.field] !== unless.is;
  });
  const values = key?.fields.map((name) => fields[name]);
  return values === undefined || values.includes(undefined) ? undefined : encodeJson(values);
}

/** The message type of an event: the one with its event type, or the one without any. */
export function messageOf(
  { messages }: StreamDescriptor,
  { e: type }: Fields,
): StreamDescriptor["messages"][number] | undefined {
  return (
    messages.find(({ eventType }) => eventType === type) ??
    messages.find(({ eventType }) => eventType === undefined)
  );
}

/** The error in a reply. Some exchanges send it at the top level, others in an object. */
function errorIn(fields: Fields, names: ConnectionRules["refusals"]): string | undefined {
  if (names === undefined) return undefined;
  const inner = fields[names.within ?? ""];
  const holder = typeof inner === "object" && inner !== null ? (inner as Fields) : fields;
  const { [names.code]: code, [names.message]: message } = holder;
  if (code === undefined && message === undefined) return undefined;
  return `code ${String(code)}: ${String(message).slice(0, 200)}`;
}

/** The first characters; only ASCII matters. */
function headOf(message: string | Uint8Array): string {
  if (typeof message === "string") return message.slice(0, headLength);
  const start = message.subarray(0, headLength);
  return asBuffer(start)?.toString("latin1") ?? String.fromCharCode(...start);
}

/** TextDecoder takes several times longer than a Buffer's method; `ws` has checked the UTF-8. */
function textOf(message: string | Uint8Array): string {
  if (typeof message === "string") return message;
  return asBuffer(message)?.toString() ?? decoder.decode(message);
}

/** The bytes as a Node Buffer, if they are one. */
function asBuffer(bytes: Uint8Array): { toString(encoding?: string): string } | undefined {
  return "readBigInt64LE" in bytes ? bytes : undefined;
}

/** Longer than the part of a message that holds the name of its stream. */
const headLength = 160;

/** The wrapper if the spec names none. */
export const defaultWrapping = { stream: "stream", data: "data" };

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
