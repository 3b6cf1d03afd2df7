import type { Emitter } from "../write/emitter.ts";
import { table } from "../write/literal.ts";

/** The rows of the contract tests. */
export const scenarios: Emitter = {
  name: "scenarios",
  sources: ["spec/scenarios/*.yaml"],
  emit: ({ scenarios: rows }) => [
    { path: "scenarios.ts", text: table("scenarioRows", docs, rows) },
  ],
};

const docs = {
  text: "What the contract tests call and expect, in the order in which they run.",
  see: "spec/scenarios",
};
