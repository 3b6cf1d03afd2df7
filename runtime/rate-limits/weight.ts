/** The weight of a call, from the rule that spec/ gives for its operation. Pure. */

import type { OperationWeight, Weight } from "../tables.ts";

/** Weight per IP address and per account; absent where nothing is counted, or nothing stated. */
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
      // The exchange truncates a value above all tiers, which then weighs what the last tier does;
      // it refuses any other value outside of them, which weighs at least what the first does.
      const edge = value > (weight.tiers[0]?.to ?? 0) ? weight.tiers.at(-1) : weight.tiers[0];
      return (tier ?? edge)?.weight ?? 0;
    }
  }
}
