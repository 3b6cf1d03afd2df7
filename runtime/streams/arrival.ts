import type { Arrival } from "./types.ts";

/** An event that lies among others in received bytes; its frame is cut out when asked for. */
export class BytesArrival implements Arrival {
  readonly stream: string;
  readonly data: unknown;
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #end: number;

  constructor(stream: string, data: unknown, bytes: Uint8Array, start: number, end: number) {
    this.stream = stream;
    this.data = data;
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
  }

  /** The whole message as it came. */
  get frame(): Uint8Array {
    return this.#bytes.subarray(this.#start, this.#end);
  }
}
