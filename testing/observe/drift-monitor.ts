/** Watches a running client for traffic that does not fit the contract, at a declared cost. */

import { platform } from "../../runtime/defaults.ts";
import { callable, checkOptions, type OptionRules, takes } from "../../runtime/options.ts";
import type { StreamSocket, StreamSocketClass } from "../../runtime/streams/types.ts";
import { readRequest, type SentRequest, type WireEvent } from "../recordings/conversation.ts";
import { type Finding, type Observation, observe } from "./observe.ts";
import type { ObservedEvent } from "./traffic.ts";

export interface DriftMonitorOptions {
  /** The bundled documents, as of `loadDocuments`. */
  readonly openapi: unknown;
  readonly asyncapi: unknown;
  /** Share of the responses and messages that are looked at, from 0 to 1; 1 when absent. */
  readonly sample?: number;
  /**
   * Share of the time that looking may take, from 0 to 1; 0.01 when absent. Beyond it nothing is
   * looked at until enough time has passed.
   */
  readonly costMax?: number;
  /** Called with each deviation when it is seen for the first time. */
  readonly onDeviation?: (deviation: Drift) => void;
  /** What the client would use; the platform's when absent. */
  readonly fetch?: typeof globalThis.fetch;
  readonly WebSocket?: StreamSocketClass;
  /** Gives numbers from 0 to below 1. */
  readonly random?: () => number;
  /** A clock in milliseconds that never goes back. */
  readonly elapsed?: () => number;
}

/** A deviation, a novelty, or a reading of an assumption that contradicts what is taken. */
export type Drift = Pick<Finding, "kind" | "by" | "subject" | "text"> | ContradictedAssumption;

interface ContradictedAssumption {
  readonly kind: "assumption";
  readonly by: "exchange";
  /** The name of the entry in spec/assumptions.yaml. */
  readonly subject: string;
  readonly text: string;
}

export interface DriftReport {
  /** How many responses and messages were looked at, and how many were not. */
  readonly looked: number;
  readonly passed: number;
  /** Milliseconds that looking took. */
  readonly spentMs: number;
  /** Each once, with how often it was seen. It holds names and types, and no value of a field. */
  readonly deviations: readonly (Drift & { readonly count: number })[];
}

export interface DriftMonitor {
  /** For `createClient({ fetch })`. */
  readonly fetch: typeof globalThis.fetch;
  /** For `createStreams({ WebSocket })`. */
  readonly WebSocket: StreamSocketClass;
  readonly report: () => DriftReport;
}

const rules: OptionRules = {
  openapi: takes("the bundled OpenAPI document", (value) => typeof value === "object"),
  asyncapi: takes("the bundled AsyncAPI document", (value) => typeof value === "object"),
  sample: takes("a share from 0 to 1", isShare),
  costMax: takes("a share from 0 to 1", isShare),
  onDeviation: callable,
  fetch: callable,
  WebSocket: callable,
  random: callable,
  elapsed: callable,
};

/**
 * Makes a `fetch` and a `WebSocket` that a client uses in place of the platform's. They look at a
 * part of what comes back, after it has been handed on, and never change or delay it.
 */
export function driftMonitor(options: DriftMonitorOptions): DriftMonitor {
  checkOptions("driftMonitor", options, rules, "openapi", "asyncapi");
  const watch = createWatch(options);
  const send = options.fetch ?? globalThis.fetch;
  const Socket =
    options.WebSocket ?? (globalThis as unknown as { WebSocket: StreamSocketClass }).WebSocket;
  return {
    fetch: watchFetch(send, watch),
    WebSocket: watchSockets(Socket, watch),
    report: watch.report,
  };
}

interface Watch {
  /** Whether the next response or message is looked at. */
  readonly isSampled: () => boolean;
  /** Looks at events, unless what was looked at since they were sampled has cost too much. */
  readonly look: (...events: readonly WireEvent[]) => void;
  readonly report: () => DriftReport;
}

/** An exchange that puts values in the place of names could show ever new ones. */
const deviationsMax = 1000;

