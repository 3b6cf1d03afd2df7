/**
 * Probes find every choice that a sandbox makes against the list of assumptions, and so does
 * whoever reads the traffic of such probes from a file.
 */

import { expect, test } from "vitest";

import { choiceDefaults, sandboxSchemas } from "../../../generated/sandbox.ts";
import type { SandboxOptions } from "../../../sandbox/index.ts";
import { loadDocuments } from "../../../testing/documents/load.node.ts";
import { type Observation, observe } from "../../../testing/observe/observe.ts";
import { runProbes } from "../../../testing/observe/probe.ts";
import { readHar } from "../../../testing/observe/sources/har.ts";
import { sandboxTarget } from "../../../testing/suite/sandbox-target.ts";
import { harOf } from "./har-of.ts";

const documents = await loadDocuments();

/** Every reading of every choice, but those that are taken. */
const turned = Object.entries(sandboxSchemas.Choices.properties).flatMap(([id, { enum: words }]) =>
  words
    .filter((reading) => reading !== choiceDefaults[id as keyof typeof choiceDefaults])
    .map((reading) => `${id}: ${reading}`),
);

/** Choices that one sandbox makes; what the others would hide there is left to one more. */
const apart = [
  "aggregate-trade-best-match: present",
  "execution-report-payload: null",
  "klines-beyond-limit: newest",
  "listen-key-expired: silence",
  "parameter-in-both-places: body",
];
/** Of a symbol on which a market order may be smaller than another one. */
const ofSmallOrders = ["market-lot-size-besides-lot-size: marketOnly"];
const smallOrders: NonNullable<SandboxOptions["symbols"]> = [
  {
    baseAsset: "BTC",
    quoteAsset: "USDT",
    price: "20",
    filters: [
      { filterType: "LOT_SIZE", minQty: "5", maxQty: "9", stepSize: "1" },
      { filterType: "MARKET_LOT_SIZE", minQty: "1", maxQty: "9", stepSize: "1" },
    ],
  },
];
const together = turned.filter((each) => ![...apart, ...ofSmallOrders].includes(each));

test.each([
  ["together", together, {}],
  ["apart", apart, {}],
  ["of small orders", ofSmallOrders, { symbols: smallOrders }],
])("the choices %s are found", async (_, wanted, options) => {
  const choices = Object.fromEntries(wanted.map((each) => each.split(": ")));
  const target = sandboxTarget({ choices, ...options });
  const probed = await runProbes({ ...documents, target, trade: true, scenarios: [] });
  expect(contradictions(probed.observation)).toEqual([...wanted].sort());
  const fromFile = observe(readHar("probes.har", JSON.parse(harOf(probed.events))), documents);
  // A HAR does not say that a connection fell silent, nor how it ended.
  const inHar = wanted.filter((each) => each !== "listen-key-expired: silence");
  expect(contradictions(fromFile)).toEqual(inHar.sort());
});

test("every reading of every choice is tried", () => {
  expect([...together, ...apart, ...ofSmallOrders].sort()).toEqual([...turned].sort());
});

function contradictions({ assumptions }: Observation): readonly string[] {
  return assumptions
    .filter(({ verdict }) => verdict === "contradicted")
    .flatMap(({ id, taken, readings }) =>
      Object.keys(readings)
        .filter((reading) => reading !== taken)
        .map((reading) => `${id}: ${reading}`),
    )
    .sort();
}
