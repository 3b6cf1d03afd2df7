/** Runs a session: requests, streams, timers and readers around session-state.ts. */

import { Deadline } from "../call/deadline.ts";
import { safeError } from "../call/redact.ts";
import { backoffMs, canRecover, requestedWaitMs } from "../call/retry.ts";
import { callable, integer, madeBy, ms, type OptionRules, takes } from "../check-options.ts";
import { fieldsIn } from "../encoding/json-value.ts";
import { ApiError, TradespecError } from "../errors.ts";
import type { StreamClient } from "../streams/client.ts";
import { callGuarded, EventQueue, ignore, oneByOne } from "../streams/queue.ts";
import { UserAccount } from "./account.ts";
import { type Baseline, requestAll, takeBaseline } from "./reconcile.ts";
import {
  newSession,
  publicState,
  reduceSession,
  type SessionEffect,
  type SessionInput,
  type SessionModel,
  type SessionTask,
  type StreamTiming,
} from "./session-state.ts";
import type { Reconciled, Session, SessionEvent, SessionNotice, SessionParts } from "./types.ts";

export const sessionRules: OptionRules = {
  listenKey: takes("a listenKey, or several", isText),
  symbols: takes("a list of symbols", (value) => Array.isArray(value) && isText(value)),
  checkEveryMs: ms(1),
  checkGraceMs: ms(0),
  bufferMax: integer(1),
  backlogMax: integer(1),
  closeTimeoutMs: ms(0),
  onNotice: callable,
  streams: madeBy("createStreams", "client"),
};

function isText(value: unknown): boolean {
  return [value].flat().every((text) => typeof text === "string" && text !== "");
}

/**
 * The last closing of keys, by stream client. Sessions of one account have the same key, so a key
 * that was requested before a closing has ended may be the closed one.
 */
const closings = new WeakMap<StreamClient, Promise<void>>();

/** Opens a session; it starts at once and must be closed. */
export function openSession<Event, Order, Trade, Balance>(
  parts: SessionParts,
): Session<SessionEvent<Event, Order, Trade, Balance>, Order, Balance> {
  const runner = new SessionRunner(parts);
  const { orders, balances } = runner.account;
  const session: Session = {
    state: runner.state,
    orders: orders.open,
    order: orders.find,
    balances: balances.all,
    each: (handle) => {
      runner.read().each(handle, (error) => runner.notify({ kind: "consumerFailed", error }));
      return session;
    },
    whenLive: runner.whenLive,
    close: runner.close,
    [Symbol.asyncIterator]: runner.read,
  };
  runner.handle({ kind: "start" });
  // The spec defines the types of records and events; unknown fields stay in them.
  return session as unknown as Session<SessionEvent<Event, Order, Trade, Balance>, Order, Balance>;
}

class SessionRunner {
  readonly account: UserAccount;
  readonly #parts: SessionParts;
  readonly #timing: StreamTiming;
  readonly #closeTimeoutMs: number;
  #model: SessionModel = newSession;
  /** Aborts the requests of the current `work`. */
  #work = new AbortController();
  /** Aborts keep-alive requests. */
  readonly #session = new AbortController();
  /** Aborts the creation of keys: not with `work`, since the exchange may already have them. */
  readonly #creation = new AbortController();
  #obtaining: Promise<void> = Promise.resolve();
  /** Cancel the timers of `work` and of keep-alive. */
  readonly #cancel = { work: () => {}, keepAlive: () => {} };
  readonly #unsubscribe: (() => void)[] = [];
  /** One queue per reader. */
  readonly #queues = new Set<EventQueue<SessionEvent>>();
  readonly #waiters = new Set<{ resolve: () => void; reject: (error: Error) => void }>();
  #end: { readonly error: Error | undefined } | undefined;
  #baseline: Baseline | undefined;
  #givenKeys: readonly string[];
  #closed: Promise<void> = Promise.resolve();

