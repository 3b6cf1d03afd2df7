/**
 * Every sequence of a few events around one placement, and around the resolution of several after a
 * crash, on the real client, a real journal and a real exchange in virtual time. Each order exists
 * at most once; the caller, or the next process, learns what became of it; nothing stays unknown
 * once the exchange responds, nor in the journal once it was handed over. States that were reached
 * before with as many events left are not explored again.
 */

import { rmSync } from "node:fs";

import { afterAll, expect, test } from "vitest";

import { exploreLives } from "../../support/explore.ts";
import { propertyTimeoutMs, Reached, runs } from "../../support/runs.ts";
import { createWorld, orders, type World } from "../../support/world.ts";
import { consequences, folder, Life, places, throwing } from "./placement-life.ts";

afterAll(() => rmSync(folder, { recursive: true }));

const reached = new Reached();
let total = 0;

/** An order that is open can be refused when it comes twice; one that is filled cannot. */
const explorations = [
  ["a resting order", "resting", 1, { commit: 2, gate: 4, release: 6 }],
  ["a filled order", "filled", 1, { commit: 2, gate: 4, release: 6 }],
  ["each of three orders left behind by a crash", "resting", 3, { commit: 1, gate: 3, release: 4 }],
] as const;

test.for(explorations)(
  "whatever happens, %s is placed at most once, and its outcome is learned",
  { timeout: propertyTimeoutMs },
  async ([name, kind, count, budget]) => {
    const eventsMax = runs(budget);
    const given = { order: orders[kind], orders: count, reached };
    const live = async (world: World, script: readonly string[]) => {
      const life = new Life({ ...given, world }, script);
      await life.live();
      life.check();
      return life.points;
    };
    const { states, lives } = await exploreLives(places, eventsMax, createWorld, live);
    console.log(`${name}, up to ${eventsMax} events: ${states} states in ${lives} lives`);
    total += states;
  },
);

test("an error of a search that several wait for leaves nothing in the journal", async () => {
  const quiet = Array<string>(3).fill("nothing");
  const script = [...quiet, throwing, ...quiet, throwing, "report before the response"];
  const world = createWorld();
  const life = new Life({ order: orders.resting, orders: 3, reached, world }, script);
  await life.live();
  life.check();
  await world.sandbox.close();
});

test("each kind of event was reached", () => {
  const all = Object.entries(places).flatMap(([place, events]) =>
    events.map((event) => `${place}: ${event}`),
  );
  // Of three events: two make a query be refused for its timestamp.
  const isRare = (name: string): boolean =>
    name.startsWith("query of the time") && runs(explorations[0][3]) < 3;
  expect(reached.missing([...all, ...consequences].filter((name) => !isRare(name)))).toEqual([]);
  console.log(`${total} states; ${all.length + consequences.length} kinds of events, each reached`);
});
