/** Keys that open the stream of an account's own events. One account has one at a time. */

import { listenKeyLength, listenKeyMs } from "./choices.ts";
import { nextText, seedRandom } from "./engine/random.ts";

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
}

interface Session {
  readonly account: string;
  expiresAt: number;
}

/** No keys yet; equal seeds make equal keys, so they protect nothing but a sandbox. */
export function createListenKeys(seed: string): ListenKeys {
  const random = seedRandom(`listen keys of ${seed}`);
  const sessions = new Map<string, Session>();
  const find = (key: string, now: number): Session | undefined => {
    const session = sessions.get(key);
    if (session !== undefined && session.expiresAt > now) return session;
    sessions.delete(key);
    return undefined;
  };
  const own = (account: string, key: string, now: number): Session | undefined => {
    const session = find(key, now);
    return session?.account === account ? session : undefined;
  };
  return {
    create: (account, now) => {
      for (const [key, session] of sessions) {
        if (own(account, key, now) === undefined) continue;
        session.expiresAt = now + listenKeyMs;
        return key;
      }
      const key = nextText(random, listenKeyLength);
      sessions.set(key, { account, expiresAt: now + listenKeyMs });
      return key;
    },
    keepAlive: (account, key, now) => {
      const session = own(account, key, now);
      if (session !== undefined) session.expiresAt = now + listenKeyMs;
      return session !== undefined;
    },
    close: (account, key, now) => own(account, key, now) !== undefined && sessions.delete(key),
    accountOf: (key, now) => find(key, now)?.account,
    keysOf: (account, now) => {
      return [...sessions.keys()].filter((key) => own(account, key, now) !== undefined);
    },
  };
}
