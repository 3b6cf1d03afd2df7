/**
 * The one place that reaches for the platform: what the client uses where its options name
 * nothing else. Everything else gets these as arguments.
 */

/** Clock, chance, network and timers. */
export interface Adapters {
  readonly fetch: Fetch;
  /** Unix time in milliseconds that never jumps. */
  readonly now: () => number;
  /** From 0 to below 1; spreads retries. */
  readonly random: () => number;
  /** Cryptographically random bytes; make client ids. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Runs something after a delay, which may be `Infinity`; the result cancels it. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

/** The part of the standard fetch that is used: a whole URL and plain options. */
export interface Fetch {
  (url: string, init: FetchInit): Promise<Response>;
  /** Set on a network that listens to `deadline`: no signal is made for it. */
  readonly usesDeadline?: true;
}

/** What fetch is given. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string | null;
  readonly redirect: "manual";
  readonly signal: AbortSignal;
  /** Ends when the signal does, and costs less. */
  readonly deadline?: CallEnd;
}

/** The end of a call from outside, by its time or its caller. */
export interface CallEnd {
  /** Runs something at that end; the result takes it back. */
  readonly onEnd: (run: () => void) => () => void;
}

/** A timer that is further away would run at once: 24 days. */
export const delayMsMax = 2 ** 31 - 1;

/** Node's own cryptography, where it is: WebCrypto takes a millisecond to load. */
export function nodeCrypto() {
  return globalThis.process?.getBuiltinModule?.("crypto");
}

/** Random bytes that nobody has: to draw four thousand costs what twenty cost. */
let pool = new Uint8Array(0);

/** Web standards, present in Node, browsers, workers, Deno and Bun. */
export const platform: Adapters = {
  // Looked up at each call, so that a later replacement of the global one is seen.
  fetch: (url, init) => globalThis.fetch(url, init),
  now: unixMs,
  random: Math.random,
  randomBytes: (count) => {
    if (pool.length < count) {
      const drawn = Math.max(count, 4096);
      pool = nodeCrypto()?.randomBytes(drawn) ?? crypto.getRandomValues(new Uint8Array(drawn));
    }
    const bytes = pool.subarray(0, count);
    pool = pool.subarray(count);
    return bytes;
  },
  after: (delayMs, run) => {
    if (delayMs > delayMsMax) return () => undefined;
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Unix time in milliseconds; unlike the wall clock it is never set back. */
export function unixMs(): number {
  return performance.timeOrigin + performance.now();
}

/** 22 letters and digits: 131 bits of chance, in the form every exchange of the family takes. */
export function randomId(randomBytes: Adapters["randomBytes"]): string {
  let id = "";
  while (id.length < idLength) {
    // More than are needed, so that one call nearly always gives enough.
    for (const byte of randomBytes(2 * idLength)) {
      // The highest bytes are left out, or the first letters would come up more often.
      if (byte < unbiasedBytes && id.length < idLength) {
        id += alphabet.charAt(byte % alphabet.length);
      }
    }
  }
  return id;
}

const idLength = 22;
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The highest multiple of 62 that a byte can hold. */
const unbiasedBytes = 248;
