/** The rows of a response that should be a list. */

import { TradespecError } from "../errors.ts";

/**
 * The rows of a response whose form may be only assumed.
 * @throws TradespecError for one that is no list, as it does not say that there are none.
 */
export function requireRows<Row>(response: readonly Row[], what: string): readonly Row[] {
  if (Array.isArray(response)) return response;
  // The envelope may leave out its data.
  if (Object.keys(Object(response)).length === 0) return [];
  throw new TradespecError(`The response with ${what} is not a list.`);
}