  constructor(parts: SessionParts) {
    const { tables, options } = parts;
    this.#parts = parts;
    this.#timing = {
      keepAliveEveryMs: tables.rules.keepAliveEveryMs,
      validityMs: tables.rules.validityMs ?? Number.POSITIVE_INFINITY,
      checkEveryMs: options.checkEveryMs ?? 300_000,
      checkGraceMs: options.checkGraceMs ?? 5000,
      bufferMax: options.bufferMax ?? 10_000,
    };
    this.#closeTimeoutMs = options.closeTimeoutMs ?? 5000;
    this.#givenKeys = [options.listenKey ?? []].flat();
    this.account = new UserAccount(tables);
  }

  readonly state = () => publicState(this.#model);

  readonly close = async (): Promise<void> => {
    this.handle({ kind: "close" });
    // A callback that closes the session runs while another input is handled.
    await Promise.resolve();
    await this.#closed;
  };

  /** Opens a queue for one more reader, who gets an error when it falls too far behind. */
  readonly read = (): EventQueue<SessionEvent> => {
    const onLeave = (): void => void this.#queues.delete(queue);
    const max = this.#parts.options.backlogMax ?? 10_000;
    const queue = new EventQueue<SessionEvent>({ backlog: "stale", max, onLeave });
    if (this.#end === undefined) this.#queues.add(queue);
    else queue.end(this.#end.error);
    return queue;
  };

  readonly whenLive = (): Promise<void> =>
    new Promise((resolve, reject) => {
      if (this.state() === "live") resolve();
      else if (this.#end !== undefined) reject(this.#end.error ?? closedError());
      else this.#waiters.add({ resolve, reject });
    });

  /** Passes an input to the reducer and performs the effects. */
  readonly handle = oneByOne((input: SessionInput): void => {
    const { model, effects } = reduceSession(this.#model, input, this.#timing);
    if (model.work !== this.#model.work) {
      this.#cancel.work();
      this.#work.abort();
      this.#work = new AbortController();
    }
    this.#model = model;
    for (const effect of effects) this.#run(effect);
  });

  #run(effect: SessionEffect): void {
    switch (effect.kind) {
      case "obtainKeys":
        this.#obtaining = this.#request("start", (signal) => this.#obtainKeys(signal));
        return;
      case "reconcile":
        return void this.#request(effect.task, (signal) => this.#reconcile(signal));
      case "keepAlive":
        return void this.#keepAlive(effect.keys);
      case "closeKeys":
        this.#closed = this.#closeAllKeys(effect.keys);
        return;
      case "subscribe":
        return this.#subscribe(effect.keys);
      case "unsubscribe":
        for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe();
        return;
      case "applyReconciled":
        return this.#applyReconciled(effect.found).forEach(this.#emit);
      case "compare":
        return this.handle({ kind: "compared", missed: this.#applyReconciled(effect.found) });
      case "applyEvent":
        return this.account.applyEvent(effect.event).forEach(this.#emit);
      case "timer":
        return this.#startTimer(effect.task, effect.ms, effect.found);
      case "retry":
        return this.#retry(effect);
      case "emit":
        return this.#emit(effect.event);
      case "notify":
        return this.notify(effect.notice);
      case "end":
        return this.#endAll(effect.error);
    }
  }

  readonly #emit = (event: SessionEvent): void => {
    const isFromStream = !("from" in event) || event.from === "stream";
    for (const queue of this.#queues) queue.push(event, "", isFromStream);
    if (event.kind !== "live") return;
    for (const { resolve } of this.#waiters) resolve();
    this.#waiters.clear();
  };

  #endAll(error: Error | undefined): void {
    for (const cancel of Object.values(this.#cancel)) cancel();
    this.#session.abort();
    this.#end = { error };
    for (const queue of this.#queues) queue.end(error);
    this.#queues.clear();
    for (const { reject } of this.#waiters) reject(error ?? closedError());
    this.#waiters.clear();
  }

  /** Runs a task's requests; their errors become inputs, unless `work` has changed. */
  #request(task: SessionTask, run: (signal: AbortSignal) => Promise<void>) {
    const { signal } = this.#work;
    const { work } = this.#model;
    return run(signal).catch((thrown: unknown) => {
      if (signal.aborted) return;
      const { retry } = this.#parts.tables;
      const isFatal = !(thrown instanceof TradespecError && canRecover(thrown, retry));
      this.handle({ kind: "failed", work, task, error: safeError(thrown), isFatal });
    });
  }

  async #obtainKeys(signal: AbortSignal): Promise<void> {
    const { tables, calls, streams } = this.#parts;
    const { work } = this.#model;
    // Trades before the session are not reported.
    this.#baseline ??= await takeBaseline({ ...this.#parts, account: this.account }, { signal });
    const requestedMs = streams.settings.now();
    let keys = this.#givenKeys;
    this.#givenKeys = [];
    const isOwn = keys.length === 0;
    let closing: Promise<void> | undefined;
    while (keys.length === 0 || (isOwn && closings.get(streams) !== closing)) {
      closing = closings.get(streams);
      await closing;
      signal.throwIfAborted();
      const response = await calls.createKey({ signal: this.#creation.signal });
      keys = keysIn(response, tables.keyField);
      if (signal.aborted) return this.#closeKeys(keys);
    }
    // At once, so that no other session closes the keys before this one has subscribed.
    this.handle({ kind: "keysObtained", work, keys, isOwn, requestedMs });
  }

  async #reconcile(signal: AbortSignal): Promise<void> {
    const { work } = this.#model;
    const context = { ...this.#parts, account: this.account };
    const found = await requestAll(context, this.#baseline, { signal });
    this.handle({ kind: "reconciled", work, found });
  }

  #applyReconciled(found: Reconciled): readonly SessionEvent[] {
    found.orders.forEach(this.#parts.calls.observe);
    for (const order of found.unknownOrders) this.notify({ kind: "unknownOrder", order });
    return this.account.applyReconciled(found);
  }

  async #keepAlive(keys: readonly string[]): Promise<void> {
    const { calls, streams } = this.#parts;
    const requestedMs = streams.settings.now();
    const { signal } = this.#session;
    try {
      for (const key of keys) await calls.keepAlive(key, { signal });
      this.handle({ kind: "keptAlive", keys, requestedMs });
    } catch (thrown) {
      const isUnknownKey = thrown instanceof ApiError && thrown.advice === "newKey";
      const error = safeError(thrown);
      const nowMs = streams.settings.now();
      this.handle({ kind: "keepAliveFailed", keys, error, isUnknownKey, nowMs });
    }
  }

  /** Closes the keys, and any that is being created; waits for both at most a timeout. */
  async #closeAllKeys(keys: readonly string[]): Promise<void> {
    const deadline = new Deadline(this.#closeTimeoutMs, this.#parts.streams.settings);
    const closed = () => Promise.all([this.#obtaining, this.#closeKeys(keys)]);
    await deadline.guard(closed).catch(ignore);
    deadline.release();
    this.#creation.abort();
  }

  async #closeKeys(keys: readonly string[]): Promise<void> {
    const { calls, streams, tables } = this.#parts;
    const timeoutMs = this.#closeTimeoutMs;
    const closeKey = async (key: string): Promise<void> => {
      try {
        await calls.closeKey(key, { timeoutMs });
      } catch (thrown) {
        const error = safeError(thrown);
        this.notify({ kind: "failed", what: "close", error, retryMs: undefined });
      }
    };
    // Another session of the account has the same key, and would get no more events.
    const unused = keys.filter((key) => !streams.hasConsumer(tables.streamName(key)));
    if (unused.length === 0) return;
    const closing = Promise.all(unused.map(closeKey));
    closings.set(
      streams,
      Promise.all([closings.get(streams), closing]).then(() => undefined),
    );
    await closing;
  }

  #subscribe(keys: readonly string[]): void {
    const { tables, streams } = this.#parts;
    try {
      for (const key of keys) {
        const stream = { name: tables.streamName(key), id: tables.stream };
        const unsubscribe = streams.subscribe(stream, {
          event: (event) => this.#receive(event),
          live: () => this.handle({ kind: "streamLive", key }),
          gap: (reason) => this.handle({ kind: "streamGap", key, reason }),
          refused: ({ message }) => this.handle({ kind: "streamRefused", reason: message }),
          closed: () => {
            this.handle({
              kind: "close",
              error: new TradespecError("The streams are closed; make new ones."),
            });
          },
        });
        this.#unsubscribe.push(unsubscribe);
      }
    } catch (thrown) {
      this.handle({ kind: "close", error: safeError(thrown) });
    }
  }

  #receive(event: unknown): void {
    // The event contains the key, so no reader receives it.
    const key = this.account.expiredKeyIn(event);
    if (key !== undefined) return this.handle({ kind: "keyExpired", key });
    const order = this.account.orderIn(event);
    if (order !== undefined) this.#parts.calls.observe(order);
    this.handle({ kind: "message", event });
  }

  #startTimer(task: SessionTask, ms: number, found?: Reconciled): void {
    const { work } = this.#model;
    const { after } = this.#parts.streams.settings;
    const slot = task === "keepAlive" ? task : "work";
    this.#cancel[slot]();
    this.#cancel[slot] = after(ms, () => {
      this.handle({ kind: "timer", work, task, found });
    });
  }

  #retry({ task, failures, error, msMax }: Extract<SessionEffect, { kind: "retry" }>): void {
    const { random } = this.#parts.streams.settings;
    const usualMs = backoffMs(this.#parts.tables.retry, failures, random);
    const retryMs = Math.min(msMax, Math.max(usualMs, requestedWaitMs(error)));
    const what = task === "start" || task === "keepAlive" ? task : "reconcile";
    if (error !== undefined) this.notify({ kind: "failed", what, error, retryMs });
    this.#startTimer(task, retryMs);
  }

  notify(notice: SessionNotice): void {
    callGuarded(ignore, () => this.#parts.options.onNotice?.(notice));
  }
}

function closedError(): TradespecError {
  return new TradespecError("The session of the user data is closed; start a new one.");
}

/** The keys in a response: one record, or one per kind of symbol. */
function keysIn(response: unknown, field: string): readonly string[] {
  const keys = [response].flat().map((record) => fieldsIn(record)[field]);
  const texts = keys.filter((key) => typeof key === "string" && key !== "");
  if (texts.length > 0 && texts.length === keys.length) return [...new Set(texts)] as string[];
  throw new TradespecError(`The response for a new listen key has no text in ${field}.`);
}
