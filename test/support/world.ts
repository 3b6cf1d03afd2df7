/** A sandbox on a virtual clock, its clients, every request of theirs, and the orders they made. */

// Loaded at once, so that on a virtual clock no order waits for its code.
import "../../generated/placements.ts";

import { api } from "../../generated/api.ts";
import type { CallEvent, ClientOptions, Order, PlaceOrderRequest } from "../../generated/index.ts";
import { createClient } from "../../generated/index.ts";
import { limits } from "../../generated/limits.ts";
import type { Fetch } from "../../runtime/platform.ts";
import type { FaultRule } from "../../sandbox/faults/kinds.ts";
import { orderRecord } from "../../sandbox/handlers/records.ts";
import { createSandbox, usualSymbols } from "../../sandbox/index.ts";
import { openOrders, recordedOrders } from "../sandbox/support/orders-of.ts";

/** An order that stays on the book. */
export const resting = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "0.001",
  price: "30000",
} as const satisfies PlaceOrderRequest;

/** One that is filled at once, one that ends at once, and one that the account cannot pay. */
export const orders = {
  resting,
  filled: { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.001" },
  expired: { ...resting, timeInForce: "FOK" },
  refused: { ...resting, quantity: "5000" },
} as const satisfies Readonly<Record<string, PlaceOrderRequest>>;

/** A call that weighs 10. */
export const heavy = { symbol: "BTCUSDT", limit: 1000 } as const;

/** One request as it left a client; its status is 0 until the response comes. */
interface SentRequest {
  readonly atMs: number;
  readonly path: string;
  readonly method: string;
  status: number;
}

/** Answers in place of the exchange or throws, or `undefined` to let the exchange answer. */
export type Answerer = (path: string, method: string) => Response | undefined;

interface WorldOptions {
  readonly seed?: string;
  /** What the sandbox does wrong. */
  readonly rules?: readonly FaultRule[];
  readonly fault?: Answerer;
  /** How far the clients' clocks are ahead. */
  readonly aheadMs?: number;
  /** How long a request or an answer is on its way. */
  readonly delayMs?: () => number;
}

export type World = ReturnType<typeof createWorld>;

export function createWorld(options: WorldOptions = {}) {
  const { seed = "tradespec", rules = [], fault, aheadMs = 0, delayMs = () => 0 } = options;
  // Each symbol has a history, and some tests make hundreds of worlds.
  const sandbox = createSandbox({ seed, symbols: usualSymbols.slice(0, 2) });
  const { clock, exchange } = sandbox;
  const [record] = sandbox.accounts;
  if (clock === undefined || record === undefined) throw new Error("no clock or no account");
  if (rules.length > 0) sandbox.faults.add(...rules);
  const account = () => {
    const found = exchange.state.accounts.get(record.account);
    if (found === undefined) throw new Error("the account is gone");
    return found;
  };
  const { requests, fetch, used } = watchedFetch(sandbox, clock, { fault, delayMs });
  const events: CallEvent[] = [];
  const count = (method: string): number =>
    requests.filter((each) => each.method === method && each.path.endsWith("/order")).length;
  return {
    sandbox,
    clock,
    /** The first account, whose key the clients have. */
    name: record.account,
    account,
    requests,
    events,
    /** The usage that responses have reported, by window and by its begin. */
    used,
    sent: () => requests.map(({ method, path }) => `${method} ${path.split("/").at(-1) ?? ""}`),
    placements: () => count("POST"),
    questions: () => count("GET"),
    statuses: () => [...new Set(requests.map(({ status }) => status))].sort(),
    client: (own: Partial<ClientOptions> = {}) =>
      createClient({
        baseUrl: "http://sandbox",
        apiKey: record.apiKey,
        apiSecret: record.apiSecret,
        fetch,
        now: () => clock.now() + aheadMs,
        after: clock.after,
        random: () => 0.5,
        validate: false,
        onEvent: (event) => events.push(event),
        api,
        ...own,
      }),
    /** The outcome of the work, or what it threw, with time passing while nothing else happens. */
    outcome: async <Value>(work: Promise<Value>): Promise<Value> => {
      let isOver = false;
      const over = work.finally(() => {
        isOver = true;
      });
      over.catch(() => undefined);
      for (let idle = 0; !isOver; idle += 1) {
        await clock.run(0);
        const next = clock.next();
        if (next !== undefined) idle = 0;
        // Work of the platform may be under way, but not for ever.
        else if (idle > 10_000) throw new Error("It waits for what never comes.");
        if (!isOver) await clock.run((next ?? clock.now()) - clock.now());
      }
      return over;
    },
    /** Orders of the account with this client id, of this time or later. */
    made: (clientId: string, sinceMs = 0): readonly Order[] =>
      recordedOrders(account())
        .filter((order) => order.clientOrderId === clientId && order.time >= sinceMs)
        .map((order) => orderRecord(order)),
    /** Ends what is open, so that the next case finds room. */
    sweep: () => {
      for (const { symbol, orderId } of openOrders(account())) {
        const cancel = { kind: "cancel", account: record.account, symbol, orderId } as const;
        exchange.execute({ ...cancel, clientOrderId: undefined, cancelId: undefined });
      }
    },
  };
}

type Sandbox = ReturnType<typeof createSandbox>;
interface Network {
  readonly fault: Answerer | undefined;
  readonly delayMs: () => number;
}

/** The way to the exchange and back. */
function watchedFetch(sandbox: Sandbox, clock: NonNullable<Sandbox["clock"]>, network: Network) {
  const { fault, delayMs } = network;
  const requests: SentRequest[] = [];
  const used = new Map(limits.map(({ id }) => [id as string, new Map<number, number>()]));
  const pause = async (ms: number): Promise<void> => {
    if (ms > 0) await new Promise<void>((resolve) => clock.after(ms, resolve));
  };
  const fetch: Fetch = async (url, init) => {
    const { pathname: path } = new URL(url);
    const { method } = init;
    await pause(delayMs());
    const request = { atMs: clock.now(), path, method, status: 0 };
    requests.push(request);
    const response = fault?.(path, method) ?? (await sandbox.fetch(url, init as RequestInit));
    request.status = response.status;
    for (const { id, header, windowMs } of limits) {
      const usage = response.headers.get(header);
      const start = clock.now() - (clock.now() % windowMs);
      const window = used.get(id);
      if (usage !== null) window?.set(start, Math.max(window.get(start) ?? 0, Number(usage)));
    }
    await pause(delayMs());
    return response;
  };
  return { requests, fetch, used };
}

/** The first requests that change something do not reach the network, for these causes. */
export function failing(causes: readonly object[]): Answerer {
  const left = [...causes];
  return (_, method) => {
    const cause = method === "POST" ? left.shift() : undefined;
    if (cause === undefined) return undefined;
    throw new TypeError("fetch failed", { cause: Object.assign(new Error("x"), cause) });
  };
}

/** A failure in the envelope. */
export function refusal(status: number, code: number, headers: Record<string, string> = {}) {
  return new Response(JSON.stringify({ code, msg: "m", timestamp: 0 }), { status, headers });
}

/** How a call ends, without a rejection that nobody handles meanwhile. */
export function ended<Value>(work: Promise<Value>): Promise<Value | Error> {
  return work.catch((error: Error) => error);
}

/** Uses 980 of the 1000 that fit into a window, which is all that reading may. */
export async function useUp({ clock, client }: World, exchange = client()) {
  const calls = Array.from({ length: 98 }, () => exchange.getDepth(heavy));
  await clock.run(0);
  await Promise.all(calls);
  return exchange;
}
