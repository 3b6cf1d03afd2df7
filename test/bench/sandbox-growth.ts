import { signing } from "../../generated/signing.ts";
import type { Comparison } from "./comparison.ts";
import { cpuOf, orders, signed, start } from "./sandbox-http.ts";

const sizes = [10_000, 100_000, 1_000_000];

/** A sandbox with more and more orders on record, as after days of a busy bot. */
export const sandboxGrowth: readonly Comparison[] = [
  growth("an order placed", (time) => orders(time)),
  growth("openOrders with 100 open", (time) => queries("openOrders", time, "")),
  growth("allOrders with limit 100", (time, onRecord) => {
    return queries("allOrders", time, `&limit=100&orderId=${onRecord / 2}`);
  }),
  {
    title: "Growth of memory of an order, its trades included, by orders on record",
    unit: "bytes",
    rounds: 1,
    warmUps: 0,
    prepare: () => onSandboxes((server) => server.ask({ kind: "bytes" })),
  },
];

/** The server's time on the processor for one of such requests. */
function growth(
  what: string,
  requestsAt: (time: number, onRecord: number) => readonly Buffer[],
): Comparison {
  let time = Date.now();
  return {
    title: `Growth of ${what}, server CPU by orders on record`,
    unit: "µs",
    rounds: 7,
    warmUps: 3,
    prepare: () => {
      return onSandboxes(async (server, onRecord) => {
        const requests = requestsAt((time += 3_600_000), onRecord);
        return (1000 * (await cpuOf(server, time, requests))) / requests.length;
      });
    },
  };
}

type Server = Awaited<ReturnType<typeof start>>;

async function onSandboxes(run: (server: Server, onRecord: number) => Promise<number>) {
  const servers = await Promise.all(sizes.map((onRecord) => start("sandbox", "", onRecord)));
  return {
    floor: `${sizes[0]} orders on record`,
    subjects: sizes.map((onRecord, index) => ({
      name: `${onRecord} orders on record`,
      measures: "itself" as const,
      run: () => {
        const server = servers[index];
        return server && run(server, onRecord);
      },
      hold: "at most 1.5",
    })),
    finish: () => servers.forEach(({ stop }) => stop()),
  };
}

/** Queries of alice, who has half of the orders. */
function queries(operation: string, time: number, fields: string): readonly Buffer[] {
  const query = signed(
    "alice",
    `symbol=BTCUSDT${fields}&recvWindow=${signing.windowMsMax}&timestamp=${time}`,
  );
  const head = `GET /api/v1/${operation}?${query} HTTP/1.1\r\nHost: a\r\n`;
  const request = Buffer.from(`${head}${signing.header}: sandbox-key-of-alice\r\n\r\n`);
  return Array.from({ length: 150 }, () => request);
}
