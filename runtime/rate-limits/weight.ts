/** What a call costs, from the weight that spec/ gives its operation. */

import type { OperationWeight, Weight } from "../tables.ts";

/** Weight by budget; a budget that is not touched, or not stated, is absent. */
export interface CallWeight {
  readonly ip?: number;
  readonly account?: number;
}

/** The cost of one call with these fields. */
export function weightOf(
  weight: OperationWeight | null,
  fields: Readonly<Record<string, unknown>> = {},
): CallWeight {
  return {
    ...(weight?.ip === undefined ? {} : { ip: weigh(weight.ip, fields) }),
    ...(weight?.account === undefined ? {} : { account: weigh(weight.account, fields) }),
  };
}

/** The cost in one budget. */
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
      // A value above all tiers is truncated by the exchange and costs what the last one does;
      // one below them, or none at all, is refused, and the first is then the least it can be.
      const edge = value > (weight.tiers[0]?.to ?? 0) ? weight.tiers.at(-1) : weight.tiers[0];
      return (tier ?? edge)?.weight ?? 0;
    }
  }
}
