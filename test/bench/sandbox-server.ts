/** One server of the sandbox's measurements, in a process of its own; see `sandbox-http.ts`. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { errorResponse } from "../../sandbox/http/request-handler.ts";
import { route } from "../../sandbox/http/routes.ts";
import { createHttpServer, type Responder } from "../../sandbox/http/server.node.ts";
import { createSandbox, type Sandbox, startSandbox } from "../../sandbox/index.node.ts";
import { price, type Question } from "./sandbox-http.ts";

const [kind = "bare", body = "{}", given = "0"] = process.argv.slice(2);
const onRecord = Number(given);
const headers = {
  "Content-Type": "application/json; charset=utf-8",
  "Content-Length": Buffer.byteLength(body),
};
const unit = 100_000_000n;
const openOrders = 100;

let now = 0;
let bytes = 0;
const port = kind === "bare" ? await floor() : await sandbox();
process.on("message", (question: Question) => {
  if (question.kind === "clock") now = question.now;
  if (question.kind === "bytes") return process.send?.(bytes);
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1000);
});
process.on("disconnect", () => process.exit());
process.send?.(port);

/** The whole exchange, whose clock stands until the measuring process moves it. */
async function sandbox(): Promise<number> {
  now = Date.now();
  // Beyond the orders of both accounts the oldest are dropped: the record stays as long as it is.
  const recorded = onRecord > 0 ? ({ limits: "off", history: onRecord / 2 } as const) : {};
  const options = { now: () => now, ...recorded };
  if (kind === "unrecorded") {
    const unseen = createSandbox(options);
    const { exchange } = unseen;
    const routes = { ...unseen, handleRequest: unseen.handleUnseen };
    const handle: Responder["handle"] = (request) => route(routes, request);
    const refuse: Responder["refuse"] = (error, ip) => errorResponse(exchange, ip, error);
    return listen(createHttpServer({ handle, refuse, after: exchange.after }, 60_000).server);
  }
  const { sandbox: exchange, port: bound } = await startSandbox({ port: 0, ...options });
  if (kind === "read") {
    exchange.on("request", () => {});
    exchange.on("order", () => {});
  }
  if (onRecord > 0) record(exchange);
  return bound;
}

/** Places orders that trade with each other, after some of alice that stay open. */
function record({ exchange: { execute } }: Sandbox): void {
  const order = {
    kind: "place",
    symbol: "BTCUSDT",
    type: "LIMIT",
    quantity: unit / 1000n,
  } as const;
  for (const account of ["alice", "bob"]) {
    for (const asset of ["BTC", "USDT"]) {
      execute({ kind: "deposit", account, asset, amount: 1_000_000n * unit });
    }
  }
  for (let index = 0; index < openOrders; index += 1) {
    execute({ ...order, account: "alice", side: "BUY", price: BigInt(40_000 + index) * unit });
  }
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < onRecord; index += 1) {
    const account = index % 4 === 0 || index % 4 === 3 ? "alice" : "bob";
    const side = index % 2 === 0 ? "BUY" : "SELL";
    const clientOrderId = `recorded-${index}`;
    execute({ ...order, account, side, price: BigInt(price) * unit, clientOrderId });
  }
  globalThis.gc?.();
  bytes = (process.memoryUsage().heapUsed - before) / onRecord;
}

/** A bare server with one answer. */
async function floor(): Promise<number> {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(200, headers).end(body));
  });
  return listen(server);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
