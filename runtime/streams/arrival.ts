import type { Feed } from "./feeds.ts";
import type { Arrival } from "./types.ts";

/** An event that lies among others in received bytes; its frame is cut out when asked for. */
export class BytesArrival implements Arrival {
  readonly feed: Feed;
  readonly data: unknown;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;

  constructor(feed: Feed, data: unknown, bytes: Uint8Array, start: number, end: number) {
    this.feed = feed;
    this.data = data;
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  get stream(): string {
    return this.feed.stream.name;
  }

  /** The whole message as it came. */
  get frame(): Uint8Array {
    return this.bytes.subarray(this.start, this.end);
  }
}
