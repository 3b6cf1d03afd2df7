/** The weight of a call, by its operation's rule in spec/. Pure. */

import { fieldsIn, rowsIn } from "../encoding/json-value.ts";
import type { OperationWeight, Weight } from "../tables.ts";

/** What a call costs per IP address and per account; absent where not counted or not stated. */
export interface CallWeight {
  readonly ip?: number;
  readonly account?: number;
}

/** The weight of one call with these fields. */
export function weightOf(
  weight: OperationWeight | null,
  fields: Readonly<Record<string, unknown>> = {},
): CallWeight {
  return {
    ...(weight?.ip === undefined ? {} : { ip: weigh(weight.ip, fields) }),
    ...(weight?.account === undefined ? {} : { account: weigh(weight.account, fields) }),
  };
}

export function weigh(weight: Weight, fields: Readonly<Record<string, unknown>>): number {
  switch (weight.kind) {
    case "fixed":
      return weight.weight;
    case "byPresence":
      return fields[weight.parameter] === undefined ? weight.absent : weight.present;
    case "byTier": {
      const sent = fields[weight.parameter];
      const value = Number(sent ?? weight.default);
      const tier = weight.tiers.find(({ from, to }) => value >= from && value <= to);
      // The exchange truncates a value above all tiers, so it weighs as much as the last tier. It
      // refuses values below the first tier, which weigh at least as much as that one.
      const edge = value > (weight.tiers[0]?.to ?? 0) ? weight.tiers.at(-1) : weight.tiers[0];
      return (tier ?? edge)?.weight ?? 0;
    }
  }
}

/** Reads a budget of `x-weight`, as the spec and its bundle state it. */
export function readWeight(
  stated: unknown,
  defaultOf: (parameter: string) => unknown,
): Weight | undefined {
  if (typeof stated === "number") return { kind: "fixed", weight: stated };
  const { byPresence, byParameter, present, absent, tiers } = fieldsIn(stated);
  if (typeof byPresence === "string") {
    const weights = { present: Number(present), absent: Number(absent) };
    return { kind: "byPresence", parameter: byPresence, ...weights };
  }
  if (typeof byParameter !== "string") return undefined;
  const usual = defaultOf(byParameter);
  return {
    kind: "byTier",
    parameter: byParameter,
    default: typeof usual === "number" ? usual : 0,
    tiers: rowsIn(tiers).map(({ from, to, weight }) => ({
      from: Number(from),
      to: Number(to),
      weight: Number(weight),
    })),
  };
}
