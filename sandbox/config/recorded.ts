/** Reads recordings of an exchange: single responses, and messages of market streams. */

import { envelope } from "../../generated/errors.ts";
import type { SandboxSchemas } from "../../generated/sandbox.ts";
import { isDepthUpdate, isTrade } from "../../generated/streams.ts";
import type { Fields } from "../../runtime/encoding/json-value.ts";
import { hasEventType } from "../../runtime/streams/names.ts";
import { inPlace, requireValid, ValidationError } from "./validation.ts";

/** A market stream message, and its time in milliseconds since the first one. */
export type PlayedMessage = { readonly at: number } & MarketChange;

/** The change in a message, or why it is not played. */
type MarketChange =
  | { readonly kind: "depth"; readonly data: SandboxSchemas["RecordedDepthUpdate"] }
  | { readonly kind: "trade"; readonly data: SandboxSchemas["RecordedTrade"] }
  | { readonly kind: "other"; readonly why: string };

/** The body of a response, which may be in its envelope or in a recording of `record`. */
export function readResponse<Name extends "ExchangeInfo" | "Depth">(
  name: Name,
  place: string,
  given: unknown,
): SandboxSchemas[Name] {
  return inPlace(place, () => requireValid(name, bodyOf(given)));
}

/** Unwraps an envelope or a recording; any other value is returned unchanged. */
export function bodyOf(given: unknown): unknown {
  const { value, [envelope.data]: data } = Object(given) as Fields;
  return [value, data].find((part) => typeof part === "object" && part !== null) ?? given;
}

/**
 * The messages of a list or of a recorded session. Throws a `ValidationError` for anything else,
 * and for messages that are not sorted by time.
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
    return { at: time, ...inPlace(`${place}.data`, () => changeOf(data)) };
  });
  const start = messages[0]?.at ?? 0;
  const early = messages.findIndex(({ at }, index) => at < (messages[index - 1]?.at ?? at));
  if (early >= 0)
    throw new ValidationError(`replay[${early}]`, "is earlier than the one before it");
  return withoutAggregates(messages).map((message) => ({ ...message, at: message.at - start }));
}

function changeOf(data: Fields): MarketChange {
  if (isDepthUpdate(data))
    return { kind: "depth", data: requireValid("RecordedDepthUpdate", data) };
  if (!isTrade(data) && !hasEventType(data, aggregateTrade)) {
    const why =
      "Messages of other streams than depth and trade are not played; the sandbox makes its own.";
    return { kind: "other", why };
  }
  const trade = requireValid("RecordedTrade", data);
  const isEmpty = [trade.p, trade.q].some((amount) => Number(amount) === 0);
  const why = `Trades of ${trade.s} without a price or a quantity are not played.`;
  return isEmpty ? { kind: "other", why } : { kind: "trade", data: trade };
}

/** Aggregate trades, a stream of other exchanges of the API family; the contract has none. */
const aggregateTrade = "aggTrade";

/** The messages without the aggregates of trades that are there themselves. */
function withoutAggregates(messages: readonly PlayedMessage[]): readonly PlayedMessage[] {
  const isAggregate = (message: PlayedMessage): boolean =>
    message.kind === "trade" && hasEventType(message.data, aggregateTrade);
  const trades = messages.filter(({ kind }) => kind === "trade");
  const single = new Set(trades.filter((one) => !isAggregate(one)).map(symbolOf));
  return messages.map((message) => {
    if (!isAggregate(message) || !single.has(symbolOf(message))) return message;
    const why = `Aggregate trades of ${symbolOf(message)} are not played, because its trades are.`;
    return { at: message.at, kind: "other", why };
  });
}

function symbolOf(message: PlayedMessage): string | undefined {
  return message.kind === "other" ? undefined : message.data.s;
}

/** One sentence for each kind of message that is not played, and each symbol that is not listed. */
export function unplayed(
  messages: readonly PlayedMessage[],
  symbols: ReadonlySet<string>,
): readonly string[] {
  const notes = messages.flatMap((message) => {
    if (message.kind === "other") return message.why;
    const { s: symbol } = message.data;
    if (symbols.has(symbol)) return [];
    return `Messages of ${symbol} are not played, because the symbol is not listed.`;
  });
  return [...new Set(notes)];
}

/** The messages that a session received, without replies to control messages. */
function receivedIn(steps: readonly unknown[]): readonly unknown[] {
  return steps.flatMap((step) => {
    const { at, receives } = Object(step) as Fields;
    const message = Object(receives) as Fields;
    const data = message["data"] ?? message;
    return receives === undefined || "result" in message ? [] : [{ at, data }];
  });
}
