import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createOrderBook } from "../../generated/order-book.ts";
import type { Comparison } from "./comparison.ts";
import { prepareGeneration } from "./generation.ts";

/** The cost of one operation, in specs of more and more of them. */
export const generationGrowth: Comparison = {
  title: "Growth of an operation generated, by operations of the spec",
  rounds: 3,
  warmUps: 0,
  prepare: () => {
    const folder = mkdtempSync(join(tmpdir(), "tradespec-bench-"));
    const subjects = [1, 10, 50].map((times) => {
      const { fromNothing } = prepareGeneration(join(folder, String(times)), times);
      const run = (): number => {
        const begin = performance.now();
        fromNothing();
        return (performance.now() - begin) / (times * 24);
      };
      return {
        name: `${times * 24} operations`,
        measures: "itself",
        hold: "at most 1",
        run,
      } as const;
    });
    const finish = () => rmSync(folder, { recursive: true, force: true });
    return { floor: "24 operations", subjects, finish };
  },
};

const updates = 20_000;

/** An update anywhere in books of more and more levels, and both best prices after it. */
export const bookGrowth: Comparison = {
  title: "Growth of an update of the book, CPU by levels a side",
  unit: "µs",
  rounds: 7,
  prepare: () => ({
    floor: "1000 levels",
    subjects: [1000, 10_000, 100_000].map((levels) => {
      const market = marketOf(levels);
      const hold = `at most ${levels / 1000}, better flat`;
      return { name: `${levels} levels`, measures: "itself", hold, run: () => replay(market) };
    }),
  }),
};

function marketOf(levels: number) {
  const price = (step: number): string => (1_000_000 + step / 100).toFixed(2);
  const side = (sign: number) =>
    Array.from({ length: levels }, (_, index) => [price(sign * (index + 1)), "1.00000"]);
  const frames = Array.from({ length: updates }, (_, index) => {
    // The stride is prime to all sizes, so that it visits every level before any of them twice.
    const step = 1 + ((index * 7919) % levels);
    const change = (sign: number) => [[price(sign * step), `${1 + (index % 9)}.50000`]];
    const ids = { U: index + 2, u: index + 2 };
    const event = { e: "depthUpdate", E: index, s: "BTCUSDT", ...ids, b: change(-1), a: change(1) };
    return Buffer.from(JSON.stringify(event));
  });
  return { snapshot: { lastUpdateId: 1, bids: side(-1), asks: side(1) }, frames };
}

/** Microseconds of processor time of an update alone: the snapshot is as large as the book. */
function replay({ snapshot, frames }: ReturnType<typeof marketOf>): number {
  const book = createOrderBook("BTCUSDT");
  book.applySnapshot(snapshot);
  // Its quantity has a decimal place more than the snapshot: the book is rebuilt once.
  book.applyEvent(frames[0]);
  const before = process.cpuUsage();
  for (const frame of frames.slice(1)) {
    book.applyEvent(frame);
    book.best();
  }
  if (book.state !== "live") throw new Error(`The book is ${book.state}: ${book.reason}.`);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (updates - 1);
}
