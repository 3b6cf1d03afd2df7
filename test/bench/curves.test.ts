import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { drawCurves } from "./curves.ts";

test("the picture of the guide shows the figures of the report", () => {
  const report = readFileSync("test/bench/CURVES.md", "utf8");
  expect(readFileSync("docs/speed.svg", "utf8")).toBe(drawCurves(report));
});
