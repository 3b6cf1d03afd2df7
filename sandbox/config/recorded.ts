/** Reads what was recorded of an exchange: single responses, and messages of market streams. */

import { envelope } from "../../generated/errors.ts";
import type { SandboxSchemas } from "../../generated/sandbox.ts";
import { inPlace, requireValid, ValidationError } from "./validation.ts";

/** One message of a market stream, and when it came, in milliseconds from the first one. */
export interface PlayedMessage {
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

/** The body of a response that may still be in its envelope, or in a recording of `record`. */
export function readResponse<Name extends "ExchangeInfo" | "Depth">(
  name: Name,
  place: string,
  given: unknown,
): SandboxSchemas[Name] {
  return inPlace(place, () => requireValid(name, bodyOf(given)));
}

/** What the envelope or the recording holds; anything else as it is. */
export function bodyOf(given: unknown): unknown {
  const { value, [envelope.data]: data } = Object(given) as Fields;
  return [value, data].find((part) => typeof part === "object" && part !== null) ?? given;
}

/**
 * The messages of a list or of a recorded session. Throws a `ValidationError` for what is neither,
 * or not in the order of its times.
 */
export function readMessages(given: unknown): readonly PlayedMessage[] {
  const steps = (Object(given) as Fields)["x-steps"];
  const rows = Array.isArray(steps) ? receivedIn(steps) : given;
  if (!Array.isArray(rows)) throw new ValidationError("replay", "must be a list of messages");
  const messages = rows.map((row: unknown, index) => {
    const place = `replay[${index}]`;
    const { at, data } = inPlace(place, () => requireValid("RecordedMessage", row));
    const time = at ?? data["E"];
    if (typeof time !== "number") {
      throw new ValidationError(place, "has neither a time at nor an event time E");
    }
    return { at: time, data };
  });
  const start = messages[0]?.at ?? 0;
  const early = messages.findIndex(({ at }, index) => at < (messages[index - 1]?.at ?? at));
  if (early >= 0)
    throw new ValidationError(`replay[${early}]`, "is earlier than the one before it");
  return messages.map(({ at, data }) => ({ at: at - start, data }));
}

/** The messages that a session received, without the responses to control messages. */
function receivedIn(steps: readonly unknown[]): readonly unknown[] {
  return steps.flatMap((step) => {
    const { at, receives } = Object(step) as Fields;
    const message = Object(receives) as Fields;
    const data = message["data"] ?? message;
    return receives === undefined || "result" in message ? [] : [{ at, data }];
  });
}
