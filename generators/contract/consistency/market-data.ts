import { showsAlone } from "../context.ts";
import type { Loaded } from "../documents/load.ts";
import { namesIn } from "../filters/expressions.ts";
import type { Contract } from "../model.ts";

/** Reports market and account data that no filter rule reads. */
export function reportMarketData(loaded: Loaded, { marketData, filters }: Contract): void {
  // Without assumptions, filters lack rules.
  if (showsAlone(loaded)) return;
  const trees = filters.flatMap(({ rules }) => rules.flatMap((rule) => Object.values(rule.trees)));
  const asked = new Set([
    ...filters.map(({ average }) => average?.zero),
    ...trees.flatMap((tree) => (tree === undefined ? [] : namesIn(tree).map(({ name }) => name))),
  ]);
  for (const { name, origin } of marketData.filter((each) => !asked.has(each.name))) {
    const message = `No rule of a filter asks for ${name}, so it has no effect.`;
    loaded.problems.reportAt(origin, message, "Name it in x-rules of a filter, or delete it.");
  }
}
