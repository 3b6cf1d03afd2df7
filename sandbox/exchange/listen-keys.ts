/** Keys that open the stream of an account's own events. One account has one at a time. */

import { userSession } from "../../generated/streams.ts";
import { listenKeyLength } from "../defaults.ts";
import { nextText, type RandomState, seedRandom } from "../engine/random.ts";

export interface ListenKeys {
  /** The account's key, made or extended. */
  readonly create: (account: string, now: number) => string;
  /** False when the key is not one of the account's. */
  readonly keepAlive: (account: string, key: string, now: number) => boolean;
  readonly close: (account: string, key: string, now: number) => boolean;
  /** Whose events a key opens; `undefined` for a key that is unknown, closed or too old. */
  readonly accountOf: (key: string, now: number) => string | undefined;
  /** The valid keys of an account. */
  readonly keysOf: (account: string, now: number) => readonly string[];
  /** When a key expires or has expired; `undefined` for one that is unknown or closed. */
  readonly expiryOf: (key: string) => number | undefined;
}

interface Session {
  readonly account: string;
  expiresAt: number;
}

/** All that is to be known of listen keys, as plain data. */
export interface ListenKeyState {
  readonly random: RandomState;
  readonly sessions: Map<string, Session>;
}

/** No keys yet; equal seeds make equal keys, so they protect nothing but a sandbox. */
export function seedListenKeys(seed: string): ListenKeyState {
  return { random: seedRandom(`listen keys of ${seed}`), sessions: new Map() };
}

/** The keys that a state holds; it changes with them. */
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
      const expiresAt = now + userSession.validityMs;
      for (const [key, session] of sessions) {
        if (session.account !== account) continue;
        if (session.expiresAt > now) {
          session.expiresAt = expiresAt;
          return key;
        }
        sessions.delete(key);
      }
      const key = nextText(random, listenKeyLength);
      sessions.set(key, { account, expiresAt });
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