function createWatch(options: DriftMonitorOptions): Watch {
  const { sample = 1, costMax = 0.01, onDeviation, openapi, asyncapi } = options;
  const { random = Math.random, elapsed = () => performance.now() } = options;
  const begin = elapsed();
  const found = new Map<string, Drift & { readonly count: number }>();
  let [looked, passed, spentMs] = [0, 0, 0];
  const count = (drift: Drift): void => {
    const key = JSON.stringify(drift);
    const known = found.get(key);
    if (known === undefined && found.size >= deviationsMax) return;
    found.set(key, { ...drift, count: (known?.count ?? 0) + 1 });
    if (known === undefined) onDeviation?.(drift);
  };
  // The documents are compiled once, before anything can be looked at.
  const isDear = (): boolean => looked > 0 && spentMs > (elapsed() - begin) * costMax;
  return {
    isSampled: () => {
      const isSampled = !isDear() && random() < sample;
      if (!isSampled) passed += 1;
      return isSampled;
    },
    look: (...events) => {
      if (isDear()) {
        passed += 1;
        return;
      }
      const from = elapsed();
      const observed = events.map((event): ObservedEvent => {
        return { event, place: "", conversation: "live", timed: false };
      });
      try {
        for (const drift of driftsOf(observe(observed, { openapi, asyncapi }))) count(drift);
      } catch {
        // Neither what cannot be read nor a listener that fails may end the client.
      }
      looked += 1;
      spentMs += elapsed() - from;
    },
    report: () => ({ looked, passed, spentMs, deviations: [...found.values()] }),
  };
}

function driftsOf({ deviations, news, assumptions }: Observation): readonly Drift[] {
  return [
    ...[...deviations, ...news].map(({ kind, by, subject, text }) => ({ kind, by, subject, text })),
    ...assumptions.flatMap(({ id, verdict, taken, readings }): readonly Drift[] => {
      const other = Object.keys(readings).find((reading) => reading !== taken);
      if (verdict !== "contradicted" || other === undefined) return [];
      const text = `it is taken that ${taken}, and ${other} was seen`;
      return [{ kind: "assumption", by: "exchange", subject: id, text }];
    }),
  ];
}

/** Longer bodies are not looked at: they would be held in memory twice. */
const bodyBytesMax = 1_000_000;

function watchFetch(send: typeof globalThis.fetch, watch: Watch): typeof globalThis.fetch {
  return async (input, init) => {
    const sent = watch.isSampled() ? readSent(input, init) : undefined;
    const response = await send(input, init);
    const isShort = Number(response.headers.get("content-length") ?? 0) <= bodyBytesMax;
    if (sent !== undefined && isShort) {
      const copy = response.clone();
      const look = async (): Promise<void> => {
        const [request, text] = [await sent, await copy.text()];
        const headers = new Map(response.headers.entries());
        const call = { request, response: { status: response.status, headers, text } };
        watch.look({ at: 0, kind: "calls", call });
      };
      // A body that ends early is the client's concern, not the monitor's.
      look().catch(() => undefined);
    }
    return response;
  };
}

/** The request as it will be sent; `undefined` for one that cannot be read twice, or not sent. */
function readSent(...[input, init]: Parameters<typeof fetch>): Promise<SentRequest> | undefined {
  if (init?.body instanceof ReadableStream) return undefined;
  try {
    return readRequest(new Request(input instanceof Request ? input.clone() : input, init));
  } catch {
    return undefined;
  }
}

function watchSockets(Socket: StreamSocketClass, watch: Watch): StreamSocketClass {
  return class WatchedSocket extends Socket implements StreamSocket {
    constructor(url: string) {
      super(url);
      this.addEventListener("message", (event) => {
        const { data } = event as { readonly data: unknown };
        // The package ws gives bytes.
        const text = data instanceof Uint8Array ? new TextDecoder().decode(data) : data;
        if (typeof text !== "string" || !watch.isSampled()) return;
        // The client's own listeners come after this one.
        platform.after(0, () => {
          watch.look({ at: 0, kind: "opens", url }, { at: 0, kind: "receives", text });
        });
      });
    }
  };
}

function isShare(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 1;
}
