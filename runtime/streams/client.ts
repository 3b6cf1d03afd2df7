/** Streams of an exchange: who wants what, over which connections, each event to each consumer. */

import { TradespecError } from "../api-error.ts";
import { openLane } from "./lane.ts";
import { createPacer } from "./pacer.ts";
import { planStreams } from "./plan.ts";
import type { ConnectionPlan } from "./plan.ts";
import { settleStreams } from "./settings.ts";
import type {
  Lane,
  StreamDescriptor,
  StreamOptions,
  StreamSettings,
  StreamTables,
} from "./types.ts";

/** The exchange does not give a stream; asking again would not help. */
export class StreamRefusedError extends TradespecError {
  override readonly name: string = "StreamRefusedError";
}

/** A stream that somebody wants. */
export interface WantedStream {
  /** As a connection asks for it, like `btcusdt@trade`. */
  readonly name: string;
  /** Its id in the spec; a stream without one is carried as it comes. */
  readonly id?: string;
}

/** Somebody who wants a stream; must not throw. */
export interface StreamConsumer {
  readonly event: (data: unknown) => void;
  /** Events may be missing between the last one and the next. */
  readonly gap?: (reason: string) => void;
  /** Events arrive from now on. */
  readonly live?: () => void;
  /** Nothing more comes. */
  readonly refused?: (error: Error) => void;
}

/** The streams of one exchange. */
export interface StreamClient {
  /** Brings a stream to a consumer until the result is called. */
  readonly carry: (stream: WantedStream, consumer: StreamConsumer) => () => void;
  /** What the connections would be if these streams, and no others, were wanted. */
  readonly plan: (names: Iterable<string>) => readonly ConnectionPlan[];
  readonly settings: StreamSettings;
  /** How many connections there are. */
  readonly connections: () => number;
  /** Ends every connection; all consumers are told that nothing more comes. */
  readonly close: () => void;
}

/** One stream, and all who want it. */
interface Feed {
  readonly stream: WantedStream;
  readonly consumers: Set<StreamConsumer>;
  lane: Lane | undefined;
  isLive: boolean;
}

/**
 * Makes the stream client of one exchange; it connects when a stream is first wanted.
 * @throws TradespecError where there is no WebSocket.
 */
