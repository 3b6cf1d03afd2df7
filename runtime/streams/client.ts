/** The stream client: assigns streams to connections and delivers events to consumers. */

import type { Fields } from "../encoding/json-value.ts";
import { TradespecError } from "../errors.ts";
import { Connection, type ConnectionOwner } from "./connection-runner.ts";
import {
  type DecodedMessage,
  decodeMessage,
  eventKey,
  eventOf,
  peekStream,
  streamOfEvent,
} from "./decode.ts";
import { resolveOptions, type StreamOptions, type StreamSettings } from "./options.ts";
import { paceDelay, recentTimes, spreadStreams } from "./planner.ts";
import { callGuarded, errorOf } from "./queue.ts";
import type {
  NamedStream,
  StreamConsumer,
  StreamDescriptor,
  StreamMessage,
  StreamTables,
} from "./types.ts";

/** The exchange refuses a stream, and a retry would not help. */
export class StreamRefusedError extends TradespecError {
  override readonly name: string = "StreamRefusedError";
}

/** The streams of one exchange. */
export interface StreamClient {
  readonly settings: StreamSettings;
  /** Delivers a stream to a consumer until the returned function is called. */
  readonly subscribe: (stream: NamedStream, consumer: StreamConsumer) => () => void;
  /** Whether a stream of this name has a consumer. */
  readonly hasConsumer: (name: string) => boolean;
  /** Number of connections. */
  readonly connections: () => number;
  /** Ends every connection; calls `closed` of all consumers. */
  readonly close: () => void;
}

/**
 * Makes the stream client of one exchange; it connects on the first subscription.
 * @throws TradespecError where the platform has no WebSocket and the options give none.
 */
export function createStreamClient(tables: StreamTables, options: StreamOptions): StreamClient {
  const registry = new StreamRegistry(tables, resolveOptions(options));
  return {
    settings: registry.settings,
    subscribe: (stream, consumer) => registry.subscribe(stream, consumer),
    hasConsumer: (name) => registry.hasConsumer(name),
    connections: () => registry.connections(),
    close: () => registry.close(),
  };
}

/** One stream, its consumers, and its connection. */
interface StreamEntry {
  readonly stream: NamedStream;
  /** Replaced when one comes or goes. */
  consumers: readonly StreamConsumer[];
  connection: PlannedConnection | undefined;
  isLive: boolean;
}

interface PlannedConnection {
  readonly connection: Connection;
  /** Its addresses, as JSON. */
  readonly addresses: string;
  readonly names: Set<string>;
  /** Streams that lost their last consumer in this turn. */
  readonly removed: string[];
}

