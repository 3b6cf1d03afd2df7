/** `npm start`: the whole way once, from the written contract to a signed order. */

import { spawnSync } from "node:child_process";

import { type Client, createClient } from "../generated/index.ts";
import { streamName } from "../generated/streams.ts";
import { encodeJson } from "../runtime/encoding/json.ts";
import { seededKeys } from "../sandbox/exchange/seed.ts";
import { startSandbox } from "../sandbox/index.node.ts";
import { createPage } from "../sandbox/page/page.node.ts";
import { readCommandLine, readPort } from "./command-line.ts";
import { listen } from "./start/listen.ts";

const help = `
npm start                regenerate, start the sandbox, place a signed order, serve docs and page
  --once                 the same, and exit 0 when it is done
  --port N               port of the sandbox (default 9700; 0 takes a free one)
`;

const { values } = readCommandLine(help, {
  once: { type: "boolean", default: false },
  port: { type: "string", default: "9700" },
});
const port = readPort(values.port);

step("1  Generate everything from spec/");
runScript("scripts/generate.ts");

step("2  Render the docs");
runScript("scripts/docs.ts");

step("3  Start the sandbox exchange");
const [account] = seededKeys;
if (account === undefined) throw new Error("sandbox/exchange/seed.ts lists no account.");
const page = createPage(seededKeys, "generated/docs");
const sandbox = await startSandbox({ port, page, report: say }).catch(refuse);
say(`listening at ${sandbox.baseUrl} and ${sandbox.streamUrl}`);

step("4  Place a signed order through the generated client");
const exchange = createClient({
  baseUrl: sandbox.baseUrl,
  apiKey: account.apiKey,
  apiSecret: account.apiSecret,
});
await placeFirstOrder(exchange, "BTCUSDT");

if (values.once) {
  await sandbox.close();
  step("Done.");
} else {
  step("Serving until Ctrl-C");
  sandbox.sandbox.maker.start({});
  say(`trading page  ${sandbox.baseUrl}/`);
  say(`docs          ${sandbox.baseUrl}/docs/index.html`);
  process.once("SIGINT", () => void sandbox.close());
  process.once("SIGTERM", () => void sandbox.close());
}

/** Buys a little at the best ask, and tells what REST and the streams say of it. */
async function placeFirstOrder(client: Client, symbol: string): Promise<void> {
  const created = [await client.createListenKey()].flat();
  const keys = created.flatMap(({ listenKey }) => (listenKey === undefined ? [] : [listenKey]));
  const names = [streamName("depth", { symbol }), streamName("trade", { symbol }), ...keys];
  const stream = await listen(`${sandbox.streamUrl}/stream?streams=${names.join("/")}`);

  const { asks } = await client.getDepth({ symbol, limit: 5 });
  const price = asks[0]?.[0] ?? "1";
  say(`best ask is ${price}; buying 0.01 there`);
  const placed = await client.placeOrder({
    symbol,
    side: "BUY",
    type: "LIMIT",
    timeInForce: "GTC",
    quantity: "0.01",
    price,
  });
  show("REST, the answer to the placement", placed);
  if (placed.orderId !== undefined) {
    show("REST, the order as queried", await client.getOrder({ symbol, orderId: placed.orderId }));
  }
  for (const event of await stream.untilQuiet()) show("stream", event);
  stream.close();
}

function runScript(path: string): void {
  const { status } = spawnSync(process.execPath, [path], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

function refuse(error: NodeJS.ErrnoException): never {
  if (error.code !== "EADDRINUSE") throw error;
  process.stderr.write(`Port ${port} is taken; run: npm start -- --port 0\n`);
  process.exit(1);
}

function step(text: string): void {
  process.stdout.write(`\n${text}\n`);
}

function say(text: string): void {
  process.stdout.write(`   ${text}\n`);
}

/** Field by field, as many in a line as fit. */
function show(from: string, value: object): void {
  say(from);
  let line = "";
  for (const [name, field] of Object.entries(value)) {
    const text = `${name}: ${encodeJson(field)}  `;
    if (line !== "" && line.length + text.length > 96) {
      say(`  ${line}`);
      line = "";
    }
    line += text;
  }
  say(`  ${line}`);
}
