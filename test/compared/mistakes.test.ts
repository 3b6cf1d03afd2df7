/** The rows of docs/mistakes.md that speak of this client say what it does today. */

import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { mistakes, placeWithTradespec, rowOf } from "./mistakes.ts";

const page = readFileSync("docs/mistakes.md", "utf8");
const sections = page.split("\n## ").slice(1);

test.concurrent.each(mistakes)("$title", async (mistake) => {
  const section = sections.find((each) => each.startsWith(`${mistake.title}\n`));
  expect(section).toContain(await rowOf("tradespec", mistake, placeWithTradespec));
});

test("the page has these mistakes and no others", () => {
  expect(sections).toHaveLength(mistakes.length);
});
