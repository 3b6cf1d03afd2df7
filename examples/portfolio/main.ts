import { createClient } from "tradespec";
import { createStreams } from "tradespec/streams";

import { servePortfolio } from "./server.ts";

const {
  TRADESPEC_BASE_URL: baseUrl = "http://127.0.0.1:9700",
  TRADESPEC_STREAM_URL: url = "ws://127.0.0.1:9700/stream",
  TRADESPEC_KEY: apiKey = "sandbox-key-of-alice",
  TRADESPEC_SECRET: apiSecret = "sandbox-secret-of-alice",
} = process.env;
const { PORT = "8080" } = process.env;

const client = createClient({ baseUrl, apiKey, apiSecret });
const streams = createStreams({ url });
const { server, close } = servePortfolio(client, streams, ["BTCUSDT", "ETHUSDT"]);
server.listen(Number(PORT), "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : PORT;
  console.log(`http://127.0.0.1:${port}/`);
});
process.once("SIGINT", async () => {
  await close();
  streams.close();
});
