/** Streams of an exchange: who wants what, over which connections, each event to each consumer. */

import { TradespecError } from "../errors.ts";
import type { Feed } from "./feeds.ts";
import { tellArrival } from "./feeds.ts";
import { openLane } from "./lane.ts";
import { createPacer } from "./pacer.ts";
import type { ConnectionPlan } from "./plan.ts";
import { planStreams } from "./plan.ts";
import { settleStreams } from "./settings.ts";
import type {
  Arrival,
  Lane,
  NamedStream,
  StreamConsumer,
  StreamDescriptor,
  StreamOptions,
  StreamSettings,
  StreamTables,
} from "./types.ts";

/** The exchange does not give a stream; asking again would not help. */
export class StreamRefusedError extends TradespecError {
  override readonly name: string = "StreamRefusedError";
}

/** A stream that somebody wants; one without an id is carried as it comes. */
export type WantedStream = NamedStream;

/** The streams of one exchange. */
export interface StreamClient {
  /** Delivers a stream to a consumer until the result is called. */
  readonly subscribe: (stream: WantedStream, consumer: StreamConsumer) => () => void;
  /** What the connections would be if these streams, and no others, were wanted. */
  readonly plan: (names: Iterable<string>) => readonly ConnectionPlan[];
  readonly settings: StreamSettings;
  /** How many connections there are. */
  readonly connections: () => number;
  /** Ends every connection; all consumers are told that nothing more comes. */
  readonly close: () => void;
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

  /** One consumer that fails must not take the others with it. */
  const guard = (run: () => void): void => {
    try {
      run();
    } catch (thrown) {
      failed(thrown);
    }
  };
  const failed = (thrown: unknown): void => {
    const error = thrown instanceof Error ? thrown : new Error("A consumer threw no error.");
    settings.notify({ kind: "consumerFailed", error });
  };

  const eachConsumer = (names: readonly string[], tell: (each: StreamConsumer) => void): void => {
    for (const name of names) {
      for (const consumer of feeds.get(name)?.consumers ?? []) guard(() => tell(consumer));
    }
  };

  const owner = {
    descriptorOf,
    isRaw: (name: string) => feeds.get(name)?.isRaw === true,
    event: (arrival: Arrival): void => {
      const feed = feeds.get(arrival.stream);
      if (feed !== undefined) tellArrival(feed, arrival, tables, failed);
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
        // A name without an "@" may be a listenKey, which nobody else may see.
        const what = descriptorOf(name)?.address ?? (name.includes("@") ? name : "of that name");
        // The exchange may repeat the name, and that may be a listenKey.
        const why = reason.replaceAll(name, what).replace(/\.$/, "");
        const error = new StreamRefusedError(`The stream ${what} is not to be had: ${why}.`);
        settings.notify({ kind: "refused", error });
        const feed = feeds.get(name);
        if (feed === undefined) continue;
        const consumers = [...feed.consumers];
        feed.consumers.clear();
        leave(feed);
        for (const consumer of consumers) guard(() => consumer.refused?.(error));
      }
    },
  };

  const setLive = (name: string, isLive: boolean): void => {
    const feed = feeds.get(name);
    if (feed !== undefined) feed.isLive = isLive;
  };

  /** Streams that are wanted at one moment are placed together. */
  const place = (): void => {
    const wanted = [...waiting].filter((feed) => feeds.get(feed.stream.name) === feed);
    waiting = new Set();
    if (isClosed) return;
    const groups = new Map<string, Feed[]>();
    for (const feed of wanted) {
      const key = settings.url(feed.stream).join(" ");
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [feed]);
      else group.push(feed);
    }
    for (const [key, group] of groups) placeAt(key, group);
  };

  const placeAt = (key: string, wanted: readonly Feed[]): void => {
    const addresses = key.split(" ");
    const all = lanes.get(key) ?? [];
    lanes.set(key, all);
    let left = wanted;
    if (tables.rules.methods.subscribe !== undefined) {
      for (const lane of all) left = fill(lane, left);
    }
    for (const { opening, batches } of planStreams(namesOf(left), tables)) {
      const names = [...opening, ...batches.flat()];
      const number = (lanesMade += 1);
      const admit = gate.admit;
      const lane = openLane({ addresses, number, names, owner, tables, settings, admit });
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
    if (feeds.get(name) !== feed) return;
    if (feed.consumers.size > 0) return setRaw(feed);
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
    subscribe: (stream, consumer) => {
      if (isClosed) throw new TradespecError("The streams are closed.");
      let feed = feeds.get(stream.name);
      if (feed === undefined) {
        feed = { stream, consumers: new Set(), isRaw: false, lane: undefined, isLive: false };
        feeds.set(stream.name, feed);
        waiting.add(feed);
        if (waiting.size === 1) queueMicrotask(place);
      }
      const carried = feed;
      carried.consumers.add(consumer);
      setRaw(carried);
      if (carried.isLive) {
        queueMicrotask(() => {
          if (carried.isLive && carried.consumers.has(consumer)) guard(() => consumer.live?.());
        });
      }
      return () => {
        if (carried.consumers.delete(consumer)) leave(carried);
      };
    },
    plan: (names) => planStreams(names, tables),
    connections: () => [...lanes.values()].flat().length,
    close: () => {
      if (isClosed) return;
      isClosed = true;
      gate.close();
      for (const lane of [...lanes.values()].flat()) lane.close();
      lanes.clear();
      const error = new StreamRefusedError("The streams were closed.");
      const all = [...feeds.values()].flatMap(({ consumers }) => [...consumers]);
      feeds.clear();
      for (const { closed, refused } of all) {
        guard(() => (closed === undefined ? refused?.(error) : closed()));
      }
    },
  };
}

function setRaw(feed: Feed): void {
  feed.isRaw = [...feed.consumers].every(({ raw }) => raw !== undefined);
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
