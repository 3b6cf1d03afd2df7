/** What a user of a stream holds: events to loop over, or to be called with. */

import type { StreamClient, WantedStream } from "./client.ts";
import { createQueue } from "./queue.ts";
import type { Backlog, StreamState } from "./types.ts";

/** How one stream is read. */
export interface SubscribeOptions {
  /** What happens to events that the reader is too slow for. */
  readonly backlog?: Backlog | undefined;
  /** Events that wait at most. */
  readonly backlogMax?: number | undefined;
  /** Is told when events of a stream may be missing, before the next one comes. */
  readonly onGap?: ((reason: string, name: string) => void) | undefined;
  /** Ends the subscription. */
  readonly signal?: AbortSignal | undefined;
}

/** Streams for one reader: `for await (const event of subscription)`. */
export interface Subscription<Event> extends AsyncIterable<Event> {
  /** As connections ask for them. */
  readonly names: readonly string[];
  /** That of the stream which is worst off. */
  readonly state: () => StreamState;
  /** Events that were thrown away because the reader was too slow. */
  readonly dropped: () => number;
  /**
   * Calls a function with each event, one after the other: the next waits for its promise. One
   * that throws is told to the client's `onEvent`, and called again with the next event.
   */
  readonly each: (handle: (event: Event) => unknown) => Subscription<Event>;
  /** Ends the subscription; a loop over it ends too. */
  readonly close: () => void;
}

/** Starts to bring streams to a reader. */
export function subscribe<Event>(
  client: StreamClient,
  streams: readonly WantedStream[],
  backlogUsual: Backlog,
  options: SubscribeOptions = {},
): Subscription<Event> {
  const { settings } = client;
  const { backlog = backlogUsual, backlogMax = settings.backlogMax, signal, onGap } = options;
  const states = new Map<string, StreamState>(streams.map(({ name }) => [name, "opening"]));
  const leave = (): void => {
    for (const name of states.keys()) states.set(name, "closed");
    signal?.removeEventListener("abort", close);
    for (const drop of drops.splice(0)) drop();
  };
  const queue = createQueue<Event>(backlog, backlogMax, leave);
  const close = (): void => {
    leave();
    queue.end();
  };
  const drops = [...new Map(streams.map((stream) => [stream.name, stream])).values()].map(
    (stream) =>
      client.subscribe(stream, {
        // The spec says what a stream carries; unknown fields and events come as they are.
        event: (data) => queue.push(data as Event, stream.name),
        gap: (reason) => {
          states.set(stream.name, "gap");
          guard(settings, () => onGap?.(reason, stream.name));
        },
        live: () => states.set(stream.name, "live"),
        refused: (error) => {
          leave();
          queue.end(error);
        },
        closed: () => close(),
      }),
  );
  if (signal?.aborted) close();
  else signal?.addEventListener("abort", close);
  const subscription: Subscription<Event> = {
    names: [...states.keys()],
    state: () => worst.find((state) => [...states.values()].includes(state)) ?? "closed",
    dropped: queue.dropped,
    each: (handle) => {
      const failed = (thrown: unknown): void => tell(settings, thrown);
      if (!queue.give(handle, failed)) void callEach(queue, handle, settings);
      return subscription;
    },
    close,
    [Symbol.asyncIterator]: () => queue,
  };
  return subscription;
}

const worst: readonly StreamState[] = ["closed", "gap", "opening", "live"];

/** Whoever hears of consumers that throw. */
interface FailureOwner {
  readonly notify: (notice: { readonly kind: "consumerFailed"; readonly error: Error }) => void;
}

/** Calls a function with each event until there is none left; one that throws is called on. */
export async function callEach<Event>(
  queue: AsyncIterator<Event, undefined>,
  handle: (event: Event) => unknown,
  settings: FailureOwner,
): Promise<void> {
  for (;;) {
    try {
      const { done, value } = await queue.next();
      if (done === true) return;
      await handle(value);
    } catch (error) {
      tell(settings, error);
    }
  }
}

function guard(settings: FailureOwner, run: () => void): void {
  try {
    run();
  } catch (error) {
    tell(settings, error);
  }
}

function tell({ notify }: FailureOwner, thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error("A consumer threw what is no error.");
  notify({ kind: "consumerFailed", error });
}
