/** The fixture server on a port of this machine. */

import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { checkOptions, integer } from "../../runtime/check-options.ts";
import { machine } from "../../sandbox/defaults.ts";
import type { HttpResponse } from "../../sandbox/http/messages.ts";
import { createHttpServer, type Responder } from "../../sandbox/http/server.node.ts";
import type { Connection } from "../../sandbox/streams/connection.ts";
import { messageOf } from "../../sandbox/streams/hub.ts";
import { attachWebSocketServer, type Client } from "../../sandbox/streams/websocket-server.node.ts";
import { keyHeader } from "../recordings/call-recording.ts";
import type { Recordings } from "../recordings/recordings.ts";
import {
  createFixtureServer,
  type FixtureOptions,
  type FixtureServer,
  fixtureRules,
  type PlainResponse,
  refusalResponse,
} from "./server.ts";

/** A listening fixture server. */
export interface FixturePort {
  readonly baseUrl: string;
  /** Address of the streams, including `/stream`. */
  readonly streamUrl: string;
  readonly close: () => Promise<void>;
}

/** Options of a fixture server on a port. */
export interface FixturePortOptions extends FixtureOptions {
  /** A free port when absent. */
  readonly port?: number;
  /** Timeout for receiving a request, in milliseconds; 15,000 when absent. */
  readonly requestMs?: number;
}

/** Starts a fixture server on the loopback address. */
export async function openFixturePort(
  recordings: Partial<Recordings>,
  options: FixturePortOptions = {},
): Promise<FixturePort> {
  const { port = 0, requestMs = 15_000, ...fixtureOptions } = options;
  const rules = { ...fixtureRules, port: integer(0, 65_535), requestMs: integer(1) };
  checkOptions("openFixturePort", options, rules);
  const fixture = createFixtureServer(recordings, fixtureOptions);
  const http = createHttpServer(responderOf(fixture), requestMs);
  attachWebSocketServer(http, machine, (target) => {
    const opening = fixture.open(target);
    if (opening.kind === "refused") return { kind: "rejected", status: 404, message: opening.msg };
    const start = ({ send, close, cut }: Client): Connection => {
      const { message, closed } = opening.start({
        send: (text) => send(messageOf("", text)),
        // A lost connection has this code, which must not be sent.
        close: (code, reason) => (code === 1006 ? cut() : close(code, reason)),
      });
      return { message, ended: closed, ping: () => {}, pong: () => {} };
    };
    return { kind: "open", start };
  });
  const { server, connections } = http;
  await once(server.listen(port, "127.0.0.1"), "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: `http://${host}`,
    streamUrl: `ws://${host}/stream`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        connections.destroyAll();
      }),
  };
}

function responderOf({ respond }: FixtureServer): Responder {
  return {
    after: machine.after,
    handle: ({ method, path, query, body, header }) => {
      const request = {
        method,
        target: query === "" ? path : `${path}?${query}`,
        hasKey: header(keyHeader.toLowerCase()) !== undefined,
        contentType: header("content-type"),
        body,
      };
      return responseOf(respond(request));
    },
    refuse: ({ status, message }) => responseOf(refusalResponse(status, message)),
  };
}

function responseOf({ status, headers, text }: PlainResponse): HttpResponse {
  return { status, headers, body: text };
}
