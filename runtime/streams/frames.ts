/** What a frame is: an event of a stream, or the answer to a control message. */

import { parseJson } from "../wire/json.ts";
import type { ConnectionRules } from "../types.ts";

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
