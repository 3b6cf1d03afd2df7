import { createClient } from "tradespec";
import { createStreams } from "tradespec/streams";

import { makeMarket } from "./maker.ts";

const { BASE_URL = "http://127.0.0.1:9700", STREAM_URL = "ws://127.0.0.1:9700/stream" } =
  process.env;
const { API_KEY = "sandbox-key-of-alice", API_SECRET = "sandbox-secret-of-alice" } = process.env;

const client = createClient({ baseUrl: BASE_URL, apiKey: API_KEY, apiSecret: API_SECRET });
const streams = createStreams({ url: STREAM_URL });
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
