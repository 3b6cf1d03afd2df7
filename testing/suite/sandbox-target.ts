/** A sandbox as a target in this process. */

import { createSandbox, type SandboxOptions } from "../../sandbox/index.ts";
import { addresses } from "./fixture-target.ts";
import type { ContractTarget, ForceResponse } from "./run.ts";

/** Trades that are kept: a page of a thousand would fill its recording, and shows no more. */
const history = 200;

/** A new sandbox with streams, on a virtual clock. */
export function sandboxTarget(options: SandboxOptions = {}): ContractTarget {
  const { accounts, clock, fetch, WebSocket, control } = createSandbox({ history, ...options });
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
