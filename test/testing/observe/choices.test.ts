/**
 * Probes find every choice that a sandbox makes against the list of assumptions, and so does
 * whoever reads the traffic of such probes from a file.
 */

import { expect, test } from "vitest";

import { type Choices, choiceDefaults, sandboxSchemas } from "../../../generated/sandbox.ts";
import type { SandboxOptions } from "../../../sandbox/index.ts";
import { loadDocuments } from "../../../testing/documents/load.node.ts";
import { type Observation, observe } from "../../../testing/observe/observe.ts";
import { type Probed, runProbes } from "../../../testing/observe/probe.ts";
import { readHar } from "../../../testing/observe/sources/har.ts";
import { sandboxTarget } from "../../../testing/suite/sandbox-target.ts";
import { harOf } from "./har-of.ts";

const documents = await loadDocuments();

/** Every reading of every choice, but those that are taken. */
const turned = Object.entries(sandboxSchemas.Choices.properties).flatMap(([id, { enum: words }]) =>
  words
    .filter((reading) => reading !== choiceDefaults[id as keyof Choices])
    .map((reading) => [id, reading] as const),
);

/** Symbols on which a choice can be seen that the usual ones do not show. */
const symbolsOf: Readonly<Record<string, SandboxOptions["symbols"]>> = {
  "market-lot-size-besides-lot-size": [
    {
      baseAsset: "BTC",
      quoteAsset: "USDT",
      price: "20",
      filters: [
        { filterType: "LOT_SIZE", minQty: "5", maxQty: "9", stepSize: "1" },
        { filterType: "MARKET_LOT_SIZE", minQty: "1", maxQty: "9", stepSize: "1" },
      ],
    },
  ],
};

test.each(turned)("%s: %s is found", async (id, reading) => {
  const symbols = symbolsOf[id];
  const { observation, events } = await probe({
    choices: { [id]: reading },
    ...(symbols !== undefined && { symbols }),
  });
  expect(contradictions(observation)).toEqual([`${id}: ${reading}`]);
  const fromFile = observe(readHar("probes.har", JSON.parse(harOf(events))), documents);
  // A HAR does not say that a connection fell silent, nor how it ended.
  const isInHar = id !== "listen-key-expired";
  expect(contradictions(fromFile)).toEqual(isInHar ? [`${id}: ${reading}`] : []);
});

function probe(options: SandboxOptions): Promise<Probed> {
  const target = sandboxTarget(options);
  return runProbes({ ...documents, target, trade: true, scenarios: [] });
}

function contradictions({ assumptions }: Observation): readonly string[] {
  return assumptions
    .filter(({ verdict }) => verdict === "contradicted")
    .flatMap(({ id, taken, readings }) =>
      Object.keys(readings)
        .filter((reading) => reading !== taken)
        .map((reading) => `${id}: ${reading}`),
    );
}
