/**
 * The feed: what the sandbox received, sent and did, in order. An event is made of its raw parts
 * only once somebody reads it, so that a sandbox without readers pays one entry in a ring for it.
 */

import type { SandboxSchemas } from "../../generated/sandbox.ts";

export type FeedEvent = SandboxSchemas["FeedEvent"];
export type FeedRequest = SandboxSchemas["FeedRequest"];
export type FeedMessage = SandboxSchemas["FeedMessage"];
export type FeedOrder = SandboxSchemas["FeedOrder"];
export type FeedFault = SandboxSchemas["FeedFault"];
export type FeedLoss = SandboxSchemas["FeedLoss"];

interface FeedKinds {
  readonly request: FeedRequest;
  readonly message: FeedMessage;
  readonly order: FeedOrder;
  readonly fault: FeedFault;
}

export type FeedKind = keyof FeedKinds;

/**
 * The lists that are kept: market data never displaces user data. More entries would live long
 * enough to cost the garbage collector more than the exchange takes for a request.
 */
export const ringNames = ["request", "message", "market", "order", "fault"] as const;
const entriesMax = 1000;
/** In characters. */
const sizeMax = 4_000_000;

export type RingName = (typeof ringNames)[number];

type Listener<Kind extends FeedKind> = (event: FeedKinds[Kind]) => void;

/** What an event has besides the parts that its maker knows. */
export type Content<Kind extends FeedKind> = Omit<FeedKinds[Kind], "id" | "kind">;

export interface Feed {
  /** Adds an event to a ring: roughly its characters, its raw parts, and how it is made of them. */
  readonly add: <Raw>(ring: RingName, size: number, raw: Raw, make: (raw: Raw) => object) => void;
  /** Calls `listener` with each event of a kind from now on; returns a function that ends it. */
  readonly on: <Kind extends FeedKind>(kind: Kind, listener: Listener<Kind>) => () => void;
  /** A reader from the oldest event that is kept, or after the one with an id. */
  readonly reader: (wanted?: Wanted) => FeedReader;
}

/** What a reader reads; everything when absent. */
interface Wanted {
  /** `message` is everything on connections but the messages of market streams. */
  readonly kinds?: readonly RingName[] | undefined;
  readonly account?: string | undefined;
  /** Only events with a higher id. */
  readonly after?: number | undefined;
}

type FeedReader = ReturnType<typeof createReader>;

interface Entry {
  readonly id: number;
  readonly kind: FeedKind;
  readonly size: number;
  /** The event once somebody has read it, before that its raw parts. */
  content: unknown;
  make: ((raw: never) => object) | undefined;
}

function eventOf(entry: Entry): FeedEvent {
  const { id, kind, content, make } = entry;
  if (make === undefined) return content as FeedEvent;
  const event = { kind, id, ...make(content as never) } as FeedEvent;
  Object.assign(entry, { content: event, make: undefined });
  return event;
}

/** Makes a feed without events; `report` receives what a listener throws. */
export function createFeed(report: (text: string) => void): Feed {
  const kept = Object.fromEntries(ringNames.map((name) => [name, createRing()])) as Rings;
  const listeners = new Map<FeedKind, Set<(event: never) => void>>();
  const waiting = new Set<() => void>();
  let ids = 0;
  const pass = (listener: (event: never) => void, event: FeedEvent): void => {
    try {
      listener(event as never);
    } catch (error) {
      report(`a listener of the feed failed: ${String(error)}`);
    }
  };
  return {
    add: (name, size, content, make) => {
      ids += 1;
      const kind = name === "market" ? "message" : name;
      const entry: Entry = { id: ids, kind, size, content, make };
      kept[name].add(entry);
      const own = listeners.get(kind);
      if (own !== undefined) for (const listener of own) pass(listener, eventOf(entry));
      if (waiting.size > 0) for (const run of waiting) run();
    },
    on: (kind, listener) => {
      const own = listeners.get(kind) ?? new Set();
      listeners.set(kind, own.add(listener));
      return () => own.delete(listener);
    },
    reader: (wanted = {}) => createReader(kept, waiting, wanted),
  };
}

function createReader(
  kept: Rings,
  waiting: Set<() => void>,
  { kinds, account, after = 0 }: Wanted,
) {
  // A position counts the entries of its ring since the beginning.
  const places = ringNames
    .filter((name) => kinds?.includes(name) !== false)
    .map((name) => ({ name, ring: kept[name], at: kept[name].positionAfter(after) }));
  return {
    /** At most `most` events in order; before them how many are lost. None if it has read all. */
    next: (most: number): FeedEvent[] => {
      const lost: Record<string, number> = {};
      for (const place of places) {
        const missed = place.ring.first() - place.at;
        if (missed > 0) lost[place.name] = missed;
        place.at += Math.max(0, missed);
      }
      const events: FeedEvent[] = Object.keys(lost).length > 0 ? [{ kind: "lost", lost }] : [];
      while (events.length < most) {
        const idAt = ({ ring, at }: (typeof places)[number]) => ring.at(at)?.id ?? Infinity;
        const next = places.reduce((one, other) => (idAt(other) < idAt(one) ? other : one));
        const entry = next.ring.at(next.at);
        if (entry === undefined) break;
        next.at += 1;
        const event = eventOf(entry);
        if (account === undefined || Reflect.get(event, "account") === account) events.push(event);
      }
      return events;
    },
    /** Calls `run` after new events; returns a function that ends it. */
    onMore: (run: () => void): (() => void) => {
      waiting.add(run);
      return () => waiting.delete(run);
    },
  };
}

type Rings = Readonly<Record<RingName, ReturnType<typeof createRing>>>;

/** A list that drops its oldest entries; nothing is copied when one is added. */
function createRing() {
  const slots: (Entry | undefined)[] = [];
  let [start, end, size] = [0, 0, 0];
  const at = (position: number): Entry | undefined =>
    position < start || position >= end ? undefined : slots[position % entriesMax];
  const drop = (): void => {
    size -= at(start)?.size ?? 0;
    slots[start % entriesMax] = undefined;
    start += 1;
  };
  return {
    add: (entry: Entry): void => {
      if (end - start === entriesMax) drop();
      slots[end % entriesMax] = entry;
      end += 1;
      size += entry.size;
      // The newest entry stays, whatever its size.
      while (size > sizeMax && end - start > 1) drop();
    },
    at,
    first: () => start,
    /** Position of the first entry with a higher id; the oldest kept at least, if `id` is 0. */
    positionAfter: (id: number): number => {
      if (id === 0) return start;
      let position = start;
      while ((at(position)?.id ?? Infinity) <= id) position += 1;
      return position;
    },
  };
}
