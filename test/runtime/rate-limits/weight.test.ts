import { expect, test } from "vitest";

import { weightOf } from "../../../runtime/rate-limits/weight.ts";
import type { OperationWeight } from "../../../runtime/tables.ts";

const byLimit = (unstated: number, ...tiers: readonly (readonly [number, number, number])[]) => {
  const all = tiers.map(([from, to, weight]) => ({ from, to, weight }));
  return { ip: { kind: "byTier", parameter: "limit", default: unstated, tiers: all } } as const;
};
const depth = byLimit(500, [1, 100, 1], [101, 500, 5], [501, 1000, 10]);
const gap = byLimit(1, [1, 100, 1], [201, 500, 5], [501, 1000, 10]);
const empty = byLimit(1);
const price: OperationWeight = {
  ip: { kind: "byPresence", parameter: "symbol", present: 1, absent: 2 },
};
const order: OperationWeight = {
  ip: { kind: "fixed", weight: 1 },
  account: { kind: "fixed", weight: 1 },
};

const rows: readonly (readonly [
  OperationWeight | null,
  Record<string, unknown> | undefined,
  unknown,
])[] = [
  [depth, { limit: 1 }, { ip: 1 }],
  [depth, { limit: 100 }, { ip: 1 }],
  [depth, { limit: 101 }, { ip: 5 }],
  [depth, { limit: 500 }, { ip: 5 }],
  [depth, { limit: 501 }, { ip: 10 }],
  [depth, { limit: 1000 }, { ip: 10 }],
  [depth, { limit: 5000 }, { ip: 10 }],
  [depth, { limit: 5000n }, { ip: 10 }],
  [depth, {}, { ip: 5 }],
  [depth, undefined, { ip: 5 }],
  [depth, { limit: 0 }, { ip: 1 }],
  [depth, { limit: 0.5 }, { ip: 1 }],
  [gap, { limit: 150 }, { ip: 10 }],
  [empty, { limit: 1 }, { ip: 0 }],
  [price, { symbol: "LTCBTC" }, { ip: 1 }],
  [price, { symbol: undefined }, { ip: 2 }],
  [price, {}, { ip: 2 }],
  [order, {}, { ip: 1, account: 1 }],
  [null, {}, {}],
  [{}, {}, {}],
];

rows.forEach(([weight, fields, want], index) => {
  test(`weight of row ${index + 1}`, () => {
    expect(weightOf(weight, fields)).toEqual(want);
  });
});
