/**
 * One script of everything that a sandbox does, run as a program of its own: it writes the event
 * log, and behind it what a client was answered.
 */

import { createClient } from "../../../generated/index.ts";
import { createSandbox } from "../../../sandbox/index.ts";

const lines: string[] = [];
const sandbox = createSandbox({ seed: "script", maker: true, onLog: (line) => lines.push(line) });
const { clock, accounts, control } = sandbox;
const [alice] = accounts;
if (clock === undefined || alice === undefined) throw new Error("the sandbox has no clock");
const { apiKey: key, apiSecret: secret } = alice;
const client = createClient({
  baseUrl: "http://sandbox",
  apiKey: key,
  apiSecret: secret,
  fetch: sandbox.fetch,
  now: clock.now,
  after: clock.after,
});

const answers: unknown[] = [];
const symbol = "BTCUSDT";
await client.createListenKey();
for (let round = 0; round < 8; round += 1) {
  clock.advance(2500);
  const side = round % 2 === 0 ? "BUY" : "SELL";
  const newClientOrderId = `script-${round}`;
  const order = { symbol, side, newClientOrderId } as const;
  answers.push(await client.placeOrder({ ...order, type: "MARKET", quantity: "0.01" }));
  const { bids } = await client.getDepth({ symbol, limit: 5 });
  const rest = { type: "LIMIT", timeInForce: "GTC", quantity: "0.02" } as const;
  const price = bids[3]?.[0] ?? "1";
  const resting = { ...rest, symbol, price, side: "BUY", newClientOrderId: `r-${round}` } as const;
  answers.push(await client.placeOrder(resting));
  if (round % 3 === 0) await client.cancelOrder({ symbol, origClientOrderId: `r-${round}` });
  await control({ command: "deposit", account: "alice", asset: "THB", amount: `0.0${round}1` });
}
await control({ command: "maintenance", symbol });
clock.jump(clock.now() + 86_400_000);
answers.push(await client.getTicker24hr({ symbol }));
answers.push(await client.getKlines({ symbol, interval: "1M" }));
for (const line of [...lines, ...answers.map((answer) => JSON.stringify(answer))]) {
  process.stdout.write(`${line}\n`);
}
