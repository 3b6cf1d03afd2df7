/** `tradespec/sandbox` on Node: the sandbox, optionally on a port, and a journal file. */

import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { checkOptions, integer, text } from "../runtime/check-options.ts";
import { openFeed } from "./feed/socket.ts";
import type { HttpRequest } from "./http/messages.ts";
import { errorResponse } from "./http/request-handler.ts";
import { feedUpgrade, route, senderOf } from "./http/routes.ts";
import { createHttpServer, type HttpServer, type Responder } from "./http/server.node.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./index.ts";
import { attachWebSocketServer, type StreamServer } from "./streams/websocket-server.node.ts";

export { openJournal } from "./exchange/journal.node.ts";
export * from "./index.ts";

/** Options of a sandbox on a port. */
export interface StartOptions extends SandboxOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Address to listen on; the default is reachable only from this machine. */
  readonly host?: string;
  /** Timeout for receiving a request, in milliseconds; 15,000 when absent. */
  readonly requestMs?: number;
}

/** A sandbox that listens on a port. */
export interface RunningSandbox {
  readonly sandbox: Sandbox;
  /** The port, also where `0` was asked for. */
  readonly port: number;
  /** `baseUrl` for `createClient`. */
  readonly baseUrl: string;
  /** Address of the streams without the path: `createStreams` takes it with `/stream` appended. */
  readonly streamUrl: string;
  /**
   * Frees the port. Requests in progress may finish; after five seconds at most everything is
   * closed, whatever the clients do.
   */
  readonly close: () => Promise<void>;
}

/** Time for requests in progress when closing; less than the five seconds of `close`. */
const drainMs = 4000;

/** Starts a sandbox on a port; uses the machine's clock unless a `now` or clock is given. */
export async function startSandbox(options: StartOptions): Promise<RunningSandbox> {
  const { port, host = "127.0.0.1", requestMs = 15_000, ...rest } = Object(options) as StartOptions;
  const rules = { port: integer(0, 65_535), host: text, requestMs: integer(1) };
  checkOptions("startSandbox", { port, host, requestMs }, rules, "port");
  const sandbox = createSandbox({ now: () => Date.now(), ...rest });
  const routes = { ...sandbox, host };
  const { exchange } = sandbox;
  const responder: Responder = {
    handle: (request) => route(routes, request),
    refuse: (error, ip) => errorResponse(exchange, ip, error),
    after: exchange.after,
  };
  const http = createHttpServer(responder, requestMs);
  const streams = attachWebSocketServer(http, exchange, (target, from) => {
    const feed = feedUpgrade(routes, target, from);
    const ip = senderOf(from);
    if (feed !== undefined) {
      const read = (call: Omit<HttpRequest, "ip">) => sandbox.handleUnseen({ ...call, ip });
      return openFeed(sandbox.feed, { ...feed, read });
    }
    const result = sandbox.handshake(target, ip);
    if (result.kind !== "open") return result;
    const { kind, format, names } = result;
    return { kind, start: (client) => sandbox.open({ ...client, format }, names, ip) };
  });
  try {
    await once(http.server.listen(port, host), "listening");
  } catch (error) {
    sandbox.close();
    throw error;
  }
  const { port: bound } = http.server.address() as AddressInfo;
  const authority = `${host.includes(":") ? `[${host}]` : host}:${bound}`;
  return {
    sandbox,
    port: bound,
    baseUrl: `http://${authority}`,
    streamUrl: `ws://${authority}`,
    close: async () => {
      await close(http, streams);
      sandbox.close();
    },
  };
}

async function close({ server, connections }: HttpServer, streams: StreamServer): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const cut = setTimeout(connections.destroyAll, drainMs);
  await streams.close();
  server.closeIdleConnections();
  await closed;
  clearTimeout(cut);
}
