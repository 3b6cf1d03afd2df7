/** What the control endpoint shows of a sandbox: no secrets, no listen keys. */

import { isPaced } from "../exchange/clock.ts";
import { type ControlTarget, commands } from "./commands.ts";

/** The state of a sandbox as JSON can hold it. */
export type ControlState = ReturnType<typeof controlState>;

export function controlState(target: ControlTarget) {
  const { exchange, maker, accounts, hub, faults } = target;
  const streams = [...hub.streams()].map(([name, count]) => [shownName(target, name), count]);
  return {
    time: exchange.now(),
    clock: clockState(target),
    maker: maker.isRunning() ? "running" : "stopped",
    accounts: accounts.map(({ account, apiKey: key }) => ({ account, key })),
    connections: hub.count(),
    streams: Object.fromEntries(streams) as Readonly<Record<string, number>>,
    faults: { rules: faults.list(), reached: faults.reached() },
    commands: Object.entries(commands).map(([name, { about, fields }]) => ({
      name,
      about,
      fields: Object.entries(fields).map(([field, one]) => {
        const { expects, words, isText = false, optional = false } = one;
        return { field, expects, words, isText, optional };
      }),
    })),
  };
}

function clockState({ clock }: ControlTarget): string {
  if (clock === undefined) return "the machine's";
  return isPaced(clock) && !clock.isFrozen() ? "virtual, running" : "virtual, frozen";
}

/** The name of a stream; a listen key is a secret, so the account is named instead. */
function shownName({ exchange }: ControlTarget, name: string): string {
  if (name.includes("@")) return name;
  const account = exchange.listenKeys.accountOf(name, exchange.now());
  return `user data of ${account ?? "an unknown listen key"}`;
}
