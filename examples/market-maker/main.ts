import { createClient } from "tradespec";
import { createStreams } from "tradespec/streams";

import { makeMarket } from "./maker.ts";

const {
  TRADESPEC_BASE_URL: baseUrl = "http://127.0.0.1:9700",
  TRADESPEC_STREAM_URL: url = "ws://127.0.0.1:9700/stream",
  TRADESPEC_KEY: apiKey = "sandbox-key-of-alice",
  TRADESPEC_SECRET: apiSecret = "sandbox-secret-of-alice",
} = process.env;

const client = createClient({ baseUrl, apiKey, apiSecret });
const streams = createStreams({ url });
const ending = new AbortController();
process.once("SIGINT", () => ending.abort());

await makeMarket(client, streams, {
  symbol: "BTCUSDT",
  quantity: "0.01",
  distance: 0.002,
  tolerance: 0.0005,
  everyMs: 1000,
  signal: ending.signal,
});
streams.close();
