/** In-process targets: the fixture server and a sandbox. */

import { createVirtualClock } from "../../sandbox/exchange/clock.ts";
import { createSandbox, type SandboxOptions } from "../../sandbox/index.ts";
import { createFixtureServer } from "../fixture-server/server.ts";
import type { Recordings } from "../recordings/recordings.ts";
import type { ContractTarget } from "./run.ts";

/** Nothing leaves the process, so any host will do. */
const addresses = {
  baseUrl: "http://exchange.test",
  streamUrl: "ws://exchange.test/stream",
} as const;

/**
 * A fixture server with the recorded times of stream sessions, on a virtual clock. It checks
 * neither time nor signature, so the credentials are made up.
 */
export function fixtureTarget(recordings: Partial<Recordings>): ContractTarget {
  const { now, after, run } = createVirtualClock(0);
  const { fetch, WebSocket } = createFixtureServer(recordings, { timing: "real", after });
  return {
    ...addresses,
    apiKey: "any-key-will-do",
    apiSecret: "any-secret-will-do",
    fetch,
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

/** A new sandbox with streams, on a virtual clock. */
export function sandboxTarget(options: SandboxOptions = {}): ContractTarget {
  const { accounts, clock, fetch, WebSocket, control } = createSandbox(options);
  const [account] = accounts;
  if (account === undefined)
    throw new Error("The sandbox has no account; see sandbox/exchange/seed.ts.");
  if (clock === undefined) throw new Error("The sandbox has no clock of its own.");
  return {
    ...addresses,
    apiKey: account.apiKey,
    apiSecret: account.apiSecret,
    fetch,
    WebSocket,
    now: clock.now,
    after: clock.after,
    sharedClock: true,
    advanceClock: clock.run,
    admin: control,
  };
}
