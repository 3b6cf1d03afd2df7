/** `tradespec/sandbox` on Node: the sandbox, the same on a port, and a journal in a file. */

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

import { createHttpServer } from "./http/server.node.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./index.ts";
import { attachWebSocketServer, type StreamServer } from "./streams/websocket-server.node.ts";

export { openJournal } from "./exchange/journal.node.ts";
export * from "./index.ts";

export interface StartOptions extends SandboxOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Address to listen at; the default is only reachable from this machine. */
  readonly host?: string;
  /** How long a request may take to arrive, in milliseconds; 15,000 when absent. */
  readonly requestMs?: number;
}

export interface RunningSandbox {
  readonly sandbox: Sandbox;
  readonly port: number;
  /** Base addresses for a client. */
  readonly baseUrl: string;
  readonly streamUrl: string;
  /** Lets requests that are being handled end, for at most five seconds, and frees the port. */
  readonly close: () => Promise<void>;
}

const requestMsDefault = 15_000;

/** How long open requests may take while closing; below the five seconds that it may take. */
const drainMs = 4000;

/** Starts a sandbox on a port; it runs by the machine's clock unless a `now` or clock is given. */
export async function startSandbox(options: StartOptions): Promise<RunningSandbox> {
  const { port, host = "127.0.0.1", requestMs = requestMsDefault, ...rest } = options;
  const sandbox = createSandbox({ now: () => Date.now(), ...rest });
  const server = createHttpServer(sandbox, requestMs);
  const streams = attachWebSocketServer(server, sandbox);
  await listen(server, port, host).catch((error: unknown) => {
    sandbox.close();
    throw error;
  });
  const { port: bound } = server.address() as AddressInfo;
  const authority = `${host.includes(":") ? `[${host}]` : host}:${bound}`;
  return {
    sandbox,
    port: bound,
    baseUrl: `http://${authority}`,
    streamUrl: `ws://${authority}`,
    close: async () => {
      await close(server, streams);
      sandbox.close();
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function close(server: Server, streams: StreamServer): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  await streams.close();
  server.closeIdleConnections();
  await closed;
  clearTimeout(cut);
}
