/** Signed requests and streams for tests of faults, without the client that they are meant for. */

import { createHmac } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";

import { signing } from "../../../generated/signing.ts";
import { createVirtualClock, type VirtualClock } from "../../../sandbox/exchange/clock.ts";
import { startSandbox } from "../../../sandbox/index.node.ts";
import { createSandbox, type Sandbox } from "../../../sandbox/index.ts";
import { openOrders } from "./orders-of.ts";

/** How requests reach a sandbox. */
export interface Line {
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  readonly streamUrl: string;
  readonly fetch: typeof fetch;
  readonly WebSocket: typeof WebSocket;
  /** Lets the sandbox's time pass. */
  readonly pass: (ms: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A sandbox in the same process, on a virtual clock. */
export async function lineInProcess(): Promise<Line> {
  const sandbox = createSandbox();
  return {
    sandbox,
    baseUrl: "http://sandbox",
    streamUrl: "ws://sandbox",
    fetch: sandbox.fetch,
    WebSocket: sandbox.WebSocket,
    pass: async (ms) => sandbox.clock?.run(ms),
    close: async () => sandbox.close(),
  };
}

/** A sandbox on a port, by the machine's clock unless another one is given. */
export async function lineOverPort(clock?: VirtualClock): Promise<Line> {
  const running = await startSandbox({ port: 0, ...(clock && { clock }) });
  const { sandbox, baseUrl, streamUrl, close } = running;
  const pass = async (ms: number): Promise<void> => {
    await arrive(running.port);
    await clock?.run(ms);
    await arrive(running.port);
  };
  return { sandbox, baseUrl, streamUrl, fetch, WebSocket, pass, close };
}

/** The same on a virtual clock, so that no delay depends on how busy the machine is. */
export function lineInVirtualTime(): Promise<Line> {
  return lineOverPort(createVirtualClock(Date.UTC(2024, 0, 15)));
}

/** Waits until what was sent before has arrived: the server closes connections in their order. */
async function arrive(port: number): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    const socket = connect(port, "127.0.0.1", () => socket.end("no HTTP\r\n\r\n"));
    await once(socket.resume(), "close");
  }
}

/** Asks for something that needs no key. */
export function get(line: Line, path = "/api/v1/time", init: RequestInit = {}): Promise<Response> {
  return line.fetch(`${line.baseUrl}${path}`, init);
}

type CallInit = RequestInit & { readonly account?: string };

/** Sends a signed request of an account. */
export function call(
  line: Line,
  method: string,
  path: string,
  fields: Readonly<Record<string, string>>,
  { account = "alice", ...init }: CallInit = {},
): Promise<Response> {
  const record = line.sandbox.accounts.find((one) => one.account === account);
  if (record === undefined) throw new Error(`the seed has lost ${account}`);
  const text = Object.entries({ ...fields, timestamp: String(line.sandbox.exchange.now()) })
    .map((pair) => pair.join("="))
    .join("&");
  const signature = createHmac("sha256", record.apiSecret).update(text).digest("hex");
  const headers = { [signing.header]: record.apiKey };
  const target = `${line.baseUrl}${path}?${text}&signature=${signature}`;
  return line.fetch(target, { method, headers, ...init });
}

/** Places an order that rests, with this client id. */
export function place(line: Line, newClientOrderId: string, init?: CallInit): Promise<Response> {
  return call(line, "POST", "/api/v1/order", { ...resting, newClientOrderId }, init);
}

const resting = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "0.001",
  price: "30000",
} as const;

/** Buys a little at once, which moves trades, book and balances. */
export function buy(line: Line, init?: CallInit): Promise<Response> {
  const fields = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.001" };
  return call(line, "POST", "/api/v1/order", fields, init);
}

/** Whether an account has an open order with this client id. */
export function isOpen(line: Line, clientId: string, account = "alice"): boolean {
  const orders = openOrders(line.sandbox.exchange.state.accounts.get(account));
  return orders.some(({ clientOrderId }) => clientOrderId === clientId);
}

/** A stream connection and what it has brought. */
export interface Stream {
  readonly socket: WebSocket;
  readonly texts: string[];
  /** How it ended: the close code. */
  readonly ended: Promise<number>;
}

/** Opens a connection; rejects when it is rejected. */
export async function stream(line: Line, ...names: readonly string[]): Promise<Stream> {
  const socket = new line.WebSocket(`${line.streamUrl}/stream?streams=${names.join("/")}`);
  const texts: string[] = [];
  socket.addEventListener("message", ({ data }: MessageEvent<string>) => texts.push(data));
  const ended = new Promise<number>((resolve) => {
    socket.addEventListener("close", ({ code }) => resolve(code));
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("close", () => reject(new Error("the connection was rejected")));
  });
  return { socket, texts, ended };
}

/** The listen key of an account. */
export async function listenKey(line: Line, account = "alice"): Promise<string> {
  const record = line.sandbox.accounts.find((one) => one.account === account);
  const response = await line.fetch(`${line.baseUrl}/api/v1/listenKey`, {
    method: "POST",
    headers: { [signing.header]: record?.apiKey ?? "" },
  });
  const created = [await response.json()].flat() as { listenKey: string }[];
  return created[0]?.listenKey ?? "";
}
