/** Listen keys, which open an account's user data stream. An account has one at a time. */

import { userSession } from "../../generated/streams.ts";
import { listenKeyLength } from "../defaults.ts";
import { nextText, type RandomState, seedRandom } from "../engine/random.ts";

export interface ListenKeys {
  /** Creates the account's key, or extends the valid one. */
  readonly create: (account: string, now: number) => string;
  /** Extends a key; false when it is not a valid key of the account. */
  readonly keepAlive: (account: string, key: string, now: number) => boolean;
  readonly close: (account: string, key: string, now: number) => boolean;
  /** The account of a key; `undefined` for an unknown, closed or expired key. */
  readonly accountOf: (key: string, now: number) => string | undefined;
  /** The valid keys of an account. */
  readonly keysOf: (account: string, now: number) => readonly string[];
  /** Expiry time of a key, also a past one; `undefined` for an unknown or closed key. */
  readonly expiryOf: (key: string) => number | undefined;
}

interface Session {
  readonly account: string;
  expiresAt: number;
}

/** All listen keys, as plain data. */
export interface ListenKeyState {
  readonly random: RandomState;
  readonly sessions: Map<string, Session>;
}

/** Starts without keys. Equal seeds give equal keys, which is good enough only for a sandbox. */
export function seedListenKeys(seed: string): ListenKeyState {
  return { random: seedRandom(`listen keys of ${seed}`), sessions: new Map() };
}

/** Listen keys on top of a state, which they change. */
export function createListenKeys({ random, sessions }: ListenKeyState): ListenKeys {
  const find = (key: string, now: number): Session | undefined => {
    const session = sessions.get(key);
    return session !== undefined && session.expiresAt > now ? session : undefined;
  };
  const own = (account: string, key: string, now: number): Session | undefined => {
    const session = find(key, now);
    return session?.account === account ? session : undefined;
  };
  return {
    create: (account, now) => {
      const [valid] = [...sessions.keys()].filter((key) => own(account, key, now) !== undefined);
      for (const [key, session] of sessions) {
        if (session.account === account && key !== valid) sessions.delete(key);
      }
      const key = valid ?? nextText(random, listenKeyLength);
      sessions.set(key, { account, expiresAt: now + userSession.validityMs });
      return key;
    },
    keepAlive: (account, key, now) => {
      const session = own(account, key, now);
      if (session !== undefined) session.expiresAt = now + userSession.validityMs;
      return session !== undefined;
    },
    close: (account, key, now) => own(account, key, now) !== undefined && sessions.delete(key),
    accountOf: (key, now) => find(key, now)?.account,
    keysOf: (account, now) => {
      return [...sessions.keys()].filter((key) => own(account, key, now) !== undefined);
    },
    expiryOf: (key) => sessions.get(key)?.expiresAt,
  };
}
