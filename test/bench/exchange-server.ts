/** An exchange that answers at once with recorded responses, so that only clients are measured. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { loadRecordings } from "../../testing/recordings/files.node.ts";
import { startServer } from "./server-process.ts";

/** Starts it in a process of its own; one response to a placement in so many is lost. */
export async function startExchange(lostEvery = Number.POSITIVE_INFINITY) {
  const { ready: port, stop } = await startServer<number>("exchange-server.ts", `${lostEvery}`);
  return { baseUrl: `http://127.0.0.1:${port}`, stop };
}

/** What the exchange says at `/counted` of the placements since it was asked last. */
export interface Counted {
  readonly requests: number;
  readonly orders: number;
}

/** A placed order has the client id of its request, and is found by it. */
async function serve(lostEvery: number): Promise<void> {
  const { calls } = await loadRecordings("spec/examples");
  const valueFor = <Value = object>(name: string) =>
    calls.find((call) => call.name === name)?.value as Value;
  const info = valueFor<{ readonly rateLimits: readonly object[] }>("getExchangeInfo.default");
  // Counted and never reached: waiting for limits is no part of what is measured.
  const rateLimits = info.rateLimits.map((each) => ({ ...each, limit: 1_000_000_000 }));
  const rules = { ...info, rateLimits };
  const found = valueFor("getOrder.default");
  const placed = valueFor("placeOrder.rests");
  let requests = 0;
  let orders = new Set<string>();
  const count = (): Counted => {
    const counted = { requests, orders: orders.size };
    [requests, orders] = [0, new Set()];
    return counted;
  };
  const place = ({ searchParams }: URL): object | undefined => {
    requests += 1;
    const clientOrderId = searchParams.get("newClientOrderId") ?? `${requests}`;
    orders.add(clientOrderId);
    return requests % lostEvery === 0 ? undefined : { ...placed, clientOrderId };
  };
  const answerOf = ({ pathname, searchParams }: URL): object => {
    if (pathname === "/counted") return count();
    if (pathname.endsWith("/exchangeInfo")) return rules;
    if (pathname.endsWith("/time")) return { serverTime: Date.now() };
    const clientOrderId = searchParams.get("origClientOrderId");
    if (clientOrderId === null) return found;
    if (orders.has(clientOrderId)) return { ...found, clientOrderId };
    return { code: -2013, msg: "Order does not exist." };
  };
  const server = createServer(({ method, url = "/", socket }, response) => {
    const asked = new URL(url, "http://127.0.0.1");
    const answer = method === "POST" ? place(asked) : answerOf(asked);
    if (answer === undefined) return void socket.destroy();
    response.statusCode = "code" in answer ? 400 : 200;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer));
  });
  server.keepAliveTimeout = 60_000;
  process.on("disconnect", () => process.exit());
  await once(server.listen(0, "127.0.0.1"), "listening");
  process.send?.((server.address() as AddressInfo).port);
}

if (import.meta.main) await serve(Number(process.argv[2]));
