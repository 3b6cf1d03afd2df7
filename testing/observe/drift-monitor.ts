/** Monitors a running client for deviations from the contract, within a time budget. */

import { callable, checkOptions, type OptionRules, takes } from "../../runtime/check-options.ts";
import { platform } from "../../runtime/platform.ts";
import type { StreamSocket, StreamSocketClass } from "../../runtime/streams/types.ts";
import { readRequest, type SentRequest, type WireEvent } from "../recordings/conversation.ts";
import { type Finding, type Observation, observe } from "./observe.ts";
import type { ObservedEvent } from "./traffic.ts";

/** Options of a drift monitor. */
export interface DriftMonitorOptions {
  /** The bundled documents, from `loadDocuments`. */
  readonly openapi: unknown;
  readonly asyncapi: unknown;
  /** Fraction of responses and messages to check, from 0 to 1; 1 when absent. */
  readonly sample?: number;
  /**
   * Fraction of the time that checks may take, from 0 to 1; 0.01 when absent. Beyond it, checks
   * pause until enough time has passed.
   */
  readonly costMax?: number;
  /** Called with each deviation when first seen. */
  readonly onDeviation?: (deviation: Drift) => void;
  /** The client's network; the platform's when absent. */
  readonly fetch?: typeof globalThis.fetch;
  readonly WebSocket?: StreamSocketClass;
  /** Random numbers from 0 to below 1. */
  readonly random?: () => number;
  /** A monotonic clock in milliseconds. */
  readonly elapsed?: () => number;
}

/** A deviation, something undocumented, or evidence against an assumption. */
export type Drift = Pick<Finding, "kind" | "by" | "subject" | "text"> | ContradictedAssumption;

interface ContradictedAssumption {
  readonly kind: "assumption";
  readonly by: "exchange";
  /** Name of the entry in spec/assumptions.yaml. */
  readonly subject: string;
  readonly text: string;
}

/** What a drift monitor has found so far. */
export interface DriftReport {
  /** Number of checked responses and messages, and of skipped ones. */
  readonly looked: number;
  readonly passed: number;
  /** Milliseconds spent on checks. */
  readonly spentMs: number;
  /** Each deviation once, with its count. Contains names and types, but no field values. */
  readonly deviations: readonly (Drift & { readonly count: number })[];
}

/** Checks a client's traffic against the documents. */
export interface DriftMonitor {
  /** Pass to `createClient({ fetch })`. */
  readonly fetch: typeof globalThis.fetch;
  /** Pass to `createStreams({ WebSocket })`. */
  readonly WebSocket: StreamSocketClass;
  /** The findings so far. */
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
 * Makes a `fetch` and a `WebSocket` for a client. They check a sample of the received data after
 * passing it on, and never change or delay it.
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

type Watch = ReturnType<typeof createWatch>;

/** A hostile exchange could send ever new names. */
const deviationsMax = 1000;

function createWatch(options: DriftMonitorOptions) {
  const { sample = 1, costMax = 0.01, onDeviation, openapi, asyncapi } = options;
  const { random = Math.random, elapsed = () => performance.now() } = options;
  const found = new Map<string, Drift & { readonly count: number }>();
  let [looked, passed, spentMs, pauseEndMs] = [0, 0, 0, 0];
  const count = (drift: Drift): void => {
    const key = JSON.stringify(drift);
    const known = found.get(key);
    if (known === undefined && found.size >= deviationsMax) return;
    found.set(key, { ...drift, count: (known?.count ?? 0) + 1 });
    if (known === undefined) onDeviation?.(drift);
  };
  // A quiet time saves nothing up: later checks would take all of the time for long.
  const isDear = (): boolean => elapsed() < pauseEndMs;
  return {
    /** Whether to check the next response or message. */
    isSampled: (): boolean => {
      const isSampled = !isDear() && random() < sample;
      if (!isSampled) passed += 1;
      return isSampled;
    },
    /** Checks events, unless checks since their sampling have cost too much. */
    look: (...events: readonly WireEvent[]): void => {
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
        // Neither unreadable data nor a failing listener may end the client.
      }
      looked += 1;
      const ms = elapsed() - from;
      spentMs += ms;
      pauseEndMs = from + ms / costMax;
    },
    report: (): DriftReport => ({ looked, passed, spentMs, deviations: [...found.values()] }),
  };
}

function driftsOf({ deviations, news, assumptions }: Observation): readonly Drift[] {
  return [
    ...[...deviations, ...news].map(({ kind, by, subject, text }) => ({ kind, by, subject, text })),
    ...assumptions.flatMap(({ id, taken, readings }): readonly Drift[] => {
      const other = Object.keys(readings).find((reading) => reading !== taken);
      if (other === undefined) return [];
      const text = `it is assumed that ${taken}, but ${other} was seen`;
      return [{ kind: "assumption", by: "exchange", subject: id, text }];
    }),
  ];
}

/** Longer bodies are not checked: they would be in memory twice. */
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
      // An incomplete body is the client's concern, not the monitor's.
      look().catch(() => undefined);
    }
    return response;
  };
}

/** The request as sent; `undefined` if it cannot be read twice or was not sent. */
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
        // The package ws delivers bytes.
        const text = data instanceof Uint8Array ? new TextDecoder().decode(data) : data;
        if (typeof text !== "string" || !watch.isSampled()) return;
        // The client's own listeners run after this one.
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
