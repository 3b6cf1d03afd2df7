import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";
import { parse } from "yaml";

import type { OrderType, Side } from "../../../generated/types.ts";
import { crossingOf } from "../../../sandbox/engine/triggers.ts";
import { expectScenario } from "../support/scenario.ts";

interface OrderParameters {
  readonly types: Readonly<Record<string, TypeRule>>;
  readonly fields: Readonly<Record<string, FieldRule>>;
}

interface TypeRule {
  readonly becomes?: string;
  readonly triggersWhenPrice?: Readonly<Record<string, string>>;
  readonly refusedWhen?: string;
  readonly remainder?: string;
}

interface FieldRule {
  readonly for?: readonly string[];
  readonly needs?: Readonly<Record<string, string>>;
}

const spec = parse(await readFile("spec/rules/orderParameters.yaml", "utf8")) as OrderParameters;

test("the engine triggers in the directions that the contract gives", () => {
  for (const [type, { triggersWhenPrice }] of Object.entries(spec.types)) {
    for (const side of ["BUY", "SELL"] as const satisfies readonly Side[]) {
      expect(crossingOf(type as OrderType, side)).toBe(triggersWhenPrice?.[side]);
    }
  }
});

/** What each rule of the contract stands for, as rows of commands. */
const meanings: Readonly<Record<string, string>> = {
  "MARKET remainder expires": `
    ann buy 3 MARKET                        => EXPIRED 1/3 for 100`,
  "LIMIT_MAKER refusedWhen wouldMatch": `
    ann buy 1 @ 100 LIMIT_MAKER             => wouldTake`,
  "icebergQty needs timeInForce GTC": `
    ann buy 1 @ 90 FOK iceberg=0.5          => icebergNotLasting
    ann buy 1 @ 90 GTC iceberg=0.5          => NEW 0/1`,
  ...Object.fromEntries(
    ["STOP_LOSS", "TAKE_PROFIT"].map((type) => [
      `${type} becomes MARKET, refusedWhen wouldTrigger`,
      waits(type, "", "EXPIRED 0/1 ended"),
    ]),
  ),
  ...Object.fromEntries(
    ["STOP_LOSS_LIMIT", "TAKE_PROFIT_LIMIT"].map((type) => [
      `${type} becomes LIMIT, refusedWhen wouldTrigger`,
      waits(type, "@ 200 GTC", "NEW 0/1 working"),
    ]),
  ),
};

test("every such rule of the contract has rows", () => {
  const named = Object.entries(spec.types).flatMap(([type, rule]) => {
    const { becomes, refusedWhen, remainder } = rule;
    const parts = [
      ...(becomes === undefined ? [] : [`becomes ${becomes}`]),
      ...(refusedWhen === undefined ? [] : [`refusedWhen ${refusedWhen}`]),
      ...(remainder === undefined ? [] : [`remainder ${remainder}`]),
    ];
    return parts.length === 0 ? [] : [`${type} ${parts.join(", ")}`];
  });
  const needs = Object.entries(spec.fields).flatMap(([field, rule]) =>
    Object.entries(rule.needs ?? {}).map(([other, value]) => `${field} needs ${other} ${value}`),
  );
  expect(new Set(Object.keys(meanings))).toEqual(new Set([...named, ...needs]));
});

test.each(Object.entries(meanings))("%s", (_, text) => {
  const before = `
    ann deposit USDT 1000                   => deposited
    bob deposit BTC 10                      => deposited
    bob sell 1 @ 100 GTC                    => NEW 0/1`;
  expectScenario(`${before}${text}`);
});

/** A SELL that waits for the price to fall to 95 or to rise to 105, whichever the type wants. */
function waits(type: string, terms: string, end: string): string {
  const [stop, reached] = type.startsWith("STOP") ? ["95", "100"] : ["105", "100"];
  return `
    ann buy 1 @ 100 GTC                     => FILLED 1/1 for 100
    bob sell 1 ${type} ${terms} stop=${reached} => wouldTrigger
    bob sell 1 ${type} ${terms} stop=${stop} id=s => NEW 0/1
    bob sell 1 @ ${stop} GTC                => NEW 0/1
    ann buy 1 @ ${stop} GTC                 => FILLED 1/1 for ${stop}
    bob order s                             => ${end}`;
}
