import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Agent, request } from "undici";

import { type Client, createClient } from "../../generated/index.ts";
import { signing } from "../../generated/signing.ts";
import { undiciFetch } from "../../runtime/client/transport-undici.node.ts";
import { openPlacementJournal } from "../../runtime/orders/journal.node.ts";
import type { PlacementJournal } from "../../runtime/orders/types.ts";
import type { Fetch } from "../../runtime/platform.ts";
import type { Comparison } from "./comparison.ts";
import { type Counted, startExchange } from "./exchange-server.ts";

const calls = 1600;
const usual = 32;
const apiKey = "a key that is worth nothing".replaceAll(" ", "-");
const apiSecret = "a secret that is worth nothing";
const path = "/api/v1/order";

/** A signed query through the whole client, against the bare transport under it. */
export const overUndici = comparison(
  "undici",
  "bare undici.request",
  "at most 1.0; missed: checks, signing and reading add 0.3",
  () => {
    const dispatcher = new Agent({ connections: usual });
    const fetch = undiciFetch({ connections: usual });
    const read = async (url: string): Promise<unknown> =>
      (await request(url, { dispatcher, headers })).body.json();
    return { fetch, read, close: () => Promise.all([dispatcher.close(), fetch.close()]) };
  },
);

/** The same on the default transport. */
export const overFetch = comparison(
  "fetch",
  "bare fetch",
  "at most 1.2; missed: as over undici",
  () => ({
    fetch: undefined,
    read: async (url) => (await fetch(url, { headers })).json(),
    close: async () => {},
  }),
);

function comparison(
  transport: string,
  floor: string,
  hold: string,
  open: () => {
    readonly fetch: Fetch | undefined;
    readonly read: (url: string) => Promise<unknown>;
    readonly close: () => Promise<unknown>;
  },
): Comparison {
  return {
    title: `Signed queries over ${transport}, ${calls} with ${usual} in flight, CPU of the client`,
    rounds: 41,
    warmUps: 10,
    prepare: async () => {
      const { baseUrl, stop } = await startExchange();
      const { fetch, read, close } = open();
      const client = await clientOf(baseUrl, fetch);
      const bare = (index: number) => read(baseUrl + signed(queryOf(index)));
      const asked = (index: number) => client.getOrder(queryOf(index));
      return {
        floor,
        subjects: [subject(floor, usual, bare), subject("client", usual, asked, hold)],
        finish: async () => {
          await close();
          stop();
        },
      };
    },
  };
}

/**
 * Placements of which each ends with one order, although one response in fifty is lost; against
 * requests without a guarantee, whose sender does not know what became of those.
 */
export const placingOnce: Comparison = {
  title: `Orders placed exactly once, ${calls} with ${usual} in flight, CPU of the client`,
  rounds: 41,
  warmUps: 10,
  prepare: async () => {
    const { baseUrl, stop } = await startExchange(50);
    const dispatcher = new Agent({ connections: usual });
    const fetch = undiciFetch({ connections: usual });
    const folder = await mkdtemp(join(tmpdir(), "tradespec-bench-"));
    const journal = await openPlacementJournal(join(folder, "placements"));
    const bare = async (index: number): Promise<void> => {
      const options = { method: "POST", dispatcher, headers } as const;
      const { body } = await request(baseUrl + signed(orderOf(index)), options);
      await body.json();
    };
    const lossy = (index: number): Promise<void> => bare(index).catch(() => undefined);
    const place = async (name: string, hold: string, kept?: PlacementJournal) => {
      const client = await clientOf(baseUrl, fetch, kept);
      const all = subject(name, usual, (index) => client.placeOrder(orderOf(index)), hold);
      const run = async (): Promise<number> => {
        await counted(baseUrl);
        const cost = await all.run();
        const { requests, orders } = await counted(baseUrl);
        if (requests === calls && orders === calls) return cost;
        throw new Error(`${name}: ${requests} requests and ${orders} orders for ${calls} calls.`);
      };
      return { ...all, run };
    };
    return {
      floor: "signed by hand, no guarantee",
      subjects: [
        subject("signed by hand, no guarantee", usual, lossy),
        await place("client", "at most 1.5; missed: checks, limits and records add 0.8"),
        await place(
          "client, journal with fsync",
          "at most 1.8; missed: the file adds 0.5",
          journal,
        ),
      ],
      finish: async () => {
        await Promise.all([dispatcher.close(), fetch.close(), journal.close()]);
        await rm(folder, { recursive: true });
        stop();
      },
    };
  },
};

/** What a call costs must not depend on how many others there are. */
export const inFlight: Comparison = {
  title: "Growth of a signed query, CPU of the client by requests in flight",
  unit: "µs",
  rounds: 15,
  warmUps: 5,
  prepare: async () => {
    const { baseUrl, stop } = await startExchange();
    const fetch = undiciFetch({ connections: usual });
    const client = await clientOf(baseUrl, fetch);
    const query = (index: number) => client.getOrder(queryOf(index));
    return {
      floor: "1 in flight",
      subjects: [1, 10, 100, 1000].map((lanes) => {
        const all = subject(`${lanes} in flight`, lanes, query, "at most 1");
        return { ...all, run: async () => (1000 * (await all.run())) / calls };
      }),
      finish: async () => {
        await fetch.close();
        stop();
      },
    };
  },
};

/** A client that knows the limits: they are counted, and out of reach. */
async function clientOf(
  baseUrl: string,
  fetch?: Fetch,
  journal?: PlacementJournal,
): Promise<Client> {
  const client = createClient({ baseUrl, apiKey, apiSecret, fetch, journal });
  await client.getExchangeInfo();
  return client;
}

/** What the exchange has counted since it was asked last. */
async function counted(baseUrl: string): Promise<Counted> {
  return (await fetch(`${baseUrl}/counted`)).json() as Promise<Counted>;
}

const headers = { [signing.header]: apiKey };

function queryOf(index: number) {
  return { symbol: "BTCUSDT", orderId: 28_457 + index };
}

function orderOf(index: number) {
  return {
    symbol: "BTCUSDT",
    side: index % 2 === 0 ? "BUY" : "SELL",
    type: "LIMIT",
    timeInForce: "GTC",
    quantity: (0.001 + (index % 100) / 1000).toFixed(3),
    price: (43_000 + (index % 1000) / 10).toFixed(2),
  } as const;
}

/** The path of a request, signed by hand. */
function signed(fields: object): string {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const text = `${pairs.join("&")}&timestamp=${Date.now()}`;
  return `${path}?${text}&signature=${createHmac("sha256", apiSecret).update(text).digest("hex")}`;
}

/** Milliseconds of this process's time that the calls take, with some of them in flight. */
function subject(name: string, lanes: number, call: (index: number) => unknown, hold?: string) {
  const run = async (): Promise<number> => {
    const before = process.cpuUsage();
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < calls) {
        next += 1;
        await call(next);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  return { name, measures: "itself" as const, run, ...(hold && { hold }) };
}
