/**
 * A store that several processes share through Redis. One script charges a call to all of its
 * windows or to none. Windows follow the exchange's time, which each client sends along, and waits
 * are durations; the clocks of Redis and of the machines do not matter.
 */

import { callable, checkOptions, ms, share, takes, unixTime } from "../check-options.ts";
import type { Adapters } from "../platform.ts";
import { platform } from "../platform.ts";
import { sharedStoreScript } from "./redis-script.ts";
import type { RedisEffect, RedisEvent } from "./redis-state.ts";
import { initialRedisState, redisStep } from "./redis-state.ts";
import type { RateLimitStore, Refusal, StoreEvent } from "./store.ts";

/**
 * The part of a Redis client that we use; clients of the package `redis` have it. For ioredis, an
 * object whose `eval` passes on `(script, keys.length, ...keys, ...arguments)`.
 */
export interface RedisClient {
  /** Runs a script; resolves to its reply. */
  readonly eval: (
    script: string,
    options: { readonly keys: string[]; readonly arguments: string[] },
  ) => Promise<unknown>;
}

/**
 * Options of a shared store. Use the same options for all processes behind one prefix. They should
 * lose Redis together: a process that alone cannot reach it for longer than `retryMs`, or alone has
 * calls to send meanwhile, uses a share that nobody leaves for it.
 */
export interface RedisStoreOptions {
  /** Prefix for the exchange and address that are shared; `tradespec` when absent. */
  readonly prefix?: string | undefined;
  /**
   * The fraction of each window that a process may use while others may be without Redis, from
   * above 0 to 1: at most 1 divided by the number of processes. A call that costs more waits.
   */
  readonly fallbackShare: number;
  /** How long Redis may take to reply, in milliseconds; 250 when absent. */
  readonly replyMs?: number | undefined;
  /**
   * How long Redis must be lost before a process goes on alone, and the pause before it tries
   * again, in milliseconds; 1,000 when absent.
   */
  readonly retryMs?: number | undefined;
  /**
   * Most time between the first and the last process that finds Redis again, in milliseconds: the
   * reconnect time of its client, `retryMs` and `replyMs`; 5,000 when absent.
   */
  readonly returnMs?: number | undefined;
  /** Unix time in milliseconds; the platform's when absent. */
  readonly now?: Adapters["now"] | undefined;
  /** Runs something after a delay and returns its cancel function; the platform's when absent. */
  readonly after?: Adapters["after"] | undefined;
}

const rules = {
  client: takes(
    "a connected client of the package redis, 4 or later, or an object with the same eval",
    // Where it is spelt evalsha, as in ioredis and in redis 3, eval takes other arguments.
    (value) => typeof Object(value).eval === "function" && !("evalsha" in Object(value)),
  ),
  // It is the hash tag of each key: the keys of one script must be on one node of a cluster.
  prefix: takes("text that does not begin with }", (value) => {
    return typeof value === "string" && /^\s*[^\s}]/.test(value);
  }),
  fallbackShare: share,
  replyMs: ms(1),
  retryMs: ms(0),
  returnMs: ms(0),
  now: unixTime,
  after: callable,
};

/**
 * Makes a store over a connected client, which the caller closes.
 * @throws InvalidRequestError for a wrong option.
 */
export function createRedisStore(client: RedisClient, options: RedisStoreOptions): RateLimitStore {
  checkOptions("createRedisStore", { client, ...options }, rules, "client", "fallbackShare");
  const { prefix = "tradespec", fallbackShare, replyMs = 250, retryMs = 1000 } = options;
  const { returnMs = 5000, now = platform.now, after = platform.after } = options;
  const listeners: ((event: StoreEvent) => void)[] = [];
  let state = initialRedisState({ prefix, fallbackShare, replyMs, retryMs, returnMs });

  /** Handles an event and its effects; returns the response to the request, if they have one. */
  const dispatch = (event: RedisEvent): Answer | Promise<Answer> => {
    const step = redisStep(state, event, now());
    state = step.state;
    let answer: Answer | Promise<Answer>;
    for (const effect of step.effects) {
      if (effect.kind === "finish") answer = effect.refusal;
      else if (effect.kind === "eval") answer = evaluate(effect);
      else for (const listener of listeners) listener(effect.event);
    }
    return answer;
  };

  const evaluate = async ({ keys, args, purpose }: EvalEffect): Promise<Answer> => {
    const askedMs = now();
    const call = { keys: [...keys], arguments: args.map(String) };
    let event: RedisEvent;
    try {
      const reply = await within(replyMs, () => client.eval(sharedStoreScript, call), after);
      event = { kind: "reply", purpose, askedMs, reply };
    } catch (error) {
      const reason = error instanceof Error ? error.message : "no reply";
      event = { kind: "lost", purpose, askedMs, reason };
    }
    return dispatch(event);
  };

  return {
    acquire: (request) => dispatch({ kind: "acquire", request }),
    release: (call) => void dispatch({ kind: "release", call }),
    closeGate: (key, untilMs, reason) =>
      void dispatch({ kind: "closeGate", gate: { key, untilMs, reason } }),
    correctClock: (byMs) => void dispatch({ kind: "correctClock", byMs }),
    subscribe: (listener) => void listeners.push(listener),
  };
}

type Answer = Refusal | undefined;
type EvalEffect = Extract<RedisEffect, { kind: "eval" }>;

/** The result of the work, or a rejection when it takes longer. */
async function within<Value>(
  limitMs: number,
  work: () => Promise<Value>,
  after: Adapters["after"],
): Promise<Value> {
  let cancel = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(new Error(`no reply within ${limitMs} ms`));
    // Before giving up, read a reply that came while the process was busy.
    cancel = after(limitMs, () => (cancel = after(1, fail)));
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    cancel();
  }
}
