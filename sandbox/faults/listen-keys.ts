/** Listen keys that are lost without a word. */

import type { Venue } from "../venue.ts";

/** Makes the exchange forget the keys of an account; streams opened with them fall silent. */
export function loseListenKeys(venue: Venue, account: string | undefined): void {
  if (account === undefined) return;
  const now = venue.now();
  for (const key of venue.listenKeys.keysOf(account, now)) {
    venue.listenKeys.close(account, key, now);
  }
}
