/**
 * Serves a page with the balances and open orders of an account, as they change. The secret stays
 * here: the page gets numbers, and can do nothing.
 */

import { readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";

import type { Client } from "tradespec";
import type { Streams } from "tradespec/streams";
import { watchUserData } from "tradespec/user-data";

const page = readFileSync(new URL("page.html", import.meta.url));

export interface Portfolio {
  readonly server: Server;
  readonly close: () => Promise<void>;
}

export function servePortfolio(client: Client, streams: Streams, symbols: string[]): Portfolio {
  const account = watchUserData({ client, streams, symbols });
  const readers = new Set<ServerResponse>();

  function snapshot(): string {
    const isHeld = (balance: { free?: string; locked?: string }) =>
      Number(balance.free) + Number(balance.locked) > 0;
    const state = account.state();
    const [balances, orders] = [account.balances().filter(isHeld), account.orders()];
    // Ids may be longer than a JSON number can hold.
    const asText = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value);
    return `data: ${JSON.stringify({ state, balances, orders }, asText)}\n\n`;
  }

  account.each(() => {
    const text = snapshot();
    for (const reader of readers) reader.write(text);
  });

  const server = createServer((request, response) => {
    if (request.url === "/") {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(page);
    } else if (request.url === "/events") {
      const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-store" };
      response.writeHead(200, headers).write(snapshot());
      readers.add(response);
      response.on("close", () => readers.delete(response));
    } else {
      response.writeHead(404).end();
    }
  });
  return {
    server,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await account.close();
    },
  };
}
