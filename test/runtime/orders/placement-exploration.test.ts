/**
 * Every sequence of a few events around one placement, and around the resolution of several after a
 * crash, on the real client, a real journal and a real exchange in virtual time. Each order exists
 * at most once; the caller, or the next process, learns what became of it; nothing stays unknown
 * once the exchange responds, nor in the journal once it was handed over. States that were reached
 * before with as many events left are not explored again.
 */

import { rmSync } from "node:fs";

import { afterAll, expect, test } from "vitest";

import { propertyTimeoutMs, Reached, runs } from "../../support/runs.ts";
import type { LifeGiven } from "./placement-life.ts";
import { consequences, folder, Life, nothing, places } from "./placement-life.ts";
import { createWorld, orders } from "./placement-world.ts";

afterAll(() => rmSync(folder, { recursive: true }));

/** Explores all that up to so many events lead to. */
async function explore(given: Omit<LifeGiven, "world">, eventsMax: number) {
  const left = new Map<string, number>();
  let world = createWorld();
  let lives = 0;
  const open: string[][] = [[]];
  for (let script = open.pop(); script !== undefined; script = open.pop()) {
    lives += 1;
    if (lives % 200 === 0) {
      world.sandbox.close();
      world = createWorld();
    }
    const life = new Life({ ...given, world }, script);
    await life.live();
    life.check();
    world.sweep();
    const eventsLeft = eventsMax - script.filter((choice) => choice !== nothing).length;
    for (let at = script.length; at < life.points.length; at += 1) {
      const point = life.points[at];
      if (point === undefined || (left.get(point.state) ?? -1) >= eventsLeft) break;
      left.set(point.state, eventsLeft);
      if (eventsLeft === 0) continue;
      const before = [...script, ...Array<string>(at - script.length).fill(nothing)];
      for (const option of places[point.place]) open.push([...before, option]);
    }
  }
  world.sandbox.close();
  return { states: left.size, lives };
}

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
    const { states, lives } = await explore(given, eventsMax);
    console.log(`${name}, up to ${eventsMax} events: ${states} states in ${lives} lives`);
    total += states;
  },
);

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
