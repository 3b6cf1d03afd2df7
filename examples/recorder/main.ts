import { createClient } from "tradespec";

import { record } from "./recorder.ts";

const { TRADESPEC_BASE_URL: baseUrl = "http://127.0.0.1:9700", DATABASE = "market.db" } =
  process.env;

const ending = new AbortController();
process.once("SIGINT", () => ending.abort());

await record(createClient({ baseUrl }), DATABASE, {
  symbols: ["BTCUSDT", "ETHUSDT"],
  startTime: Date.now() - 3_600_000,
  signal: ending.signal,
});
