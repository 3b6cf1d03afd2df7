/**
 * Defaults from the platform: clock, timers, randomness and network. No other file reads them from
 * the platform; all get them as arguments.
 */

/** Clock, timers, randomness and network. */
export interface Adapters {
  readonly fetch: Fetch;
  /** Unix time in milliseconds that never jumps. */
  readonly now: () => number;
  /** From 0 to below 1; jitter of retries. */
  readonly random: () => number;
  /** Cryptographically random bytes, for client ids. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Runs something after a delay, which may be `Infinity`; returns a function that cancels it. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

/** The part of the standard fetch that we use: a full URL and plain options. */
export interface Fetch {
  (url: string, init: FetchInit): Promise<Response>;
  /** Set on a network that uses `deadline` and needs no signal. */
  readonly usesDeadline?: true;
}

/** Second argument of fetch. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string | null;
  readonly redirect: "manual";
  readonly signal: AbortSignal;
  /** Ends when the signal does, but is cheaper. */
  readonly deadline?: CallEnd;
}

/** The end of a call by timeout or by its caller. */
export interface CallEnd {
  /** Runs something at the end; returns a function that removes it. */
  readonly onEnd: (run: () => void) => () => void;
}

/** Longest delay of a timer, 24 days; longer ones would fire at once. */
export const delayMsMax = 2 ** 31 - 1;

/**
 * Node's own cryptography, where present: WebCrypto takes a millisecond to load.
 * @internal A project for browsers lacks the types of Node that its declaration names.
 */
export function nodeCrypto() {
  try {
    return globalThis.process?.getBuiltinModule?.("crypto");
  } catch {
    // The edge runtime of Next.js has a stand-in that throws.
    return undefined;
  }
}

/** Unused random bytes: drawing 4,096 costs as much as drawing 20. */
let pool = /* @__PURE__ */ new Uint8Array(0);

/** Web standards, present in Node, browsers, workers, Deno and Bun. */
export const platform: Adapters = {
  // Looked up at each call, so that a later replacement is used.
  fetch: (url, init) => globalThis.fetch(url, init),
  // Unlike the wall clock it is never set back.
  now: () => performance.timeOrigin + performance.now(),
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

/** 22 letters and digits, 131 bits of randomness; every exchange of the API family accepts them. */
export function randomId(randomBytes: Adapters["randomBytes"]): string {
  let id = "";
  while (id.length < idLength) {
    // More than needed, as Base64 has two characters that are neither.
    id += btoa(String.fromCharCode(...randomBytes(24))).replace(/\W/g, "");
  }
  return id.slice(0, idLength);
}

const idLength = 22;
