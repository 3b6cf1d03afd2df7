import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { createClient } from "../../generated/index.ts";
import { createSandbox } from "../../sandbox/index.ts";
import type { Comparison } from "./comparison.ts";
import { outOfReach } from "./exchange-server.ts";

const calls = 500;

/** A call of the client, checked and decoded, against the bare fetch of the same address. */
export const calling: Comparison = {
  title: `Calls over loopback, ${calls} in turn`,
  rounds: 9,
  prepare: async () => {
    const sandbox = createSandbox();
    const path = "/api/v1/depth?symbol=BTCUSDT&limit=20";
    const answer = (asked: string) => sandbox.fetch(`http://sandbox${asked}`);
    const body = await (await answer(path)).text();
    const rules = outOfReach((await (await answer("/api/v1/exchangeInfo")).json()) as object);
    const server = createServer(({ url }, response) =>
      response.end(url === path ? body : JSON.stringify(rules)),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = createClient({ baseUrl });
    await client.getExchangeInfo();
    return {
      floor: "bare fetch",
      subjects: [
        {
          name: "bare fetch",
          run: () => repeat(async () => JSON.parse(await (await fetch(baseUrl + path)).text())),
        },
        {
          name: "client, depth",
          run: () => repeat(() => client.getDepth({ symbol: "BTCUSDT", limit: 20 })),
        },
      ],
      finish: () => {
        server.closeAllConnections();
        server.close();
      },
    };
  },
};

async function repeat(work: () => Promise<unknown>): Promise<void> {
  for (let call = 0; call < calls; call += 1) await work();
}
