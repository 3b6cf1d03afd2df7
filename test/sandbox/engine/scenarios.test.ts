import { test } from "vitest";

import { storiesIn } from "../../support/story.ts";
import { expectScenario } from "../support/scenario.ts";

/** What everybody trades with, and a last trade at 100; then scenarios, of which most begin so. */
const [[, opening] = ["", ""], ...scenarios] = storiesIn(import.meta.dirname, "scenarios.txt");

test.each(scenarios)("%s", (_, text) => {
  expectScenario(text.replace("opening", () => opening));
});
