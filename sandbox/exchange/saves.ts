/** Saved states of an exchange on a virtual clock, to go back to. */

import { type SandboxSchemas, sandboxSchemas } from "../../generated/sandbox.ts";
import type { VirtualClock } from "./clock.ts";
import type { Exchange, ServerState } from "./exchange.ts";
import { decodePlain, encodePlain } from "./plain-data.ts";
import type { Replay } from "./replay.ts";

export type Saves = ReturnType<typeof createSaves>;

interface Save {
  readonly time: number;
  readonly state: string;
  readonly played: number;
}

/** Each is a text of some megabytes. */
export const savesMax = sandboxSchemas.SavedStates.maxItems;

/** The name of the state before the first message of a replay. */
export const replayStart = "start of the replay";

/** With the API keys, which deposits add to. */
type SavedState = ServerState & Pick<Exchange, "keys">;

export function createSaves(present: SavedState, clock: VirtualClock, replay: Replay) {
  const saves = new Map<string, Save>();
  /** Keeps the present state under a name, in place of an earlier one; returns the dropped one. */
  const save = (name: string): string | undefined => {
    saves.delete(name);
    const { played } = replay.position();
    saves.set(name, { time: clock.now(), state: encodePlain(present), played });
    // Without its start, a replay could not go back.
    const oldest = [...saves.keys()].find((each) => each !== replayStart);
    if (saves.size <= savesMax || oldest === undefined) return undefined;
    saves.delete(oldest);
    return oldest;
  };
  if (replay.position().messages > 0) save(replayStart);
  return {
    save,
    /** Makes a saved state the present one, its time included; false for an unknown name. */
    rewind: (name: string): boolean => {
      const saved = saves.get(name);
      if (saved === undefined) return false;
      clock.jump(saved.time);
      const { exchange, listenKeys, usage, keys } = decodePlain(saved.state) as SavedState;
      refill(present.exchange, exchange);
      refill(present.listenKeys, listenKeys);
      refill(present.usage, usage);
      refill({ keys: present.keys }, { keys });
      replay.playFrom(saved.played);
      return true;
    },
    list: (): SandboxSchemas["SavedStates"] =>
      [...saves].map(([name, { time }]) => ({ name, time })),
  };
}

/** Gives an object the members of another; its maps stay the same objects, which others hold. */
function refill<State extends object>(target: State, source: State): void {
  for (const name of Object.keys(source) as (keyof State)[]) {
    const [own, wanted] = [target[name], source[name]];
    if (own instanceof Map && wanted instanceof Map) {
      own.clear();
      for (const [key, value] of wanted as Map<unknown, unknown>) own.set(key, value);
    } else target[name] = wanted;
  }
}
