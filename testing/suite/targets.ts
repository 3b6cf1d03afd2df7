/** In-process targets: the fixture server and a sandbox. */

import { createVirtualClock } from "../../sandbox/exchange/clock.ts";
import { findOperation } from "../../sandbox/http/request-handler.ts";
import { createSandbox, type SandboxOptions } from "../../sandbox/index.ts";
import { createFixtureServer } from "../fixture-server/server.ts";
import type { Recordings } from "../recordings/recordings.ts";
import type { ContractTarget, ForcedResponse, ForceResponse } from "./run.ts";

/** Nothing leaves the process, so any host will do. */
const addresses = {
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
  return findOperation(method, new URL(url).pathname)?.id === id;
}

/** A new sandbox with streams, on a virtual clock. */
export function sandboxTarget(options: SandboxOptions = {}): ContractTarget {
  const { accounts, clock, fetch, WebSocket, control } = createSandbox(options);
  const [account] = accounts;
  if (account === undefined)
    throw new Error("The sandbox has no account; see sandbox/exchange/seed.ts.");
  if (clock === undefined) throw new Error("The sandbox has no clock of its own.");
  const name = "forced by the contract tests";
  const forceResponse: ForceResponse = async (wanted) => {
    if (wanted === undefined) return void (await control({ command: "removeFault", name }));
    const { operation, ...response } = wanted;
    const rule = { name, fault: "response", ...response, when: { operation } };
    await control({ command: "addFaults", rules: [rule] });
  };
  return {
    ...addresses,
    apiKey: account.apiKey,
    apiSecret: account.apiSecret,
    fetch: Object.assign((request: Request) => fetch(request), { forceResponse }),
    WebSocket,
    now: clock.now,
    after: clock.after,
    sharedClock: true,
    advanceClock: clock.run,
    admin: control,
  };
}
