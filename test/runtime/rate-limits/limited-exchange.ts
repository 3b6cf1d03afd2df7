/** A sandbox on a clock of its own whose answers are watched, and clients of it. */

import type { CallEvent, ClientOptions } from "../../../generated/index.ts";
import { createClient } from "../../../generated/index.ts";
import { limits } from "../../../generated/limits.ts";
import { createSandbox } from "../../../sandbox/index.ts";

/** One request as the exchange saw it. */
interface Request {
  readonly atMs: number;
  readonly path: string;
  readonly method: string;
  readonly status: number;
}

/** Answers in place of the exchange, or `undefined` to let it answer. */
export type Fault = (path: string, method: string) => Response | undefined;

export interface WorldOptions {
  /** How far the clients' clocks are ahead. */
  readonly aheadMs?: number;
  /** How long a request or an answer is on its way. */
  readonly delayMs?: () => number;
  readonly fault?: Fault;
}

export function world({ aheadMs = 0, delayMs = () => 0, fault }: WorldOptions = {}) {
  const sandbox = createSandbox();
  const { clock } = sandbox;
  if (clock === undefined) throw new Error("The sandbox has a clock of its own here.");
  const requests: Request[] = [];
  const events: CallEvent[] = [];
  const used = new Map(limits.map(({ id }) => [id as string, new Map<number, number>()]));
  const pause = (ms: number) =>
    ms > 0 ? new Promise<void>((resolve) => clock.after(ms, resolve)) : undefined;
  const fetch: ClientOptions["fetch"] = async (url, init) => {
    await pause(delayMs());
    const { pathname: path } = new URL(url);
    const { method } = init;
    const response = fault?.(path, method) ?? (await sandbox.fetch(url, init as RequestInit));
    requests.push({ atMs: clock.now(), path, method, status: response.status });
    for (const { id, header, windowMs } of limits) {
      const usage = response.headers.get(header);
      const start = clock.now() - (clock.now() % windowMs);
      const window = used.get(id);
      if (usage !== null) window?.set(start, Math.max(window.get(start) ?? 0, Number(usage)));
    }
    await pause(delayMs());
    return response;
  };
  const client = (options: Partial<ClientOptions> = {}) =>
    createClient({
      baseUrl: "http://sandbox.test",
      apiKey: "sandbox-key-of-alice",
      apiSecret: "sandbox-secret-of-alice",
      fetch,
      now: () => clock.now() + aheadMs,
      after: clock.after,
      random: () => 0.5,
      onEvent: (event) => events.push(event),
      ...options,
    });
  return {
    sandbox,
    clock,
    client,
    requests,
    events,
    used,
    statuses: () => [...new Set(requests.map(({ status }) => status))].sort(),
    waits: () => events.filter((event) => event.kind === "wait"),
  };
}

/** A failure in the envelope. */
export function refusal(status: number, code: number, headers: Record<string, string> = {}) {
  return new Response(JSON.stringify({ code, msg: "m", timestamp: 0 }), { status, headers });
}

/** How a call ends, without a rejection that nobody handles meanwhile. */
export function outcome<Value>(work: Promise<Value>): Promise<Value | Error> {
  return work.catch((error: Error) => error);
}

/** A call that weighs 10. */
export const heavy = { symbol: "BTCUSDT", limit: 1000 } as const;

/** Uses 980 of the 1000 that fit into a window, which is all that reading may. */
export async function useUp({ clock, client }: ReturnType<typeof world>, exchange = client()) {
  const calls = Array.from({ length: 98 }, () => exchange.getDepth(heavy));
  await clock.run(0);
  await Promise.all(calls);
  return exchange;
}
