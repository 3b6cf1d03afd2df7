/** A client and a hostile sandbox on one virtual clock, and what became of its placements. */

import type { ClientOptions, Order, PlaceOrderRequest } from "../../../generated/index.ts";
import { createClient } from "../../../generated/index.ts";
import type { Fetch } from "../../../runtime/platform.ts";
import type { VirtualClock } from "../../../sandbox/exchange/clock.ts";
import type { FaultRule } from "../../../sandbox/faults/kinds.ts";
import { orderRecord } from "../../../sandbox/handlers/records.ts";
import { createSandbox, type Sandbox, usualSymbols } from "../../../sandbox/index.ts";
import { openOrders, recordedOrders } from "../../sandbox/support/orders-of.ts";

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

export const anotherSymbol = "an order of another symbol";

/**
 * Successes that do not say that there is this order: name, body, whether explorations have it,
 * status.
 */
export const oddSuccesses: readonly (readonly [string, string, boolean, number?])[] = [
  ["no fields", "{}", true],
  ["null for the client id", '{"clientOrderId":null}', false],
  ["null for the order id", '{"symbol":"BTCUSDT","orderId":null,"status":"NEW"}', true],
  ["unknown fields", '{"queued":true}', false],
  ["an envelope without data", '{"code":0,"msg":"success","timestamp":1}', true],
  ["an envelope around nothing", '{"code":0,"data":null}', false],
  ["an envelope around no fields", '{"code":0,"msg":"","data":{}}', false],
  ["an empty list", "[]", true],
  ["a list of orders", '[{"symbol":"BTCUSDT","orderId":7}]', false],
  ["no body", "", true],
  ["status 204", "", true, 204],
  ["spaces", " \r\n", false],
  ["null", "null", true],
  ["a word", '"ok"', false],
  ["a number", "17", false],
  [anotherSymbol, '{"symbol":"ETHUSDT","orderId":7}', true],
];

/** The rule of such a success, for an order that was taken or not. */
export const oddFault = (body: string, status = 200, accepted = true) =>
  ({ fault: "response", status, ...(body !== "" && { body }), accepted }) as const;

export interface World {
  readonly sandbox: Sandbox;
  readonly clock: VirtualClock;
  readonly client: (options?: Partial<ClientOptions>) => ReturnType<typeof createClient>;
  /** The outcome of the work, or what it threw, with time passing while nothing else happens. */
  readonly outcome: <Value>(work: Promise<Value>) => Promise<Value>;
  /** Orders of the account with this client id, of this time or later. */
  readonly made: (clientId: string, sinceMs?: number) => readonly Order[];
  /** Ends what is open, so that the next case finds room. */
  readonly sweep: () => void;
}

export function createWorld(seed = "tradespec"): World {
  // Each symbol has a history, and a fault matrix makes hundreds of worlds.
  const sandbox = createSandbox({ seed, symbols: usualSymbols.slice(0, 2) });
  const { clock, exchange } = sandbox;
  const [record] = sandbox.accounts;
  if (clock === undefined || record === undefined) throw new Error("no clock or no account");
  const account = () => {
    const found = exchange.state.accounts.get(record.account);
    if (found === undefined) throw new Error("the account is gone");
    return found;
  };
  return {
    sandbox,
    clock,
    client: (options = {}) =>
      createClient({
        baseUrl: "http://sandbox",
        apiKey: record.apiKey,
        apiSecret: record.apiSecret,
        fetch: sandbox.fetch,
        now: clock.now,
        after: clock.after,
        random: () => 0.5,
        validate: false,
        ...options,
      }),
    outcome: async (work) => {
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
    made: (clientId, sinceMs = 0) =>
      recordedOrders(account())
        .filter((order) => order.clientOrderId === clientId && order.time >= sinceMs)
        .map((order) => orderRecord(order)),
    sweep: () => {
      for (const { symbol, orderId } of openOrders(account())) {
        const cancel = { kind: "cancel", account: record.account, symbol, orderId } as const;
        exchange.execute({ ...cancel, clientOrderId: undefined, cancelId: undefined });
      }
    },
  };
}

/** A world in which every request is counted, and the first few may never reach the network. */
export function watched(rules: readonly FaultRule[] = [], unreachable: readonly object[] = []) {
  const world = createWorld();
  if (rules.length > 0) world.sandbox.faults.add(...rules);
  const sent: string[] = [];
  const broken = [...unreachable];
  const fetch: Fetch = async (url, init) => {
    sent.push(`${init.method} ${new URL(url).pathname.split("/").at(-1)}`);
    const cause = init.method === "POST" ? broken.shift() : undefined;
    if (cause !== undefined) {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("x"), cause) });
    }
    return world.sandbox.fetch(url, init);
  };
  const count = (what: string): number => sent.filter((each) => each === what).length;
  return {
    ...world,
    sent,
    placements: () => count("POST order"),
    questions: () => count("GET order"),
    exchange: (options: Partial<ClientOptions> = {}) => world.client({ fetch, ...options }),
  };
}
