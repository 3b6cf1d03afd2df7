/**
 * Ids that the exchange makes for what comes without one: letters and digits, of which the first
 * half tells the exchange and the second counts. So an order is found by its made id alone.
 */

import type { ExchangeState } from "./state.ts";

/** Letters of an id that are the same for one exchange. */
export const idPrefixLength = 11;

/** Digits of the count. */
const countLength = 11;

/** What stands before counts of each length, for the exchange that asked last. */
let head = headOf("");

interface Head {
  readonly idPrefix: string;
  /** By the number of digits that follow. */
  readonly texts: readonly string[];
}

function headOf(idPrefix: string): Head {
  const lengths = Array.from({ length: countLength + 1 }, (_, length) => length);
  return { idPrefix, texts: lengths.map((length) => idPrefix + "0".repeat(countLength - length)) };
}

/** Stands before the count of a cancellation, which no count of orders begins with. */
const cancellationMark = "C";

/** The id of an order that comes without one. */
export function orderIdText({ idPrefix }: ExchangeState, orderId: number): string {
  if (head.idPrefix !== idPrefix) head = headOf(idPrefix);
  const digits = String(orderId);
  return (head.texts[digits.length] ?? idPrefix) + digits;
}

/** The order whose made id this would be; `undefined` for any other text. */
export function orderIdOf(state: ExchangeState, text: string): number | undefined {
  if (!text.startsWith(state.idPrefix)) return undefined;
  const orderId = Number(text.slice(idPrefixLength));
  return orderIdText(state, orderId) === text ? orderId : undefined;
}

/** A new id of a cancellation that comes without one. Changes `state`. */
export function nextCancellationId(state: ExchangeState): string {
  state.cancellations += 1;
  const count = String(state.cancellations).padStart(countLength - 1, "0");
  return state.idPrefix + cancellationMark + count;
}