/** Assigns streams to connections and delivers their events. */
class StreamRegistry implements ConnectionOwner {
  readonly settings: StreamSettings;
  /** Streams whose consumers all take raw messages. */
  readonly #rawStreams = new Set<string>();
  readonly #tables: StreamTables;
  readonly #attempts: ReturnType<typeof limitAttempts>;
  readonly #entries = new Map<string, StreamEntry>();
  readonly #connections = new Set<PlannedConnection>();
  /** Streams subscribed in this turn, without a connection yet. */
  #unassigned = new Set<StreamEntry>();
  #lastNumber = 0;
  readonly #failed = (error: Error): void =>
    this.settings.notify({ kind: "consumerFailed", error });
  readonly #streamOf = (event: Fields): string | undefined =>
    streamOfEvent(event, this.#tables.streams, this.#entries);
  #isClosed = false;

  constructor(tables: StreamTables, settings: StreamSettings) {
    this.#tables = tables;
    this.settings = settings;
    this.#attempts = limitAttempts(tables, settings);
  }

  subscribe(stream: NamedStream, consumer: StreamConsumer): () => void {
    if (this.#isClosed) throw new TradespecError("The streams are closed; make new ones.");
    const entry = this.#entries.get(stream.name) ?? this.#addEntry(stream);
    this.#setConsumers(entry, [...entry.consumers, consumer]);
    if (entry.isLive) {
      queueMicrotask(() => {
        if (!entry.isLive || !entry.consumers.includes(consumer)) return;
        callGuarded(this.#failed, () => consumer.live?.());
      });
    }
    return () => {
      if (!entry.consumers.includes(consumer)) return;
      this.#setConsumers(
        entry,
        entry.consumers.filter((one) => one !== consumer),
      );
    };
  }

  hasConsumer(name: string): boolean {
    return this.#entries.has(name);
  }

  connections(): number {
    return this.#connections.size;
  }

  close(): void {
    this.#isClosed = true;
    this.#attempts.close();
    for (const { connection } of this.#connections) connection.dispatch({ kind: "close" });
    this.#connections.clear();
    const error = new StreamRefusedError("The streams were closed; make new ones.");
    const entries = [...this.#entries.values()];
    const consumers = entries.flatMap((entry) => entry.consumers);
    this.#entries.clear();
    // A consumer may have closed the client during the loop.
    for (const entry of entries) entry.consumers = [];
    for (const { closed, refused } of consumers) {
      callGuarded(this.#failed, () => (closed === undefined ? refused?.(error) : closed()));
    }
  }

  decode(raw: string | Uint8Array): DecodedMessage {
    const { rules } = this.#tables;
    const stream = this.#rawStreams.size > 0 ? peekStream(raw, rules) : undefined;
    return stream !== undefined && this.#rawStreams.has(stream)
      ? { kind: "event", stream, data: undefined, raw }
      : decodeMessage(raw, rules, this.#streamOf);
  }

  keyOf(message: StreamMessage): string | undefined {
    const { stream } = message;
    const key = eventKey(this.#descriptorOf(stream), eventOf(message, this.#tables.rules));
    return key === undefined ? undefined : `${stream} ${key}`;
  }

  requestSlot(granted: () => boolean): void {
    this.#attempts.request(granted);
  }

  event(message: StreamMessage): void {
    const entry = this.#entries.get(message.stream);
    if (entry === undefined) return;
    const { consumers } = entry;
    for (const consumer of consumers) {
      // An earlier consumer may have unsubscribed this one.
      if (entry.consumers !== consumers && !entry.consumers.includes(consumer)) continue;
      try {
        if (consumer.raw !== undefined) consumer.raw(message.raw);
        else consumer.event?.(eventOf(message, this.#tables.rules));
      } catch (thrown) {
        // A consumer that throws must not keep the event from the others.
        this.#failed(errorOf(thrown));
      }
    }
  }

  gap(names: readonly string[], reason: string): void {
    this.#setLive(names, false, (consumer) => consumer.gap?.(reason));
  }

  live(names: readonly string[]): void {
    this.#setLive(names, true, (consumer) => consumer.live?.());
  }

  refused(names: readonly string[], reason: string): void {
    for (const name of names) {
      // The name may hold a listenKey, which must stay secret, and the exchange may repeat it in
      // its reason.
      const { address = "of that name", access } = this.#descriptorOf(name) ?? {};
      const isShown = access === undefined ? name.includes("@") : access === "public";
      const label = isShown ? name : address;
      const why = reason.replaceAll(name, label).replace(/\.$/, "");
      const fix = "Check its name and the address.";
      const error = new StreamRefusedError(`The stream ${label} is not available: ${why}. ${fix}`);
      this.settings.notify({ kind: "refused", error });
      const entry = this.#entries.get(name);
      if (entry === undefined) continue;
      const { consumers } = entry;
      this.#setConsumers(entry, []);
      for (const consumer of consumers) {
        callGuarded(this.#failed, () => consumer.refused?.(error));
      }
    }
  }

  #addEntry(stream: NamedStream): StreamEntry {
    const entry: StreamEntry = {
      stream,
      consumers: [],
      connection: undefined,
      isLive: false,
    };
    this.#entries.set(stream.name, entry);
    this.#unassigned.add(entry);
    if (this.#unassigned.size === 1) queueMicrotask(() => this.#assign());
    return entry;
  }

  /** Passes all streams of a turn to their connections at once: there may be thousands. */
  #assign(): void {
    for (const { connection, removed } of this.#connections) {
      if (removed.length > 0) connection.dispatch({ kind: "remove", names: removed.splice(0) });
    }
    const entries = [...this.#unassigned].filter(
      (entry) => this.#entries.get(entry.stream.name) === entry,
    );
    this.#unassigned = new Set();
    const groups = new Map<string, StreamEntry[]>();
    // They call consumers, who may close streams: not before each stream has its connection.
    const starts: (() => void)[] = [];
    for (const entry of entries) {
      try {
        const addresses = JSON.stringify(this.settings.url(entry.stream));
        const group = groups.get(addresses) ?? [];
        group.push(entry);
        groups.set(addresses, group);
      } catch (thrown) {
        starts.push(() => this.refused([entry.stream.name], errorOf(thrown).message));
      }
    }
    for (const [addresses, group] of groups) this.#assignGroup(addresses, group, starts);
    for (const start of starts) start();
  }

  /** Fills the connections of these addresses, and makes more for the rest. */
  #assignGroup(addresses: string, entries: readonly StreamEntry[], starts: (() => void)[]): void {
    const canSubscribe = this.#tables.rules.methods.subscribe !== undefined;
    let rest = entries;
    for (const planned of this.#connections) {
      if (!canSubscribe || planned.addresses !== addresses) continue;
      const added = rest.slice(0, this.#tables.limits.streams - planned.names.size);
      rest = rest.slice(added.length);
      for (const entry of added) {
        entry.connection = planned;
        planned.names.add(entry.stream.name);
      }
      starts.push(() => planned.connection.dispatch({ kind: "add", names: namesOf(added) }));
    }
    for (const names of spreadStreams(namesOf(rest), this.#tables)) {
      this.#lastNumber += 1;
      const config = { number: this.#lastNumber, addresses: JSON.parse(addresses) as string[] };
      const parts = { ...config, owner: this, tables: this.#tables, settings: this.settings };
      const connection = new Connection(parts, names);
      const planned = { connection, addresses, names: new Set(names), removed: [] };
      this.#connections.add(planned);
      for (const name of names) {
        const entry = this.#entries.get(name);
        if (entry !== undefined) entry.connection = planned;
      }
      starts.push(() => connection.dispatch({ kind: "start" }));
    }
  }

  /** Removes a stream after its last consumer, and its connection after its last stream. */
  #setConsumers(entry: StreamEntry, consumers: readonly StreamConsumer[]): void {
    const { name } = entry.stream;
    entry.consumers = consumers;
    const isRaw = consumers.length > 0 && consumers.every(({ raw }) => raw !== undefined);
    if (isRaw) this.#rawStreams.add(name);
    else this.#rawStreams.delete(name);
    if (consumers.length > 0) return;
    this.#entries.delete(name);
    const planned = entry.connection;
    if (planned === undefined) return;
    planned.names.delete(name);
    planned.removed.push(name);
    if (planned.removed.length === 1) queueMicrotask(() => this.#assign());
    if (planned.names.size > 0) return;
    planned.connection.dispatch({ kind: "close" });
    this.#connections.delete(planned);
  }

  #descriptorOf(name: string): StreamDescriptor | undefined {
    return this.#tables.streams[this.#entries.get(name)?.stream.id ?? ""];
  }

  #setLive(
    names: readonly string[],
    isLive: boolean,
    call: (consumer: StreamConsumer) => void,
  ): void {
    const entries = names.map((name) => this.#entries.get(name)).filter((one) => one !== undefined);
    for (const entry of entries) entry.isLive = isLive;
    for (const entry of entries) {
      for (const consumer of entry.consumers) {
        if (entry.consumers.includes(consumer)) callGuarded(this.#failed, () => call(consumer));
      }
    }
  }
}

/** Limits how fast sockets are opened to what the exchange accepts. */
function limitAttempts({ limits }: StreamTables, { now, after }: StreamSettings) {
  const { attempts = Number.POSITIVE_INFINITY, attemptsWindowMs: windowMs = 0 } = limits;
  const waiting: (() => boolean)[] = [];
  let grantedMs: readonly number[] = [];
  let cancel: (() => void) | undefined;
  const grant = (): void => {
    const nowMs = now();
    cancel = undefined;
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      grantedMs = recentTimes(grantedMs, nowMs, windowMs);
      const pace = { amount: attempts, windowMs };
      const delayMs = paceDelay({ sentMs: grantedMs, underWay: 0, nowMs }, pace) ?? 0;
      if (delayMs > 0) {
        cancel = after(delayMs, grant);
        return;
      }
      grantedMs = [...grantedMs, nowMs];
      waiting.shift();
      if (!next()) grantedMs = grantedMs.slice(0, -1);
    }
  };
  return {
    /** Calls back at once, or when another socket may be opened. */
    request: (granted: () => boolean): void => {
      waiting.push(granted);
      if (cancel === undefined) grant();
    },
    close: (): void => cancel?.(),
  };
}

function namesOf(entries: readonly StreamEntry[]): readonly string[] {
  return entries.map(({ stream }) => stream.name);
}
