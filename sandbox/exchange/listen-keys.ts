/** Listen keys, which open an account's user data stream. An account has one at a time. */

import { listenKeyLength, listenKeyValidityMs } from "../defaults.ts";
import { nextText, type RandomState, seedRandom } from "../engine/random.ts";

export interface ListenKeys {
  /** Creates the account's key, or extends the valid one. */
  readonly create: (account: string, now: number) => string;
  /** Extends a key; false when it is not a valid key of the account. */
  readonly keepAlive: (account: string, key: string, now: number) => boolean;
  readonly close: (account: string, key: string, now: number) => boolean;
  /** The account of a key; `undefined` for an unknown, closed or expired key. */
  readonly accountOf: (key: string, now: number) => string | undefined;
  readonly keysOf: (account: string, now: number) => readonly string[];
  /** Expiry time of a key, also a past one; `undefined` for an unknown or closed key. */
  readonly expiryOf: (key: string) => number | undefined;
}

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
export function createListenKeys(state: ListenKeyState): ListenKeys {
  const { issued } = state;
  const find = (key: string, now: number): ListenKey | undefined => {
    const listenKey = issued.get(key);
    return listenKey !== undefined && listenKey.expiresAt > now ? listenKey : undefined;
  };
  const own = (account: string, key: string, now: number): ListenKey | undefined => {
    const listenKey = find(key, now);
    return listenKey?.account === account ? listenKey : undefined;
  };
  return {
    create: (account, now) => {
      const [valid] = [...issued.keys()].filter((key) => own(account, key, now) !== undefined);
      for (const [key, listenKey] of issued) {
        if (listenKey.account === account && key !== valid) issued.delete(key);
      }
      const key = valid ?? nextText(state.random, listenKeyLength);
      issued.set(key, { account, expiresAt: now + listenKeyValidityMs });
      return key;
    },
    keepAlive: (account, key, now) => {
      const listenKey = own(account, key, now);
      if (listenKey !== undefined) listenKey.expiresAt = now + listenKeyValidityMs;
      return listenKey !== undefined;
    },
    close: (account, key, now) => own(account, key, now) !== undefined && issued.delete(key),
    accountOf: (key, now) => find(key, now)?.account,
    keysOf: (account, now) => {
      return [...issued.keys()].filter((key) => own(account, key, now) !== undefined);
    },
    expiryOf: (key) => issued.get(key)?.expiresAt,
  };
}
