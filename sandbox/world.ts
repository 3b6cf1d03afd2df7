/** All that a sandbox must not forget, as plain data, and everything that can change it. */

import { step } from "./engine/exchange.ts";
import type { Command } from "./engine/messages.ts";
import type { ExchangeState } from "./engine/state.ts";
import { Refusal } from "./http/refusal.ts";
import { createListenKeys, type ListenKeyState, seedListenKeys } from "./listen-keys.ts";
import { createRateLimits, emptyUsage, type UsageState } from "./rate-limits.ts";

export interface World {
  readonly exchange: ExchangeState;
  readonly listenKeys: ListenKeyState;
  readonly usage: UsageState;
}

/** One thing that changed a world, with what it was called with; the last is always the time. */
export type Entry =
  | readonly ["command", Command, number]
  | readonly ["createListenKey", string, number]
  | readonly ["keepAliveListenKey", string, string, number]
  | readonly ["closeListenKey", string, string, number]
  | readonly ["charge", string, number, number]
  | readonly ["ban", string, number, number]
  | readonly ["countOrder", string, number, number];

/** A world around an exchange, in which nobody has called yet. */
export function createWorld(seed: string, exchange: ExchangeState): World {
  return {
    exchange,
    listenKeys: seedListenKeys(seed),
    usage: emptyUsage(),
  };
}

/** Lets a world live through entries again, in their order; the result is the time of the last. */
export function replay(world: World, entries: Iterable<Entry>): number | undefined {
  const listenKeys = createListenKeys(world.listenKeys);
  const limits = createRateLimits(world.usage);
  let time: number | undefined;
  for (const entry of entries) {
    switch (entry[0]) {
      case "command":
        step(world.exchange, entry[1], entry[2]);
        break;
      case "createListenKey":
        listenKeys.create(entry[1], entry[2]);
        break;
      case "keepAliveListenKey":
        listenKeys.keepAlive(entry[1], entry[2], entry[3]);
        break;
      case "closeListenKey":
        listenKeys.close(entry[1], entry[2], entry[3]);
        break;
      case "charge":
        chargeAgain(() => limits.charge(entry[1], entry[2], entry[3]));
        break;
      case "ban":
        limits.ban(entry[1], entry[2], entry[3]);
        break;
      case "countOrder":
        limits.countOrder(entry[1], entry[2], entry[3]);
        break;
    }
    time = entry.at(-1) as number;
  }
  return time;
}

/** What was refused then is refused again, and counts as it did. */
function chargeAgain(charge: () => void): void {
  try {
    charge();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
