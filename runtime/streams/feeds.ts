/** Streams and those who want them: how each is read, and what each consumer gets of it. */

import type { EventForm } from "./event-form.ts";
import { EventView } from "./event-view.ts";
import { dataOf } from "./frames.ts";
import { type Routes, viewOf } from "./routes.ts";
import type { Arrival, Lane, NamedStream, StreamTables } from "./types.ts";

/** Somebody who wants a stream. */
export interface StreamConsumer {
  readonly event?: (data: unknown) => void;
  /** Whether `event` takes an `EventView`, where the message can be read field by field. */
  readonly isViewing?: boolean;
  /** Takes the whole message as it came, in place of `event`; it is not read before. */
  readonly frame?: (frame: string | Uint8Array) => void;
  /** Events may be missing between the last one and the next. */
  readonly gap?: (reason: string) => void;
  /** Events arrive from now on. */
  readonly live?: () => void;
  /** The exchange does not give the stream; nothing more comes. */
  readonly refused?: (error: Error) => void;
  /** The client was closed; nothing more comes. Without it `refused` is called. */
  readonly closed?: () => void;
}

/** One stream, and all who want it. */
export interface Feed {
  readonly stream: NamedStream;
  readonly consumers: Set<StreamConsumer>;
  /** The same, for whoever goes through them with each event. */
  list: readonly StreamConsumer[];
  lane: Lane | undefined;
  isLive: boolean;
}

/** Has frames of a stream read as its consumers want them. */
export function routeFeed(routes: Routes, feed: Feed, tables: StreamTables): void {
  const { stream, consumers } = feed;
  feed.list = [...consumers];
  if (consumers.size === 0) return routes.delete(stream.name);
  const readers = [...consumers].filter(({ frame }) => frame === undefined);
  const areViewing = readers.every(({ isViewing }) => isViewing === true);
  const way = readers.length === 0 ? "frame" : areViewing ? "view" : "event";
  routes.set(feed, tables.forms?.[stream.id ?? ""], way);
}

/** Tells every consumer of a stream; one that fails does not take the others with it. */
export function tellArrival(
  { stream, consumers, list }: Feed,
  arrival: Arrival,
  tables: StreamTables,
  failed: (thrown: unknown) => void,
): void {
  for (const consumer of list) {
    // One before may have taken it away.
    if (list.length > 1 && !consumers.has(consumer)) continue;
    try {
      if (consumer.frame !== undefined) consumer.frame(arrival.frame);
      else if (consumer.event !== undefined) {
        const data = dataOf(arrival, tables.rules);
        const isViewing = consumer.isViewing === true;
        if (data instanceof EventView === isViewing) consumer.event(data);
        else consumer.event(formed(data, isViewing ? tables.forms?.[stream.id ?? ""] : undefined));
      }
    } catch (thrown) {
      failed(thrown);
    }
  }
}

/** Consumers of one stream may want it in different forms. */
function formed(data: unknown, form: EventForm | undefined): unknown {
  if (form !== undefined) return viewOf(form, data);
  return data instanceof EventView ? data.toObject() : data;
}
