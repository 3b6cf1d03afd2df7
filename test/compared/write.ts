/**
 * Writes docs/mistakes.md: `node test/compared/write.ts FOLDER`, where FOLDER has the other
 * packages in its node_modules (`npm install binance @binance/spot ccxt`).
 */

import { readFileSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";

import { type Credentials, mistakes, type Place, placeWithTradespec, rowOf } from "./mistakes.ts";

const folder = resolve(process.argv[2] ?? ".");
const require = createRequire(join(folder, "index.js"));
const page = "docs/mistakes.md";

/** The other clients speak to `/api/v3`, and one reads lists of margin pairs first. */
async function behindFront<T>(
  credentials: Credentials,
  place: (moved: Credentials) => Promise<T>,
): Promise<T> {
  const front = createServer((incoming, response) => {
    const path = (incoming.url ?? "").replace("/api/v3/", "/api/v1/");
    if (path.startsWith("/sapi/")) return void response.end("[]");
    const target = new URL(path, credentials.baseUrl);
    const headers = { ...incoming.headers, host: target.host };
    const outgoing = request(target, { method: incoming.method ?? "GET", headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", () => incoming.socket.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((listening) => front.listen(0, "127.0.0.1", listening));
  const { port } = front.address() as AddressInfo;
  try {
    // Where the exchange is not there, the front must not be there either.
    const isAbsent = credentials.baseUrl.endsWith(":2");
    const baseUrl = isAbsent ? credentials.baseUrl : `http://127.0.0.1:${port}`;
    return await place({ ...credentials, baseUrl });
  } finally {
    front.closeAllConnections();
    front.close();
  }
}

const clients: Readonly<Record<string, Place>> = {
  tradespec: placeWithTradespec,
  binance: (credentials, order) =>
    behindFront(credentials, ({ baseUrl, apiKey, apiSecret }) => {
      const { MainClient } = require("binance");
      return new MainClient({ api_key: apiKey, api_secret: apiSecret, baseUrl }).submitNewOrder(
        order,
      );
    }),
  "@binance/spot": (credentials, order) =>
    behindFront(credentials, async ({ baseUrl, ...keys }) => {
      const { Spot } = require("@binance/spot");
      const client = new Spot({ configurationRestAPI: { ...keys, basePath: baseUrl } });
      return (await client.restAPI.newOrder(order)).data();
    }),
  ccxt: (credentials, order) =>
    behindFront(credentials, ({ baseUrl, apiKey, apiSecret }) => {
      const { binance } = require("ccxt");
      const options = { fetchCurrencies: false, fetchMarkets: { types: ["spot"] } };
      const exchange = new binance({ apiKey, secret: apiSecret, options });
      for (const [name, url] of Object.entries<unknown>(exchange.urls.api)) {
        if (typeof url === "string")
          exchange.urls.api[name] = url.replace(/^https:\/\/[^/]+/u, baseUrl);
      }
      const { symbol, type, side, quantity, price, newClientOrderId } = order;
      const unified = symbol === "BTCUSDT" ? "BTC/USDT" : symbol;
      const params = newClientOrderId === undefined ? {} : { newClientOrderId };
      const words = [type.toLowerCase(), side.toLowerCase()];
      return exchange.createOrder(unified, ...words, quantity, price, params);
    }),
};

const head = `| client | times sent | order at the exchange | what the program is given |
|---|---|---|---|
`;
let measured = "";
for (const mistake of mistakes) {
  measured += `\n## ${mistake.title}\n\n${head}`;
  for (const [name, place] of Object.entries(clients)) {
    measured += await rowOf(name, mistake, place);
  }
}
const [intro = ""] = readFileSync(page, "utf8").split("<!-- measured -->");
writeFileSync(page, `${intro}<!-- measured -->\n${measured}`);
// One of the clients keeps a timer that never ends.
process.exit();
