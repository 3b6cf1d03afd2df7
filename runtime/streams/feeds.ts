/** Streams and those who want them: what each consumer gets of an event. */

import { dataOf } from "./frames.ts";
import type { Arrival, Lane, NamedStream, StreamConsumer, StreamTables } from "./types.ts";

/** One stream, and all who want it. */
export interface Feed {
  readonly stream: NamedStream;
  readonly consumers: Set<StreamConsumer>;
  /** Whether all consumers take messages without decoding. */
  isRaw: boolean;
  lane: Lane | undefined;
  isLive: boolean;
}

/** Emits an event to every consumer of a stream; one that throws does not stop the others. */
export function tellArrival(
  { consumers }: Feed,
  arrival: Arrival,
  tables: StreamTables,
  failed: (thrown: unknown) => void,
): void {
  for (const consumer of consumers) {
    try {
      if (consumer.raw !== undefined) consumer.raw(arrival.frame);
      else consumer.event?.(dataOf(arrival, tables.rules));
    } catch (thrown) {
      failed(thrown);
    }
  }
}
