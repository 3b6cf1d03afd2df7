/** What the keeper of a sandbox is shown of it: no secrets, no listen keys. */

import type { Sandbox } from "../index.ts";
import { isPaced } from "../paced-clock.ts";
import { commands } from "./commands.ts";

/** Parts of the state by their names; a new one is an entry here. */
const parts: Readonly<Record<string, (sandbox: Sandbox) => unknown>> = {
  time: ({ venue }) => venue.now(),
  clock: ({ clock }) => {
    if (clock === undefined) return "the machine's";
    return isPaced(clock) && !clock.isFrozen() ? "virtual, running" : "virtual, standing";
  },
  maker: ({ maker }) => (maker.isRunning() ? "running" : "standing"),
  accounts: ({ accounts }) => accounts.map(({ account, apiKey: key }) => ({ account, key })),
  connections: ({ hub }) => hub.count(),
  streams: (sandbox) =>
    Object.fromEntries(
      [...sandbox.hub.streams()].map(([name, readers]) => [shownName(sandbox, name), readers]),
    ),
  faults: ({ faults }) => ({ rules: faults.list(), reached: faults.reached() }),
  commands: () =>
    Object.entries(commands).map(([name, { about, fields }]) => ({
      name,
      about,
      fields: Object.entries(fields).map(([field, one]) => {
        const { expects, words, isText = false, optional = false } = one;
        return { field, expects, words, isText, optional };
      }),
    })),
};

/** The name of a stream; a listen key opens one, and is not shown. */
function shownName({ venue }: Sandbox, name: string): string {
  if (name.includes("@")) return name;
  return `user data of ${venue.listenKeys.accountOf(name, venue.now()) ?? "a lost listen key"}`;
}

/** The state of a sandbox as JSON can hold it. */
export function controlState(sandbox: Sandbox): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, read]) => [name, read(sandbox)] as const),
  );
}
