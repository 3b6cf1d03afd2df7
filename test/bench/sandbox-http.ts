import { createHmac } from "node:crypto";

import { signing } from "../../generated/signing.ts";
import type { BookTicker } from "../../generated/types.ts";
import { createSandbox } from "../../sandbox/index.ts";
import type { Comparison, Prepared } from "./comparison.ts";
import { load } from "./load.ts";
import { startServer } from "./server-process.ts";

const connections = 32;

/** Requests between two moves of the clock: as many as the windows let pass. */
const perWindow = 900;
const windows = 10;
const windowMs = 3_600_000;

/** An exchange runs for days: both sides are measured when their code is compiled. */
const warmUps = 5;

/** A signed placement over a port: the server's own time on the processor, not the wall's. */
export const placing: Comparison = {
  title: `Server CPU of ${perWindow * windows} signed orders over a port`,
  rounds: 5,
  warmUps,
  prepare: async () => {
    const answer = await sampleOrder();
    const servers = {
      "bare node:http": await start("bare", answer),
      "sandbox without its feed": await start("unrecorded"),
      sandbox: await start("sandbox"),
      "sandbox, its feed read": await start("read"),
    };
    const hold = "at most 3.0; missed: reading, checking and matching an order add 1.7";
    return compare(servers, orders, hold);
  },
};

const depthPath = "/api/v1/depth?symbol=BTCUSDT&limit=20";
const depthRequest = Buffer.from(`GET ${depthPath} HTTP/1.1\r\nHost: a\r\n\r\n`);

/** A book of 20 levels over a port, with all checks. */
export const asking: Comparison = {
  title: `Server CPU of ${perWindow * windows} books of 20 levels over a port`,
  rounds: 5,
  warmUps,
  prepare: async () => {
    const answer = await (await createSandbox().fetch(`http://sandbox${depthPath}`)).text();
    const servers = {
      "bare node:http": await start("bare", answer),
      sandbox: await start("sandbox"),
    };
    const requests = Array.from({ length: perWindow }, () => depthRequest);
    return compare(
      servers,
      () => requests,
      "at most 2.2; keeping each request for the page adds 0.5",
    );
  },
};

function compare(
  servers: Readonly<Record<string, Server>>,
  requestsAt: (time: number) => readonly Buffer[],
  hold: string,
): Prepared {
  let time = Date.now();
  const run = async (server: Server): Promise<number> => {
    let cpu = 0;
    for (let window = 0; window < windows; window += 1) {
      time += windowMs;
      cpu += await cpuOf(server, time, requestsAt(time));
    }
    return cpu;
  };
  return {
    floor: "bare node:http",
    subjects: Object.entries(servers).map(([name, server]) => ({
      name,
      measures: "itself",
      run: () => run(server),
      ...(name === "sandbox" && { hold }),
    })),
    finish: () => Object.values(servers).forEach(({ stop }) => stop()),
  };
}

/** Milliseconds that the server needs for some requests at a time of its clock. */
export async function cpuOf({ port, ask }: Server, now: number, requests: readonly Buffer[]) {
  const before = await ask({ kind: "clock", now });
  await load(port, requests, connections);
  return (await ask({ kind: "cpu" })) - before;
}

/** What the process that measures may ask a server; each question gets one message back. */
export type Question =
  | { readonly kind: "cpu" | "bytes" }
  | { readonly kind: "clock"; readonly now: number };

type ServerKind = "bare" | "unrecorded" | "sandbox" | "read";

interface Server {
  readonly port: number;
  /** Milliseconds of processor time that the server has used until now. */
  readonly ask: (question: Question) => Promise<number>;
  readonly stop: () => void;
}

/** Starts a server; a sandbox may have some orders on record already. */
export async function start(kind: ServerKind, answer = "", onRecord = 0): Promise<Server> {
  const words = [kind, answer, String(onRecord)];
  const { ready: port, ...rest } = await startServer<number>("sandbox-server.ts", ...words);
  return { port, ...rest };
}

const path = "/api/v1/ticker/bookTicker?symbol=BTCUSDT";
const best = (await (await createSandbox().fetch(`http://sandbox${path}`)).json()) as BookTicker;

/** Between the best prices of the market maker, so that orders trade with each other alone. */
export const price = Math.ceil(Number(best.bidPrice));

/** Both sides of as many trades, by two accounts. */
export function orders(timestamp: number): Buffer[] {
  return Array.from({ length: perWindow }, (_, index) => {
    const name = index % 4 === 0 || index % 4 === 3 ? "alice" : "bob";
    const side = index % 2 === 0 ? "BUY" : "SELL";
    const fields =
      `symbol=BTCUSDT&side=${side}&type=LIMIT&timeInForce=GTC&quantity=0.001&price=${price}` +
      `&newClientOrderId=bench-${timestamp}-${index}&recvWindow=${signing.windowMsMax}&timestamp=${timestamp}`;
    const body = signed(name, fields);
    const head =
      `POST /api/v1/order HTTP/1.1\r\nHost: a\r\n${signing.header}: sandbox-key-of-${name}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`;
    return Buffer.from(head + body);
  });
}

/** The fields of a request of an account, with their signature. */
export function signed(name: string, fields: string): string {
  const secret = `sandbox-secret-of-${name}`;
  return `${fields}&signature=${createHmac("sha256", secret).update(fields).digest("hex")}`;
}

/** What an order like these is answered with. */
async function sampleOrder(): Promise<string> {
  const sandbox = createSandbox();
  const [first = Buffer.alloc(0)] = orders(sandbox.exchange.now());
  const [head = "", body = ""] = first.toString().split("\r\n\r\n");
  const key = /APIKEY: (\S+)/.exec(head)?.[1] ?? "";
  const init = { method: "POST", headers: { [signing.header]: key }, body };
  return (await sandbox.fetch("http://sandbox/api/v1/order", init)).text();
}
