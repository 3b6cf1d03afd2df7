/** A subscription: events of streams for a loop or a callback. */

import {
  callable,
  checkOptions,
  integer,
  type OptionRules,
  oneOf,
  signal,
  takes,
} from "../check-options.ts";
import { isWellFormed } from "../encoding/field-issue.ts";
import type { StreamClient } from "./client.ts";
import { callGuarded, EventQueue } from "./queue.ts";
import type { Backlog, NamedStream, StreamState } from "./types.ts";

/** Options of one subscription. */
export interface SubscribeOptions {
  /** What happens to events of a slow reader; the stream's own rule when absent. */
  readonly backlog?: Backlog | undefined;
  /** Most events that wait; the client's `backlogMax` when absent. */
  readonly backlogMax?: number | undefined;
  /** Called when events may be missing, before the next one arrives. */
  readonly onGap?: ((reason: string, name: string) => void) | undefined;
  /** Ends the subscription. */
  readonly signal?: AbortSignal | undefined;
}

const rules: OptionRules = {
  backlog: oneOf("latest", "dropOldest", "stale"),
  backlogMax: integer(1),
  onGap: callable,
  signal,
};

const streamRules: OptionRules = {
  name: takes("the name of a stream", (value) => {
    return typeof value === "string" && value !== "" && isWellFormed(value);
  }),
};

/** Streams for one reader: `for await (const event of subscription)`. */
export interface Subscription<Event> extends AsyncIterable<Event> {
  /** Stream names, as subscribed. */
  readonly names: readonly string[];
  /** The worst state among its streams. */
  readonly state: () => StreamState;
  /** Number of events dropped because the reader was too slow. */
  readonly dropped: () => number;
  /**
   * Calls a function with each event, one at a time: the next waits for its promise. When it
   * throws, the client's `onEvent` receives the error, and the next event is delivered.
   * @throws TradespecError when the subscription already has a callback.
   */
  readonly each: (handle: (event: Event) => unknown) => Subscription<Event>;
  /** Ends the subscription and any loop over it. */
  readonly close: () => void;
}

/** Subscribes one reader to streams; `usual`: what happens if it is slow and has chosen nothing. */
export function subscribe<Event>(
  client: StreamClient,
  streams: readonly NamedStream[],
  usual: Backlog,
  options: SubscribeOptions = {},
): Subscription<Event> {
  checkOptions("subscribe", options, rules);
  for (const { name } of streams) checkOptions("subscribe", { name }, streamRules, "name");
  const { settings } = client;
  const failed = (error: Error): void => settings.notify({ kind: "consumerFailed", error });
  const states = new Map<string, StreamState>(streams.map(({ name }) => [name, "opening"]));
  const leaves: (() => void)[] = [];
  const leave = (): void => {
    for (const name of states.keys()) states.set(name, "closed");
    options.signal?.removeEventListener("abort", close);
    for (const unsubscribe of leaves.splice(0)) unsubscribe();
  };
  const queue = new EventQueue<Event>({
    backlog: options.backlog ?? usual,
    max: options.backlogMax ?? settings.backlogMax,
    onLeave: leave,
  });
  const end = (error?: Error): void => {
    leave();
    queue.end(error);
  };
  const close = (): void => end();
  for (const stream of new Map(streams.map((one) => [one.name, one])).values()) {
    const { name } = stream;
    const consumer = {
      // The spec defines a stream's events; unknown fields and events are passed on unchanged.
      event: (data: unknown) => queue.push(data as Event, name),
      gap: (reason: string) => {
        states.set(name, "gap");
        callGuarded(failed, () => options.onGap?.(reason, name));
      },
      live: () => void states.set(name, "live"),
      refused: end,
      closed: close,
    };
    leaves.push(client.subscribe(stream, consumer));
  }
  if (options.signal?.aborted || states.size === 0) close();
  else options.signal?.addEventListener("abort", close);
  const subscription: Subscription<Event> = {
    names: [...states.keys()],
    state: () => worst.find((state) => [...states.values()].includes(state)) ?? "closed",
    dropped: () => queue.dropped(),
    each: (handle) => {
      queue.each(handle, failed);
      return subscription;
    },
    close,
    [Symbol.asyncIterator]: () => queue,
  };
  return subscription;
}

const worst: readonly StreamState[] = ["closed", "gap", "opening", "live"];
