/** Listen keys, which open an account's user data stream. An account has one at a time. */

import { listenKeyLength, listenKeyValidityMs } from "../defaults.ts";
import { nextText, type RandomState, seedRandom } from "../engine/random.ts";

export type ListenKeys = ReturnType<typeof createListenKeys>;

interface ListenKey {
  readonly account: string;
  expiresAt: number;
}

export interface ListenKeyState {
  readonly random: RandomState;
  readonly issued: Map<string, ListenKey>;
}

/** Starts without keys. Equal seeds give equal keys, which is good enough only for a sandbox. */
export function seedListenKeys(seed: string): ListenKeyState {
  return { random: seedRandom(`listen keys of ${seed}`), issued: new Map() };
}

/** Listen keys on top of a state, which they change. */
export function createListenKeys(state: ListenKeyState) {
  const { issued } = state;
  const find = (key: string, now: number): ListenKey | undefined => {
    const listenKey = issued.get(key);
    return listenKey !== undefined && listenKey.expiresAt > now ? listenKey : undefined;
  };
  const own = (account: string, key: string, now: number): ListenKey | undefined => {
    const listenKey = find(key, now);
    return listenKey?.account === account ? listenKey : undefined;
  };
  const keysOf = (account: string, now: number): readonly string[] =>
    [...issued.keys()].filter((key) => own(account, key, now) !== undefined);
  return {
    /** Creates the account's key, or extends the valid one. */
    create: (account: string, now: number): string => {
      const [valid] = keysOf(account, now);
      for (const [key, listenKey] of issued) {
        if (listenKey.account === account && key !== valid) issued.delete(key);
      }
      const key = valid ?? nextText(state.random, listenKeyLength);
      issued.set(key, { account, expiresAt: now + listenKeyValidityMs });
      return key;
    },
    /** Extends a key; false when it is not a valid key of the account. */
    keepAlive: (account: string, key: string, now: number): boolean => {
      const listenKey = own(account, key, now);
      if (listenKey !== undefined) listenKey.expiresAt = now + listenKeyValidityMs;
      return listenKey !== undefined;
    },
    close: (account: string, key: string, now: number): boolean =>
      own(account, key, now) !== undefined && issued.delete(key),
    /** The account of a key; `undefined` for an unknown, closed or expired key. */
    accountOf: (key: string, now: number): string | undefined => find(key, now)?.account,
    keysOf,
    /** Expiry time of a key, also a past one; `undefined` for an unknown or closed key. */
    expiryOf: (key: string): number | undefined => issued.get(key)?.expiresAt,
  };
}
