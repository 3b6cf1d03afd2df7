/** Trades and follows book and account until a line comes, or the end; stopped for a while. */

import { once } from "node:events";

import { createClient } from "../../../generated/index.ts";
import { watchOrderBook } from "../../../generated/order-book.ts";
import { createStreams } from "../../../generated/stream-client.ts";
import { watchUserData } from "../../../generated/user-data.ts";
import { resting } from "../../support/world.ts";

const [baseUrl = "", url = "", apiKey = "", apiSecret = ""] = process.argv.slice(2);
const client = createClient({ baseUrl, apiKey, apiSecret, recvWindow: 1000, timeoutMs: 20_000 });
const streams = createStreams({ url, reconnectSpreadMs: 100 });
const kinds: string[] = [];
const session = watchUserData({ client, streams, symbols: ["BTCUSDT"] });
session.each(({ kind }) => kind !== "event" && kinds.push(kind));
const watched = watchOrderBook("BTCUSDT", { client, streams });
await Promise.all([session.whenLive(), watched.whenLive()]);

let isOver = false;
process.stdin.on("end", () => process.exit());
const over = once(process.stdin, "data").then(() => {
  isOver = true;
});
const outcomes: string[] = [];
while (!isOver) {
  const { kind, clientId } = await client.tryPlaceOrder(resting);
  outcomes.push(`${kind} ${clientId}`);
  process.stdout.write(".");
}
await over;
await Promise.all([session.whenLive(), watched.whenLive()]);
const open = session.orders().map(({ clientOrderId }) => clientOrderId);
watched.book.levels();
process.stdout.write(`\n${JSON.stringify({ outcomes, kinds, open })}\n`);
await session.close();
process.exit(0);
