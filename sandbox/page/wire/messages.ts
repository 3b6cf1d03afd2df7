/** Stream messages in the words of the contract: their kind, and what each field means. */

import { messageDescriptions } from "../../../generated/descriptions.ts";
import { connectionRules, streams } from "../../../generated/streams.ts";
import { parseJson } from "../../../runtime/encoding/json.ts";
import { type Fields, fieldsIn } from "../../../runtime/encoding/json-value.ts";
import { messageOf } from "../../../runtime/streams/decode.ts";
import type { StreamDescriptor } from "../../../runtime/streams/types.ts";
import type { FieldDescription, MessageDescription } from "../../../runtime/tables.ts";

/** A message that was read. */
export interface ReadMessage {
  /** Its name in the contract; `not JSON` or `unknown` for others. */
  readonly name: string;
  readonly stream: string | undefined;
  /** The event without its wrapper. */
  readonly value: unknown;
}

const descriptions: Readonly<Record<string, MessageDescription>> = messageDescriptions;
const patterns: readonly StreamDescriptor[] = Object.values(streams);
const { stream: streamKey, data: dataKey } = connectionRules.wrapping;

/** Names of messages that the contract lacks. */
const foreignNames = { unreadable: "not JSON", unknown: "unknown" } as const;

/** Whether this is not the name of a message in the contract. */
export function isForeign(name: string): boolean {
  return Object.values<string>(foreignNames).includes(name);
}

/** Reads a message and finds its kind. */
export function readMessage(text: string, direction: "in" | "out"): ReadMessage {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return { name: foreignNames.unreadable, stream: undefined, value: text };
  }
  const fields = fieldsIn(value);
  const stream = fields[streamKey];
  if (typeof stream === "string" && direction === "in") {
    const data = fields[dataKey];
    return { name: eventName(stream, data), stream, value: data };
  }
  return { name: controlName(fields, direction), stream: undefined, value };
}

function eventName(stream: string, data: unknown): string {
  const pattern = patternOf(stream);
  const message = pattern && messageOf(pattern, fieldsIn(data));
  return message?.name ?? foreignNames.unknown;
}

/** A stream by its name; that of user data is its long listenKey. */
export function streamLabel(stream: string): string {
  return patternOf(stream)?.access === "userData" ? "user data" : stream;
}

/** What the contract says of a stream. */
export function patternOf(stream: string): StreamDescriptor | undefined {
  return patterns.find((pattern) => fits(stream, pattern));
}

/** Whether a stream has this name; listen keys hold no `@`. */
function fits(stream: string, { address }: StreamDescriptor): boolean {
  const fixed = address.replace(/^\{\w+\}/u, "");
  return fixed === "" ? !stream.includes("@") : stream.endsWith(fixed);
}

function controlName(fields: Fields, direction: "in" | "out"): string {
  const found = Object.entries(descriptions).find(([, { method, eventType, fields: known }]) => {
    if (direction === "out") return method !== undefined && method === fields["method"];
    if (method !== undefined || eventType !== undefined || known === undefined) return false;
    const names = Object.keys(fields);
    // A reply, or a refusal: each of its fields is known, and all but one are its own.
    return "id" in known && names.length > 0 && names.every((name) => name in known);
  });
  return found?.[0] ?? foreignNames.unknown;
}

/** One line of a message: a field, its value, and what the contract says of both. */
export interface FieldRow {
  /** Names from the outermost field to this one. */
  readonly path: readonly string[];
  /** Numbers with all their digits; absent for a field that only holds others. */
  readonly value: unknown;
  readonly text: string;
  readonly assumed: string | undefined;
  /** Meaning of the word that the value is. */
  readonly meaning: string | undefined;
}

/** What the contract says of a message, and its fields in the order in which they were sent. */
export function describeMessage(name: string, value: unknown) {
  const { text = "", assumed, fields = {} } = descriptions[name] ?? {};
  return { text, assumed, rows: rowsOf(value, fields, []) };
}

type Descriptions = Readonly<Record<string, FieldDescription>>;

function rowsOf(value: unknown, known: Descriptions, path: readonly string[]): FieldRow[] {
  return Object.entries(fieldsIn(value)).flatMap(([name, member]) => {
    const described = known[name];
    const isPlain =
      typeof member !== "object" || member === null || described?.fields === undefined;
    const row = rowOf([...path, name], member, described, isPlain);
    if (isPlain) return [row];
    if (!Array.isArray(member)) return [row, ...rowsOf(member, described.fields, row.path)];
    const items: readonly unknown[] = member;
    // A level of a book is one line: price and quantity.
    if (items.every(Array.isArray)) return [{ ...row, value: member }];
    const inner = items.map((item, index) =>
      rowsOf(item, described.fields ?? {}, [...row.path, String(index)]),
    );
    return [row, ...inner.flat()];
  });
}

function rowOf(
  path: readonly string[],
  value: unknown,
  described: FieldDescription | undefined,
  isPlain: boolean,
): FieldRow {
  const { text = "", assumed, choices } = described ?? {};
  const meaning = typeof value === "string" ? choices?.[value] : undefined;
  return { path, value: isPlain ? value : undefined, text, assumed, meaning };
}
