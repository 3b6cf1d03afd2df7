/** The listenKeys of a session: made, kept alive, found lost, and closed. */

import { TradespecError } from "../errors.ts";
import type { Timers } from "../timers.ts";
import { isUnknownKey, tellable, waitAfter } from "./failure.ts";
import { fieldsIn } from "./records.ts";
import type { SessionNotice, SessionParts } from "./types.ts";

/** What the keys need of their session. */
export interface KeyOwner {
  readonly timers: Timers;
  readonly signal: AbortSignal;
  readonly notify: (notice: SessionNotice) => void;
  /** The keys open nothing any more. */
  readonly lost: (reason: string) => void;
}

/** Keys that open the streams of one account. */
export interface SessionKeys {
  /** Those that were handed in at first; else new ones. They are kept alive from then on. */
  readonly obtain: () => Promise<readonly string[]>;
  /** Whether a key is one of those that are kept. */
  readonly has: (key: unknown) => boolean;
  /** Asks at once whether they are still known, and keeps them alive. */
  readonly check: () => void;
  /** They are of no use: nothing more is done with them. */
  readonly drop: () => void;
  /** Ends keeping them; closes those that were made here. */
  readonly close: () => Promise<void>;
}

/** Makes the keeper of a session's keys. */
export function createSessionKeys(
  { tables, calls, streams, options }: SessionParts,
  { timers, signal, notify, lost }: KeyOwner,
): SessionKeys {
  const { rules, retry } = tables;
  const { now, random } = streams.settings;
  const { validityMs = Number.POSITIVE_INFINITY, keepAliveEveryMs } = rules;
  const { closeMs = 5000 } = options;
  let given: readonly string[] = [options.listenKey ?? []].flat();
  let keys: readonly string[] = [];
  let isOwn = false;
  let provenMs = 0;
  let failures = 0;
  let stopTimer: () => void = () => undefined;

  const keepAfter = (waitMs: number): void => {
    stopTimer();
    stopTimer = timers.after(waitMs, () => void keep());
  };

  const keep = async (): Promise<void> => {
    stopTimer();
    const kept = keys;
    const askedMs = now();
    try {
      for (const key of kept) await calls.keepAlive(key, { signal });
      if (kept !== keys) return;
      provenMs = askedMs;
      failures = 0;
      keepAfter(keepAliveEveryMs);
    } catch (thrown) {
      if (kept !== keys) return;
      if (isUnknownKey(thrown)) return lost("the exchange does not know the listenKey");
      failures += 1;
      const leftMs = provenMs + validityMs - now();
      const retryMs = Math.min(leftMs, waitAfter(thrown, failures, { retry, random }));
      const error = tellable(thrown, kept);
      if (retryMs <= 0) return lost("the listenKey was not kept alive in time");
      notify({ kind: "failed", what: "keepAlive", error, retryMs });
      keepAfter(retryMs);
    }
  };

  return {
    has: (key) => keys.some((each) => each === key),
    obtain: async () => {
      const isGiven = given.length > 0;
      const askedMs = now();
      const made = isGiven ? given : keysIn(await calls.createKey({ signal }), tables.keyField);
      given = [];
      keys = made;
      isOwn = !isGiven;
      provenMs = askedMs;
      failures = 0;
      // Nobody knows how old a key is that was handed in.
      keepAfter(isGiven ? 0 : keepAliveEveryMs);
      return keys;
    },
    check: () => {
      if (keys.length > 0) void keep();
    },
    drop: () => {
      stopTimer();
      keys = [];
    },
    close: async () => {
      const closing = isOwn ? keys : [];
      keys = [];
      await Promise.all(
        closing.map((key) =>
          calls.closeKey(key, { timeoutMs: closeMs }).catch((thrown: unknown) => {
            const error = tellable(thrown, [key]);
            notify({ kind: "failed", what: "close", error, retryMs: undefined });
          }),
        ),
      );
    },
  };
}

/** The keys of an answer: one record, or one for each kind of symbols. */
function keysIn(answer: unknown, field: string): readonly string[] {
  const keys = [answer].flat().map((record) => fieldsIn(record)[field]);
  const texts = keys.filter((key) => typeof key === "string" && key !== "");
  if (texts.length > 0 && texts.length === keys.length) return [...new Set(texts)] as string[];
  throw new TradespecError("The exchange made no listenKey that could be read.");
}
