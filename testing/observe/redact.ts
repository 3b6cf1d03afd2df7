/** Replaces the secrets of observed events before any other processing. */

import { signing } from "../../generated/signing.ts";
import { streams } from "../../generated/streams.ts";
import { parseJsonOr } from "../../runtime/encoding/json-or.ts";
import { isRecord } from "../../runtime/encoding/json-value.ts";
import { createNameReader } from "../../runtime/streams/names.ts";
import type { StreamDescriptor } from "../../runtime/streams/types.ts";
import type { WireEvent } from "../recordings/conversation.ts";
import { type Pair, placeholderOf } from "../recordings/fields.ts";
import { createRedactor } from "../recordings/redactor.ts";
import { listSecrets } from "../recordings/secrets.ts";
import { type ObservedEvent, readOpening } from "./traffic.ts";

/** Replacements of a well-formed and of a malformed signature. Both are invalid. */
const redactedSignature = "0".repeat(64);
const malformedSignature = placeholderOf(signing.signature);

/** The events with every key, secret, signature and listen key replaced, in any encoding. */
export function redactEvents(events: readonly ObservedEvent[]): readonly ObservedEvent[] {
  const named = events.flatMap(({ event }) => streamNames(event));
  const keys = [...new Set(named)].filter(mayBeKey);
  const unsigned = events.map(({ event }) => withoutSignature(event));
  const secrets = [
    ...listSecrets(unsigned, { publicTexts: [redactedSignature, malformedSignature] }),
    ...keys.map((value) => ({ value, placeholder: "redactedListenKey" })),
  ];
  const redactor = createRedactor(secrets);
  return events.map((observed, index) => ({
    ...observed,
    event: redactor.value(unsigned[index] ?? observed.event),
  }));
}

const readName = createNameReader(Object.values<StreamDescriptor>(streams));

/** Whether it is no public stream, long enough for a listen key, and not replaced yet. */
function mayBeKey(name: string): boolean {
  const isPublic = readName(name)?.pattern.access === "public";
  return !isPublic && name.length >= 8 && !name.startsWith("redacted");
}

/** A signature differs in each request, so it is replaced by its position. */
function withoutSignature(event: WireEvent): WireEvent {
  if (event.kind !== "calls" || event.call === undefined) return event;
  const { request, response } = event.call;
  const replace = (pairs: readonly Pair[]): readonly Pair[] =>
    pairs.map(([name, value]) => {
      if (name !== signing.signature) return [name, value];
      const isWhole = /^[0-9a-f]{64}$|^redacted/.test(value);
      return [name, isWhole ? redactedSignature : malformedSignature];
    });
  const { query, form } = request;
  const clean = { ...request, query: replace(query), form: replace(form) };
  return { ...event, call: { request: clean, response } };
}

function streamNames(event: WireEvent): readonly string[] {
  if (event.kind === "opens") {
    return readOpening(event.url).names;
  }
  if (event.kind !== "receives" && event.kind !== "sends") return [];
  const value = parseJsonOr(event.text, null);
  if (!isRecord(value)) return [];
  const { stream, params, result } = value;
  return [stream, params, result].flat().filter((name) => typeof name === "string");
}
