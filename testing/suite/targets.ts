/** The servers that the suite knows how to reach without a network. */

import { createVirtualClock } from "../../sandbox/exchange/clock.ts";
import { createSandbox } from "../../sandbox/index.ts";
import { createStreamReplay } from "../fixture-server/replay.ts";
import { createFixtureServer } from "../fixture-server/server.ts";
import { createReplaySocketClass } from "../fixture-server/socket.ts";
import type { Recording } from "../recordings/recording.ts";
import type { StreamRecording } from "../recordings/session.ts";
import type { ContractTarget } from "./contract.ts";
import type { StreamTarget } from "./stream-contract.ts";

/** Any host will do where nothing leaves the process. */
const nowhere = "http://exchange.test";

/** The fixture server. It reads neither clock nor signature, so any key and any time will do. */
export function fixtureTarget(recordings: readonly Recording[]): ContractTarget {
  return {
    baseUrl: nowhere,
    apiKey: "any-key-will-do",
    apiSecret: "any-secret-will-do",
    fetch: createFixtureServer(recordings),
    sharedClock: true,
  };
}

/** A sandbox of its own, with one clock that stands still for both ends. */
export function sandboxTarget(): ContractTarget {
  const sandbox = createSandbox();
  const [account] = sandbox.accounts;
  if (account === undefined) throw new Error("The sandbox has no account; see sandbox/exchange/seed.ts.");
  return {
    baseUrl: nowhere,
    apiKey: account.apiKey,
    apiSecret: account.apiSecret,
    fetch: sandbox.fetch,
    now: sandbox.exchange.now,
    sharedClock: true,
  };
}

/** Where streams are when nothing leaves the process. */
const nowhereStreams = "ws://exchange.test/stream";

/** Recorded sessions at their recorded times, on a clock that goes as fast as one likes. */
export function fixtureStreamTarget(
  recordings: readonly Recording[],
  sessions: readonly StreamRecording[],
): StreamTarget {
  const { now, after, run } = createVirtualClock(0);
  const replay = createStreamReplay(sessions, { timing: "real", after });
  return {
    ...fixtureTarget(recordings),
    fetch: createFixtureServer(recordings, replay),
    streamUrl: nowhereStreams,
    WebSocket: createReplaySocketClass(replay),
    now,
    after,
    pass: run,
    // What a keeper did has been recorded with what came of it.
    keeper: () => Promise.resolve(undefined),
  };
}

/** A sandbox of its own with its streams, on a clock that the suite moves. */
export function sandboxStreamTarget(): StreamTarget {
  const sandbox = createSandbox();
  const { accounts, clock, fetch, WebSocket, control } = sandbox;
  const [account] = accounts;
  if (account === undefined) throw new Error("The sandbox has no account; see sandbox/exchange/seed.ts.");
  if (clock === undefined) throw new Error("The sandbox has no clock of its own.");
  return {
    baseUrl: nowhere,
    apiKey: account.apiKey,
    apiSecret: account.apiSecret,
    fetch,
    sharedClock: true,
    streamUrl: nowhereStreams,
    WebSocket,
    now: clock.now,
    after: clock.after,
    pass: clock.run,
    keeper: control,
  };
}
