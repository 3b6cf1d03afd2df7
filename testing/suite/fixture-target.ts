/** The fixture server as a target in this process. */

import { operations } from "../../generated/operations.ts";
import { createVirtualClock } from "../../sandbox/exchange/clock.ts";
import { createFixtureServer } from "../fixture-server/server.ts";
import type { Recordings } from "../recordings/recordings.ts";
import type { ContractTarget, ForcedResponse, ForceResponse } from "./run.ts";

/** Nothing leaves the process, so any host will do. */
export const addresses = {
  baseUrl: "http://exchange.test",
  streamUrl: "ws://exchange.test/stream",
} as const;

/**
 * A fixture server with the recorded times of streams, on a virtual clock. It checks
 * neither time nor signature, so the credentials are made up.
 */
export function fixtureTarget(recordings: Partial<Recordings>): ContractTarget {
  const { now, after, run } = createVirtualClock(0);
  const { fetch, WebSocket } = createFixtureServer(recordings, { timing: "real", after });
  let forced: ForcedResponse | undefined;
  const forceResponse: ForceResponse = async (wanted) => {
    forced = wanted;
  };
  const forcible = async (request: Request): Promise<Response> =>
    forced !== undefined && isCallOf(forced.operation, request)
      ? new Response(forced.body ?? null, { status: forced.status })
      : fetch(request);
  return {
    ...addresses,
    apiKey: "any-key-will-do",
    apiSecret: "any-secret-will-do",
    fetch: Object.assign(forcible, { forceResponse }),
    WebSocket,
    now,
    after,
    sharedClock: true,
    isRecorded: true,
    advanceClock: run,
    // The recordings already have the effects of admin commands.
    admin: () => Promise.resolve(undefined),
  };
}

function isCallOf(id: string, { method, url }: Request): boolean {
  const operation = operations[id as keyof typeof operations];
  return operation?.method === method && operation.path === new URL(url).pathname;
}
