import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { createClient } from "../../generated/index.ts";
import { createSandbox } from "../../sandbox/index.ts";
import type { Comparison } from "./comparison.ts";

const calls = 500;

/** A call of the client, checked and decoded, against the bare fetch of the same address. */
export const calling: Comparison = {
  title: `Calls over loopback, ${calls} in turn`,
  rounds: 9,
  prepare: async () => {
    const sandbox = createSandbox();
    const path = "/api/v1/depth?symbol=BTCUSDT&limit=20";
    const body = await (await sandbox.fetch(`http://sandbox${path}`)).text();
    const server = createServer((_, response) => response.end(body));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // Waiting for the exchange's limits is no part of what is measured.
    const client = createClient({ baseUrl, limits: false });
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
