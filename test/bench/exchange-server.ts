/** An exchange that answers at once with recorded responses, so that only clients are measured. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { loadRecordings } from "../../testing/recordings/files.node.ts";

/** Starts it in a process of its own. */
export async function startExchange() {
  const child = spawn(process.execPath, [import.meta.filename], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  return {
    baseUrl: `http://127.0.0.1:${port.toString().trim()}`,
    stop: () => void child.kill(),
  };
}

/** A placed order has the client id of its request. */
async function serve(): Promise<void> {
  const { calls } = await loadRecordings("spec/examples");
  const valueFor = (name: string) => calls.find((call) => call.name === name)?.value as object;
  const [rules, found] = ["getExchangeInfo.default", "getOrder.default"].map((name) => {
    return JSON.stringify(valueFor(name));
  });
  const placed = valueFor("placeOrder.rests");
  const bodyOf = (method: string | undefined, { pathname, searchParams }: URL) => {
    if (pathname.endsWith("/exchangeInfo")) return rules;
    if (pathname.endsWith("/time")) return JSON.stringify({ serverTime: Date.now() });
    if (method === "GET") return found;
    return JSON.stringify({ ...placed, clientOrderId: searchParams.get("newClientOrderId") });
  };
  const server = createServer(({ method, url = "/" }, response) => {
    response.setHeader("content-type", "application/json");
    response.end(bodyOf(method, new URL(url, "http://127.0.0.1")));
  });
  server.keepAliveTimeout = 60_000;
  await once(server.listen(0, "127.0.0.1"), "listening");
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
}

if (import.meta.main) await serve();
