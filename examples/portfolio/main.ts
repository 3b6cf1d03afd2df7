import { createClient } from "tradespec";
import { createStreams } from "tradespec/streams";

import { servePortfolio } from "./server.ts";

const { BASE_URL = "http://127.0.0.1:9700", STREAM_URL = "ws://127.0.0.1:9700/stream" } =
  process.env;
const { API_KEY = "sandbox-key-of-alice", API_SECRET = "sandbox-secret-of-alice" } = process.env;
const { PORT = "8080" } = process.env;

const client = createClient({ baseUrl: BASE_URL, apiKey: API_KEY, apiSecret: API_SECRET });
const streams = createStreams({ url: STREAM_URL });
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
