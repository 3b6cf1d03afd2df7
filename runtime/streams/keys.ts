/** What tells one event of a stream from another, so that copies are told once. */

import { encodeJson } from "../encoding/json.ts";
import type { ConnectionRules } from "../tables.ts";
import { dataOf } from "./frames.ts";
import type { Arrival, StreamDescriptor } from "./types.ts";

/**
 * Text that is equal for copies of one event, and different for different events. Copies come from
 * one event, so without a key they are equal as a whole.
 */
export function eventKey(stream: StreamDescriptor | undefined, data: unknown): string {
  return declaredKey(stream, data) ?? encodeJson(data);
}

/** The same where the spec says what tells events apart; `undefined` where it does not. */
export function declaredKey(
  stream: StreamDescriptor | undefined,
  data: unknown,
): string | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const fields = data as Readonly<Record<string, unknown>>;
  const message =
    stream?.messages.find(({ eventType }) => eventType === fields["e"]) ??
    stream?.messages.find(({ eventType }) => eventType === undefined);
  const key = message?.eventKeys?.find(({ unless }) => {
    return unless === undefined || fields[unless.field] !== unless.is;
  });
  const values = key?.fields.map((name) => fields[name]);
  return values === undefined || values.includes(undefined) ? undefined : encodeJson(values);
}

/**
 * Text that is equal for copies of one event among all that come, read or not. Of a stream that
 * the spec lacks, copies are known by being the same in all.
 */
export function arrivalKey(
  arrival: Arrival,
  descriptor: StreamDescriptor | undefined,
  rules: ConnectionRules,
): string | undefined {
  const data = dataOf(arrival, rules);
  const key = descriptor === undefined ? eventKey(undefined, data) : declaredKey(descriptor, data);
  return key === undefined ? undefined : `${arrival.stream} ${key}`;
}
