/** Which streams there are. */

import { streams } from "../../generated/streams.ts";
import type { Venue } from "../venue.ts";

/** What comes before the kind in the name of a symbol's stream. */
const symbolPart = "{symbol}@";

const kinds: ReadonlySet<string> = new Set(
  Object.values<{ readonly address: string }>(streams).flatMap(({ address }) =>
    address.startsWith(symbolPart) ? [address.slice(symbolPart.length)] : [],
  ),
);

/** Whether a name is a market stream of a listed symbol, or a listen key that is valid now. */
export function streamExists(venue: Venue, name: string): boolean {
  const [symbol = "", kind, ...rest] = name.split("@");
  if (kind === undefined) return venue.listenKeys.accountOf(name, venue.now()) !== undefined;
  const listed = symbol === symbol.toLowerCase() && venue.listings.has(symbol.toUpperCase());
  return listed && rest.length === 0 && kinds.has(kind);
}
