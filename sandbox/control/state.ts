/** The state of a sandbox on the control endpoint: no secrets, no listen keys. */

import { sandboxSchemas } from "../../generated/sandbox.ts";
import {
  branchesOf,
  expectation,
  type JsonSchema,
  resolved,
} from "../../runtime/encoding/json-schema.ts";
import { isPaced } from "../exchange/clock.ts";
import { savesMax } from "../exchange/saves.ts";
import { shownName } from "../streams/handshake.ts";
import type { ControlTarget } from "./commands.ts";

export type ControlState = ReturnType<typeof controlState>;

export function controlState(target: ControlTarget) {
  const { exchange, maker, hub, faults } = target;
  const streams = [...hub.streams()].map(([name, count]) => [shownName(exchange, name), count]);
  return {
    time: exchange.now(),
    clock: clockState(target),
    saved: target.saves?.list() ?? [],
    savesMax,
    replay: target.replay.position(),
    maker: maker.isRunning() ? "running" : "stopped",
    accounts: [...exchange.keys.values()].map(({ account, apiKey: key }) => ({ account, key })),
    symbols: [...exchange.listings.keys()],
    assets: [...exchange.state.deposited.keys()],
    connections: hub.count(),
    streams: Object.fromEntries(streams) as Readonly<Record<string, number>>,
    faults: { rules: faults.list(), reached: faults.reached() },
    commands: branchesOf(sandboxSchemas, sandboxSchemas.Command).map(commandState),
  };
}

/** A command with its fields, for a form. */
function commandState({ description = "", properties = {}, required = [] }: JsonSchema) {
  const { command, ...fields } = properties;
  return {
    name: String(command?.const),
    about: description,
    fields: Object.entries(fields).map(([field, schema]) => {
      const { type, enum: choices } = resolved(sandboxSchemas, schema);
      const words = type === "boolean" ? [true, false] : choices;
      return {
        field,
        about: schema.description,
        expects: expectation(sandboxSchemas, schema),
        words,
        isText: type === "string",
        optional: !required.includes(field),
      };
    }),
  };
}

function clockState({ clock }: ControlTarget): string {
  if (clock === undefined) return "the machine's";
  return isPaced(clock) && !clock.isFrozen() ? "virtual, running" : "virtual, frozen";
}
