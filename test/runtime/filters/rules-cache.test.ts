import { expect, test } from "vitest";

import { compileFilters } from "../../../generated/filters.ts";
import { createRulesCache } from "../../../runtime/filters/rules-cache.ts";

const everyMs = 1000;
const pauseMs = 100;

/** Times at which the rules are asked for, and whether a fetch would fail; the fetches wanted. */
const rows: readonly {
  readonly name: string;
  readonly asked: readonly (readonly [atMs: number, fails?: "fails"])[];
  readonly fetchedMs: readonly number[];
}[] = [
  { name: "rules stay fresh to their last millisecond", asked: [[0], [1], [999]], fetchedMs: [0] },
  { name: "rules are fetched again when they are old", asked: [[0], [1000]], fetchedMs: [0, 1000] },
  {
    name: "a failure is kept for the pause, and a success after it for its own time",
    asked: [[0, "fails"], [99, "fails"], [100], [101], [1099], [1100]],
    fetchedMs: [0, 100, 1100],
  },
  {
    name: "a failure after a success is kept for the pause",
    asked: [[0], [1000, "fails"], [1099], [1100]],
    fetchedMs: [0, 1000, 1100],
  },
];

for (const { name, asked, fetchedMs } of rows) {
  test(name, async () => {
    const fetched: number[] = [];
    let nowMs = 0;
    let fails = false;
    const rules = createRulesCache({
      load: async () => {
        fetched.push(nowMs);
        if (fails) throw new Error("no rules");
        return { symbols: [{ symbol: "A", filters: [] }] };
      },
      compile: compileFilters,
      now: () => nowMs,
      everyMs,
      pauseMs,
    });
    for (const [atMs, failing] of asked) {
      nowMs = atMs;
      fails = failing !== undefined;
      await rules().catch(() => undefined);
    }
    expect(fetched).toEqual(fetchedMs);
  });
}

test("callers at one time share a fetch, and its age counts from its end", async () => {
  let nowMs = 0;
  const pending: ((information: unknown) => void)[] = [];
  const load = () => new Promise<unknown>((resolve) => pending.push(resolve));
  const rules = createRulesCache({
    load,
    compile: compileFilters,
    now: () => nowMs,
    everyMs,
    pauseMs,
  });
  const both = [rules(), rules()];
  nowMs = 5000;
  const late = rules();
  expect(pending).toHaveLength(1);
  pending[0]?.({ symbols: [] });
  await Promise.all([...both, late]);
  nowMs = 5999;
  await rules();
  expect(pending).toHaveLength(1);
  nowMs = 6000;
  void rules();
  expect(pending).toHaveLength(2);
});
