/** Commands of the keeper about faults. */

import { type ControlCommand, command } from "../control/command.ts";
import { optional, ShapeError, text, whole } from "../control/shape.ts";
import { closeCode, type FaultRule } from "./kinds.ts";
import { loseListenKeys } from "./listen-keys.ts";
import { readRules } from "./rules.ts";

/** What the keeper can ask about faults. */
export const faultCommands: Readonly<Record<string, ControlCommand>> = {
  addFaults: command(
    "Adds fault rules behind those there are, and gives their names.",
    {
      rules: {
        expects: "a list of fault rules",
        read: (value: unknown, name: string): readonly FaultRule[] => {
          try {
            return readRules(value);
          } catch (error) {
            throw error instanceof ShapeError ? error.within(name) : error;
          }
        },
      },
    },
    ({ rules }, { faults }) => faults.add(...rules),
  ),
  removeFault: command(
    "Takes a fault rule away by its name.",
    { name: text() },
    ({ name }, { faults }) => {
      if (!faults.remove(name)) throw new ShapeError("name", "is that of no rule");
    },
  ),
  clearFaults: command("Takes all fault rules away.", {}, (_, { faults }) => faults.clear()),
  cutSockets: command(
    "Ends all stream connections, with a close code or without a word; gives how many.",
    { code: optional(closeCode()) },
    ({ code }, { faults, hub }) => {
      const readers = hub.readers();
      for (const reader of readers) {
        if (code === undefined) reader.cut();
        else reader.close(code, "");
        faults.count("cut");
      }
      return readers.length;
    },
  ),
  loseListenKey: command(
    "Makes the exchange forget the listen keys of an account.",
    { account: text() },
    ({ account }, { venue, faults }) => {
      if (!venue.state.accounts.has(account)) throw new ShapeError("account", "is not known here");
      loseListenKeys(venue, account);
      faults.count("loseListenKey");
    },
  ),
  ban: command(
    "Bans an address for a time: all its requests get 418 until then.",
    { ip: text(), ms: whole(1) },
    ({ ip, ms }, { venue, faults }) => {
      venue.limits.ban(ip, venue.now() + ms, venue.now());
      faults.count("ban");
    },
  ),
};
