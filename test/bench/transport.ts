import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";

import { Agent, request } from "undici";

import { createClient } from "../../generated/index.ts";
import { signing } from "../../generated/signing.ts";
import { undiciFetch } from "../../runtime/client/transport-undici.node.ts";
import type { Fetch } from "../../runtime/defaults.ts";
import type { Comparison } from "./comparison.ts";

const calls = 1600;
const inFlight = 32;
const key = "a key that is worth nothing".replaceAll(" ", "-");
const secret = "a secret that is worth nothing";

const order = {
  symbol: "BTCUSDT",
  orderId: 28457,
  clientOrderId: "grid-0001",
  price: "43000.00",
  origQty: "0.50000000",
  executedQty: "0.00000000",
  cumulativeQuoteQty: "0.00000000",
  status: "NEW",
  timeInForce: "GTC",
  type: "LIMIT",
  side: "BUY",
  stopPrice: "0.00",
  time: 1_700_000_000_000,
  updateTime: 1_700_000_000_000,
  isWorking: true,
  origQuoteOrderQty: "0.00",
};

/** Another process, so that only the client's time is counted. */
const serverCode = `
  const body = ${JSON.stringify(JSON.stringify(order))};
  const time = () => JSON.stringify({ serverTime: Date.now() });
  const server = require("node:http").createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(request.url === "/api/v1/time" ? time() : body);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

/** A signed query through the whole client, against the bare transport under it. */
export const overUndici: Comparison = {
  title: `Signed queries over undici, ${calls} with ${inFlight} in flight, CPU of the client`,
  rounds: 41,
  warmUps: 10,
  prepare: async () => {
    const server = await startServer();
    const dispatcher = new Agent({ connections: inFlight });
    const fetch = undiciFetch({ connections: inFlight });
    return {
      floor: "bare undici.request",
      subjects: [
        {
          name: "bare undici.request",
          measures: "itself",
          run: () =>
            timed(async () => {
              const headers = { [signing.header]: key };
              const { body } = await request(signedUrl(server.baseUrl), { dispatcher, headers });
              return body.json();
            }),
        },
        {
          name: "client",
          measures: "itself",
          hold: "1.0",
          run: clientRun(server.baseUrl, fetch),
        },
      ],
      finish: async () => {
        await Promise.all([dispatcher.close(), fetch.close()]);
        server.stop();
      },
    };
  },
};

/** The same on the default transport. */
export const overFetch: Comparison = {
  title: `Signed queries over fetch, ${calls} with ${inFlight} in flight, CPU of the client`,
  rounds: 41,
  warmUps: 10,
  prepare: async () => {
    const server = await startServer();
    return {
      floor: "bare fetch",
      subjects: [
        {
          name: "bare fetch",
          measures: "itself",
          run: () =>
            timed(async () => {
              const headers = { [signing.header]: key };
              const answer = await fetch(signedUrl(server.baseUrl), { headers });
              return answer.json();
            }),
        },
        { name: "client", measures: "itself", hold: "1.2", run: clientRun(server.baseUrl) },
      ],
      finish: server.stop,
    };
  },
};

function clientRun(baseUrl: string, fetch?: Fetch): () => Promise<number> {
  // What is measured is the way of a call; waiting for the exchange's limits is none of it.
  const client = createClient({ baseUrl, apiKey: key, apiSecret: secret, fetch, limits: false });
  const query = { symbol: order.symbol, orderId: order.orderId };
  return () => timed(() => client.getOrder(query));
}

function signedUrl(baseUrl: string): string {
  const text = `symbol=${order.symbol}&orderId=${order.orderId}&timestamp=${Date.now()}`;
  const signature = createHmac("sha256", secret).update(text).digest("hex");
  return `${baseUrl}/api/v1/order?${text}&signature=${signature}`;
}

/** Milliseconds of this process's time that the calls take. */
async function timed(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  let left = calls;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function startServer(): Promise<{ readonly baseUrl: string; readonly stop: () => void }> {
  const child = spawn(process.execPath, ["-e", serverCode], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  return {
    baseUrl: `http://127.0.0.1:${port.toString().trim()}`,
    stop: () => void child.kill(),
  };
}
