/** Stream messages by the contract: their type, and the meaning of each field. */

import { messageDescriptions } from "../../../generated/descriptions.ts";
import { connectionRules, streams } from "../../../generated/streams.ts";
import { parseJson } from "../../../runtime/encoding/json.ts";
import { parseJsonOr } from "../../../runtime/encoding/json-or.ts";
import { type Fields, fieldsIn } from "../../../runtime/encoding/json-value.ts";
import { messageOf } from "../../../runtime/streams/decode.ts";
import { createNameReader } from "../../../runtime/streams/names.ts";
import type { StreamDescriptor } from "../../../runtime/streams/types.ts";
import type { FieldDescription } from "../../../runtime/tables.ts";

const { stream: streamKey, data: dataKey } = connectionRules.wrapping;

export const readStreamName = createNameReader(Object.values<StreamDescriptor>(streams));

const foreignNames = { unreadable: "not JSON", unknown: "unknown" } as const;

/**
 * The name of a message in the contract, else `not JSON` or `unknown`, its stream, and its value
 * without the wrapper.
 */
export function readMessage(text: string, direction: "in" | "out") {
  const value: unknown = parseJsonOr(text, undefined, parseJson);
  if (value === undefined) {
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
  const { pattern } = readStreamName(stream) ?? {};
  const message = pattern && messageOf(pattern, fieldsIn(data));
  return message?.name ?? foreignNames.unknown;
}

function controlName(fields: Fields, direction: "in" | "out"): string {
  const found = Object.entries(messageDescriptions).find(
    ([, { method, eventType, fields: known }]) => {
      if (direction === "out") return method !== undefined && method === fields["method"];
      if (method !== undefined || eventType !== undefined || known === undefined) return false;
      const names = Object.keys(fields);
      // A reply or an error: all fields are known, and all but one are its own.
      return "id" in known && names.length > 0 && names.every((name) => name in known);
    },
  );
  return found?.[0] ?? foreignNames.unknown;
}

/** One row of a message: a field, its value, and their descriptions. */
export type FieldRow = ReturnType<typeof rowOf>;

/** The description of a message, and its fields in the order sent. */
export function describeMessage(name: string, value: unknown) {
  const { text = "", assumed, fields = {} } = messageDescriptions[name] ?? {};
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
    // An order-book level is one row: price and quantity.
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
) {
  const { text = "", assumed, choices } = described ?? {};
  const meaning = typeof value === "string" ? choices?.[value] : undefined;
  // A field with nested fields has no value of its own.
  return { path, value: isPlain ? value : undefined, text, assumed, meaning };
}
