/** One server of the fan-out measurement, in a process of its own; see `fan-out.ts`. */

import { WebSocketServer } from "ws";

import type { PlaceCommand } from "../../sandbox/engine/messages.ts";
import { startSandbox } from "../../sandbox/index.node.ts";
import { createSandbox } from "../../sandbox/index.ts";

/** Sends so many messages to everybody; the answer is the processor time in milliseconds. */
interface Burst {
  readonly messages: number;
}

const path = "btcusdt@trade";

/** Between the best prices of the book. */
const order = {
  kind: "place",
  symbol: "BTCUSDT",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: 100_000n,
  price: 4_467_000_000_000n,
} as const;

/** Trades before the loop lets the sockets write. */
const atOnce = 10;

const kind = process.argv[2];
const { port, send } = kind === "sandbox" ? await sandbox() : await floor();
process.on("message", ({ messages }: Burst) => void burst(messages));
process.on("disconnect", () => process.exit());
process.send?.(port);

async function burst(messages: number): Promise<void> {
  const before = process.cpuUsage();
  for (let count = 0; count < messages; count += 1) {
    send(count);
    if (count % atOnce === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await new Promise((resolve) => setImmediate(resolve));
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / 1000);
}

/** Two orders that trade with each other, and the other way round the next time: one message. */
function trades(execute: (command: PlaceCommand) => unknown) {
  return (count: number): void => {
    const [seller, buyer] = count % 2 === 0 ? ["alice", "bob"] : ["bob", "alice"];
    execute({ ...order, account: seller ?? "", side: "SELL" });
    execute({ ...order, account: buyer ?? "", side: "BUY" });
  };
}

async function sandbox() {
  // Time flies until the first message, as one address may not open so many connections at once;
  // nothing that is timed comes due.
  let time = Date.UTC(2024, 0, 15);
  let stepMs = 60_000;
  const now = (): number => (time += stepMs);
  const running = await startSandbox({ port: 0, now, after: () => () => {} });
  const next = trades(running.sandbox.exchange.execute);
  const send = (count: number): void => {
    stepMs = 0;
    next(count);
  };
  return { port: running.port, send };
}

/** The bare library, which sends the messages of a sandbox as they were. */
async function floor() {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
  await new Promise<void>((resolve) => server.once("listening", resolve));
  const source = createSandbox();
  let text = "";
  const reader = { format: "combined", close: () => {}, cut: () => {} } as const;
  const connection = source.hub.connect({ ...reader, send: (message) => (text = message.text) });
  connection.subscribe([path]);
  const next = trades(source.exchange.execute);
  const texts = [0, 1].map((count) => {
    next(count);
    return text;
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    send: (count: number) => {
      for (const client of server.clients) client.send(texts[count % 2] ?? "");
    },
  };
}