export function createStreamClient(tables: StreamTables, options: StreamOptions): StreamClient {
  const settings = settleStreams(options);
  const feeds = new Map<string, Feed>();
  const lanes = new Map<string, Lane[]>();
  const gate = gateOf(tables, settings);
  let waiting = new Set<Feed>();
  let lanesMade = 0;
  let isClosed = false;

  const descriptorOf = (name: string): StreamDescriptor | undefined => {
    return tables.streams[feeds.get(name)?.stream.id ?? ""];
  };

  const eachConsumer = (names: readonly string[], tell: (each: StreamConsumer) => void): void => {
    for (const name of names) feeds.get(name)?.consumers.forEach(tell);
  };

  const owner = {
    descriptorOf,
    event: (name: string, data: unknown): void => {
      const feed = feeds.get(name);
      if (feed === undefined) return;
      for (const consumer of feed.consumers) consumer.event(data);
    },
    gap: (names: readonly string[], reason: string): void => {
      for (const name of names) setLive(name, false);
      eachConsumer(names, (consumer) => consumer.gap?.(reason));
    },
    live: (names: readonly string[]): void => {
      for (const name of names) setLive(name, true);
      eachConsumer(names, (consumer) => consumer.live?.());
    },
    refused: (names: readonly string[], reason: string): void => {
      for (const name of names) {
        const what = tables.streams[feeds.get(name)?.stream.id ?? ""]?.address ?? name;
        const error = new StreamRefusedError(`The stream ${what} is not to be had: ${reason}.`);
        settings.notify({ kind: "refused", error });
        const feed = feeds.get(name);
        if (feed === undefined) continue;
        const consumers = [...feed.consumers];
        feed.consumers.clear();
        leave(feed);
        for (const consumer of consumers) consumer.refused?.(error);
      }
    },
  };

  const setLive = (name: string, isLive: boolean): void => {
    const feed = feeds.get(name);
    if (feed !== undefined) feed.isLive = isLive;
  };

  /** Streams that are wanted at one moment are placed together. */
  const place = (): void => {
    const wanted = [...waiting].filter(({ stream }) => feeds.has(stream.name));
    waiting = new Set();
    if (isClosed) return;
    for (const address of new Set(wanted.map(({ stream }) => settings.url(stream)))) {
      placeAt(
        address,
        wanted.filter(({ stream }) => settings.url(stream) === address),
      );
    }
  };

  const placeAt = (address: string, wanted: readonly Feed[]): void => {
    const all = lanes.get(address) ?? [];
    lanes.set(address, all);
    let left = wanted;
    if (tables.rules.methods.subscribe !== undefined) {
      for (const lane of all) left = fill(lane, left);
    }
    for (const { opening, batches } of planStreams(namesOf(left), tables.limits)) {
      const names = [...opening, ...batches.flat()];
      const number = (lanesMade += 1);
      const admit = gate.admit;
      const lane = openLane({ address, number, names, owner, tables, settings, admit });
      all.push(lane);
      for (const name of names) {
        const feed = feeds.get(name);
        if (feed !== undefined) feed.lane = lane;
      }
    }
  };

  /** Gives a lane what it has room for; the rest is left. */
  const fill = (lane: Lane, wanted: readonly Feed[]): readonly Feed[] => {
    const room = Math.max(0, tables.limits.streams - lane.names.size);
    const taken = wanted.slice(0, room);
    for (const feed of taken) feed.lane = lane;
    if (taken.length > 0) lane.add(namesOf(taken));
    return wanted.slice(room);
  };

  const leave = (feed: Feed): void => {
    const { name } = feed.stream;
    if (feed.consumers.size > 0 || feeds.get(name) !== feed) return;
    feeds.delete(name);
    const { lane } = feed;
    lane?.remove([name]);
    if (lane === undefined || lane.names.size > 0) return;
    lane.close();
    for (const all of lanes.values()) {
      const index = all.indexOf(lane);
      if (index >= 0) all.splice(index, 1);
    }
  };

  return {
    settings,
    carry: (stream, consumer) => {
      if (isClosed) throw new TradespecError("The streams are closed.");
      let feed = feeds.get(stream.name);
      if (feed === undefined) {
        feed = { stream, consumers: new Set(), lane: undefined, isLive: false };
        feeds.set(stream.name, feed);
        waiting.add(feed);
        if (waiting.size === 1) queueMicrotask(place);
      }
      const carried = feed;
      carried.consumers.add(consumer);
      if (carried.isLive) {
        queueMicrotask(() => {
          if (carried.isLive && carried.consumers.has(consumer)) consumer.live?.();
        });
      }
      return () => {
        if (carried.consumers.delete(consumer)) leave(carried);
      };
    },
    plan: (names) => planStreams(names, tables.limits),
    connections: () => [...lanes.values()].flat().length,
    close: () => {
      if (isClosed) return;
      isClosed = true;
      gate.close();
      for (const lane of [...lanes.values()].flat()) lane.close();
      const error = new StreamRefusedError("The streams were closed.");
      const all = [...feeds.values()];
      feeds.clear();
      for (const { consumers } of all) for (const each of consumers) each.refused?.(error);
    },
  };
}

function namesOf(feeds: readonly Feed[]): readonly string[] {
  return feeds.map(({ stream }) => stream.name);
}

/** Connections are opened no faster than the exchange takes them. */
function gateOf({ limits }: StreamTables, settings: StreamSettings) {
  const { attempts, attemptsWindowMs } = limits;
  if (attempts === undefined || attemptsWindowMs === undefined) {
    return { admit: () => Promise.resolve(), close: () => undefined };
  }
  const pacer = createPacer({ amount: attempts, windowMs: attemptsWindowMs }, settings);
  return {
    admit: () => new Promise<void>((resolve) => pacer.enqueue(resolve)),
    close: pacer.close,
  };
}
