/** The servers that the suite knows how to reach without a network. */

import { createSandbox } from "../../sandbox/index.ts";
import { createFixtureServer } from "./fixture-server.ts";
import type { Recording } from "./recordings.ts";
import type { ContractTarget } from "./suite.ts";

/** Any host will do where nothing leaves the process. */
const nowhere = "http://exchange.test";

/** The fixture server. It reads neither clock nor signature, so any key and any time will do. */
export function fixtureTarget(recordings: readonly Recording[]): ContractTarget {
  return {
    baseUrl: nowhere,
    key: "any-key-will-do",
    secret: "any-secret-will-do",
    fetch: createFixtureServer(recordings),
    sharedClock: true,
  };
}

/** A sandbox of its own, with one clock that stands still for both ends. */
export function sandboxTarget(): ContractTarget {
  const sandbox = createSandbox();
  const [account] = sandbox.accounts;
  if (account === undefined) throw new Error("The sandbox has no account; see sandbox/seed.ts.");
  return {
    baseUrl: nowhere,
    key: account.key,
    secret: account.secret,
    fetch: sandbox.fetch,
    now: sandbox.venue.now,
    sharedClock: true,
  };
}
