/** `npm run soak`: measures whether the heap of client and sandbox grows under a steady load. */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { createClient } from "../generated/index.ts";
import { watchOrderBook } from "../generated/order-book.ts";
import { createStreams } from "../generated/stream-client.ts";
import { watchUserData } from "../generated/user-data.ts";
import { seededKeys } from "../sandbox/config/accounts.ts";
import { startSandbox } from "../sandbox/index.node.ts";
import { readCommandLine, refuseValue } from "./shared/command-line.ts";

const help = `
Places and cancels orders and follows trades, the order book and the account, on a sandbox with
bounded history in another process. Measures the heap of both after garbage collection; exits 1 if one
grows by 0.2 MB a minute or more.

npm run soak
  --seconds N      duration (default 300), after half a minute of warm-up
`;

const slopeMax = 0.2;
/** Orders and trades that the sandbox keeps: few, so that they are full before the measurement. */
const history = 200;
/** Turns without a pause before it: a session keeps its last 1,000 orders, a turn has two. */
const turnsBefore = 550;
const symbol = "BTCUSDT";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

if (process.send === undefined) await load();
else await serve();

/** The sandbox's process: sends its address, then its heap for each message. */
async function serve(): Promise<void> {
  const { baseUrl, streamUrl } = await startSandbox({ port: 0, history, maker: true });
  process.on("message", () => process.send?.(heapMb()));
  process.on("disconnect", () => process.exit());
  process.send?.({ baseUrl, streamUrl });
}

async function load(): Promise<void> {
  const { values } = readCommandLine(help, { seconds: { type: "string", default: "300" } });
  const seconds = Number(values.seconds);
  if (!(seconds >= 10)) refuseValue(`--seconds is "${values.seconds}"; give 10 or more.`);
  const sandbox = fork(import.meta.filename);
  try {
    const [address] = (await once(sandbox, "message")) as [Address];
    process.stdout.write("Warming up\n");
    const stop = await trade(address);
    const grown = await measure(sandbox, seconds);
    await stop();
    process.exitCode = grown ? 1 : 0;
  } finally {
    sandbox.kill();
  }
}

interface Address {
  readonly baseUrl: string;
  readonly streamUrl: string;
}

/** Fills bounded histories, then keeps up a steady load; resolves to a function that stops it. */
async function trade({ baseUrl, streamUrl }: Address): Promise<() => Promise<void>> {
  const [{ apiKey, apiSecret } = { apiKey: "", apiSecret: "" }] = seededKeys;
  const streams = createStreams({ url: `${streamUrl}/stream` });
  const client = createClient({ baseUrl, apiKey, apiSecret });
  const userData = watchUserData({ client, streams, symbols: [symbol] });
  const watched = watchOrderBook(symbol, { streams, client });
  await watched.whenLive();
  const order = { symbol, side: "BUY", quantity: "0.01" } as const;
  let isRunning = true;
  const turn = async (side: "BUY" | "SELL"): Promise<void> => {
    const [bid] = (await client.getDepth({ symbol, limit: 5 })).bids;
    const limit = { ...order, type: "LIMIT", timeInForce: "GTC" } as const;
    const { orderId = 0 } = await client.placeOrder({ ...limit, price: bid?.[0] ?? "40000.00" });
    await client.placeOrder({ ...order, type: "MARKET", side });
    // Somebody may have filled it meanwhile.
    await client.cancelOrder({ symbol, orderId }).catch(() => undefined);
    watched.book.best();
  };
  const reading = async (events: AsyncIterable<unknown>): Promise<void> => {
    for await (const _ of events) if (!isRunning) return;
  };
  const work = [reading(streams.trade(symbol)), reading(userData)];
  for (let at = 0; at < turnsBefore; at += 1) await turn(at % 2 === 0 ? "BUY" : "SELL");
  const placing = async (): Promise<void> => {
    for (let at = 0; isRunning; at += 1) {
      await turn(at % 2 === 0 ? "BUY" : "SELL");
      await setTimeout(100);
    }
  };
  const placed = placing();
  return async () => {
    isRunning = false;
    // Its last turn reads the book.
    await placed;
    watched.close();
    await userData.close();
    streams.close();
    await Promise.allSettled(work);
  };
}

/** Prints the heaps over time; whether one of them grows too fast. */
async function measure(sandbox: ChildProcess, seconds: number): Promise<boolean> {
  const samples: { minutes: number; client: number; sandbox: number }[] = [];
  const stepMs = Math.max(2_000, (seconds * 1000) / 60);
  const start = performance.now();
  for (let at = stepMs; at <= seconds * 1000; at += stepMs) {
    await setTimeout(start + at - performance.now());
    sandbox.send("heap");
    const [heap] = (await once(sandbox, "message")) as [number];
    const sample = { minutes: at / 60_000, client: heapMb(), sandbox: heap };
    samples.push(sample);
    process.stdout.write(
      `${Math.round(at / 1000)} of ${seconds} s: heap of the client ${sample.client.toFixed(2)} MB, ` +
        `of the sandbox ${heap.toFixed(2)} MB\n`,
    );
  }
  const measured = samples.slice(Math.floor(samples.length / 5));
  const slopes = (["client", "sandbox"] as const).map((name) => {
    const points = measured.map((sample) => [sample.minutes, sample[name]] as const);
    const { slope, error } = slopeOf(points);
    const grown = `${slope.toFixed(3)} ± ${error.toFixed(3)} MB a minute (standard error)`;
    process.stdout.write(`${name}: ${grown}; must be below ${slopeMax}\n`);
    return slope;
  });
  return slopes.some((slope) => !(slope < slopeMax));
}

/** The slope of the line nearest to some points, by least squares, and its standard error. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]) {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middleX, middleY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const rise = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0);
  const spread = points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0);
  const slope = rise / spread;
  const rests = points.map(([x, y]) => y - middleY - slope * (x - middleX));
  const variance = rests.reduce((sum, rest) => sum + rest ** 2, 0) / (points.length - 2);
  return { slope, error: Math.sqrt(variance / spread) };
}

function heapMb(): number {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
