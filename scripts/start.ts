/** `npm start`: from the written contract to a first signed order, step by step. */

import { spawnSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";

import { type Client, createClient } from "../generated/index.ts";
import { streamName } from "../generated/streams.ts";
import { normalForm } from "../runtime/encoding/decimal.ts";
import { seededKeys } from "../sandbox/config/accounts.ts";
import { startSandbox } from "../sandbox/index.node.ts";
import { createPage } from "../sandbox/page/page.node.ts";
import { pageAssets } from "./page/assets.ts";
import { readCommandLine, readPort } from "./shared/command-line.ts";

const help = `
npm start         generates the clients, starts the sandbox, places a signed order, and serves the
                  docs and the trading page until Ctrl-C
  --once          exits after the order instead
  --port N        port of the sandbox (default 9700; 0 for any free port)
`;

/** When no message has come for this long, the messages of an order are complete. */
const idleMs = 250;
const { values } = readCommandLine(help, {
  once: { type: "boolean", default: false },
  port: { type: "string", default: "9700" },
});
const port = readPort(values.port);

printStep("1  Generate the clients from spec/");
runScript("scripts/generate.js");

printStep("2  Render the docs");
runScript("scripts/docs.ts");

printStep("3  Start the sandbox exchange");
const [account] = seededKeys;
if (account === undefined) throw new Error("sandbox/config/accounts.ts lists no account.");
const { apiKey, apiSecret } = account;
const page = createPage(seededKeys, { assets: pageAssets(), docsFolder: "generated/docs" });
const sandbox = await startSandbox({ port, page, report: print }).catch(exitWhenPortTaken);
const { baseUrl, streamUrl } = sandbox;
print(`REST       ${baseUrl}/api/v1/time`);
print(`streams    ${streamUrl}/stream?streams=btcusdt@trade`);
print(`account    ${account.account}, API key ${apiKey}, secret ${apiSecret}`);

printStep("4  Place a signed order with the generated client");
await placeFirstOrder(createClient({ baseUrl, apiKey, apiSecret }), "BTCUSDT");

if (values.once) {
  await sandbox.close();
  printStep("Done.");
} else {
  printStep("The sandbox exchange is running; stop it with Ctrl-C.");
  sandbox.sandbox.maker.start({});
  print(`trading page  ${baseUrl}/`);
  print(`docs          ${baseUrl}/docs/`);
  process.once("SIGINT", () => void sandbox.close());
  process.once("SIGTERM", () => void sandbox.close());
}

/** Buys a little at the best ask, and prints what comes back over REST and the streams. */
async function placeFirstOrder(client: Client, symbol: string): Promise<void> {
  const created = [await client.createListenKey()].flat();
  const keys = created.flatMap(({ listenKey }) => (listenKey === undefined ? [] : [listenKey]));
  const names = [streamName("depth", { symbol }), streamName("trade", { symbol }), ...keys];
  const address = `${streamUrl}/stream`;
  const socket = new WebSocket(`${address}?streams=${names.join("/")}`);
  const events: StreamEvent[] = [];
  socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
    events.push((JSON.parse(data) as { data: StreamEvent }).data);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("close", () => reject(new Error(`No stream at ${address}.`)));
  });

  const { asks } = await client.getDepth({ symbol, limit: 5 });
  const price = asks[0]?.[0] ?? "1";
  print(`GET  /api/v1/depth   the best ask of ${symbol} is ${normalForm(price)}`);
  print(`POST /api/v1/order   BUY 0.01 ${symbol}, LIMIT at ${normalForm(price)}, GTC, signed`);
  const order = { symbol, side: "BUY", type: "LIMIT", timeInForce: "GTC" } as const;
  const placed = await client.placeOrder({ ...order, quantity: "0.01", price });
  print(`                     response: ${fields(placed)}`);
  if (placed.orderId !== undefined) {
    const { orderId } = placed;
    print(`GET  /api/v1/order   order ${orderId}`);
    print(`                     response: ${fields(await client.getOrder({ symbol, orderId }))}`);
  }
  print("stream               messages received since then");
  for (let seen = -1; seen < events.length; await setTimeout(idleMs)) seen = events.length;
  for (const event of events) print(`                     ${describeEvent(event)}`);
  socket.close();
}

type StreamEvent = Readonly<Record<string, unknown>>;

/** The most important fields of an order. */
function fields(order: object): string {
  const shown = ["orderId", "status", "side", "executedQty", "cumulativeQuoteQty"];
  return Object.entries(order)
    .filter(([name]) => shown.includes(name))
    .map(([name, value]) => `${name} ${normalForm(String(value))}`)
    .join(", ");
}

/** A stream message by its event type; see the docs for all fields. */
function describeEvent(event: StreamEvent): string {
  const text = (name: string): string => normalForm(String(event[name]));
  const rows = (list: unknown): string =>
    (list as readonly object[])
      .map((row) => Object.values(row).map(normalForm).join(" "))
      .join(", ");
  switch (event["e"]) {
    case "executionReport":
      return (
        `executionReport: order ${text("i")}, execution ${text("x")}, status ${text("X")}, ` +
        `executed ${text("z")}`
      );
    case "trade":
      return `trade ${text("t")}: ${text("q")} at ${text("p")}`;
    case "depthUpdate":
      return `depthUpdate ${text("u")}: bids [${rows(event["b"])}], asks [${rows(event["a"])}]`;
    case "outboundAccountPosition":
      return `outboundAccountPosition: asset, free, locked: ${rows(event["B"])}`;
    default:
      return JSON.stringify(event);
  }
}

function runScript(path: string): void {
  const { status } = spawnSync(process.execPath, [path], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

function exitWhenPortTaken(error: NodeJS.ErrnoException): never {
  if (error.code !== "EADDRINUSE") throw error;
  process.stderr.write(`Port ${port} is taken; run: npm start -- --port 0\n`);
  process.exit(1);
}

function printStep(text: string): void {
  process.stdout.write(`\n${text}\n`);
}

function print(text: string): void {
  process.stdout.write(`   ${text}\n`);
}
