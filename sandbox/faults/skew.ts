/** A venue whose clock one request finds ahead or behind. */

import type { Venue } from "../venue.ts";

/** The same venue by a wrong clock; limits, listen keys and the engine keep to the right one. */
export function skewed(venue: Venue, ms: number): Venue {
  const { now, limits, listenKeys } = venue;
  return {
    ...venue,
    now: () => now() + ms,
    limits: {
      ...limits,
      charge: (ip, weight) => limits.charge(ip, weight, now()),
      admitOrder: (account, count) => limits.admitOrder(account, count, now()),
      countOrder: (account, count) => limits.countOrder(account, count, now()),
      headers: (ip, account) => limits.headers(ip, account, now()),
    },
    listenKeys: {
      ...listenKeys,
      create: (account) => listenKeys.create(account, now()),
      keepAlive: (account, key) => listenKeys.keepAlive(account, key, now()),
      close: (account, key) => listenKeys.close(account, key, now()),
      accountOf: (key) => listenKeys.accountOf(key, now()),
      keysOf: (account) => listenKeys.keysOf(account, now()),
    },
  };
}
