/** What a frame is: an event of a stream, or the answer to a control message. */

import { parseJson } from "../encoding/json.ts";
import type { ConnectionRules } from "../tables.ts";
import type { Arrival } from "./types.ts";

/** A frame that was read. */
export type Frame =
  | { readonly kind: "event"; readonly stream: string; readonly data: unknown }
  | {
      readonly kind: "answer";
      readonly id: number;
      /** The exchange's words, when it refused. */
      readonly refusal: string | undefined;
    }
  | { readonly kind: "unread"; readonly reason: string };

/** Reads a frame; bytes are UTF-8. */
export function readFrame(
  frame: string | Uint8Array,
  { wrapping = wrappingOfAll }: ConnectionRules,
): Frame {
  let value: unknown;
  try {
    value = parseJson(typeof frame === "string" ? frame : decoder.decode(frame));
  } catch {
    return { kind: "unread", reason: "it is no JSON" };
  }
  if (typeof value !== "object" || value === null) {
    return { kind: "unread", reason: "it is no JSON object" };
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const stream = fields[wrapping.stream];
  if (typeof stream === "string") {
    return { kind: "event", stream, data: fields[wrapping.data] };
  }
  return readAnswer(fields);
}

/** What an event says, though nobody has read it yet. */
export function dataOf({ data, frame }: Arrival, rules: ConnectionRules): unknown {
  if (data !== undefined) return data;
  const read = readFrame(frame, rules);
  return read.kind === "event" ? read.data : undefined;
}

/** The stream of a wrapped event, where it stands in front, as it does; nothing else is read. */
export function peekStream(
  frame: string | Uint8Array,
  { wrapping = wrappingOfAll }: ConnectionRules,
): string | undefined {
  const head = typeof frame === "string" ? frame.slice(0, headMax) : textOf(frame);
  const opening = `{"${wrapping.stream}":"`;
  const end = head.indexOf('"', opening.length);
  if (!head.startsWith(opening) || end < 0) return undefined;
  const name = head.slice(opening.length, end);
  return name.includes("\\") ? undefined : name;
}

/** No name of a stream reaches farther. */
const headMax = 160;

/** The first bytes as letters of ASCII, which the names of streams are made of. */
function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, headMax));
}

function readAnswer(fields: Readonly<Record<string, unknown>>): Frame {
  const { id } = fields;
  const fault = faultOf(fields);
  if (typeof id !== "number") {
    return { kind: "unread", reason: fault ?? "it names no stream" };
  }
  return { kind: "answer", id, refusal: fault };
}

/** Some exchanges put the fault at the top, others inside `error`. */
function faultOf(fields: Readonly<Record<string, unknown>>): string | undefined {
  const inner = fields["error"];
  const holder = (typeof inner === "object" && inner !== null ? inner : fields) as {
    readonly code?: unknown;
    readonly msg?: unknown;
  };
  if (holder.code === undefined && holder.msg === undefined) return undefined;
  return `code ${String(holder.code)}: ${String(holder.msg).slice(0, 200)}`;
}

/** What a wrapped message looks like where the spec does not say. */
const wrappingOfAll = { stream: "stream", data: "data" };

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
