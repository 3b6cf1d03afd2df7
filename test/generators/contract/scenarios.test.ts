/** Which of this contract's scenarios run against a sandbox of another. */

import { expect, test } from "vitest";

import { assemble } from "../../../generators/contract/build.ts";
import { load } from "../../../generators/contract/documents/load.ts";
import * as read from "../../../generators/contract/documents/read.ts";
import { readSpec } from "../../../generators/contract/documents/spec-files.ts";
import { fittingScenarios } from "../../../generators/contract/scenarios.ts";
import { withEdits } from "../../support/edited-files.ts";

const location = { folder: "spec", root: "." };
const files = readSpec(location);
const loaded = load(location, files);
const own = assemble(loaded);

const some = ["getDepth.default", "getDepth.usualLimit", "getKlines.interval-3m"];
const [, usual, ofMinutes] = some;

test.each([
  ["the same contract", "symbol:\n  name: symbol", "symbol:\n  name: symbol", []],
  ["symbols of another form", "'^[^\\u0000]{1,64}$'", "'^[A-Z]+-[A-Z]+$'", some],
  [
    "a limit that is required",
    "depthLimit:\n  name: limit\n  in: query\n  required: false",
    "depthLimit:\n  name: limit\n  in: query\n  required: true",
    [usual],
  ],
  ["one interval", "$ref: schemas/KlineInterval.yaml", "type: string, enum: [1m]", [ofMinutes]],
])("of %s: those whose fields it takes", (_, from, to, lacking) => {
  const other = assemble(load(location, withEdits(files, [["parameters.yaml", from, to]])));
  const ids = fittingScenarios(loaded, own, other).map(({ id }) => read.text(id));
  expect(some.filter((id) => !ids.includes(id))).toEqual(lacking);
  expect(ids).toContain("getTime.default");
});
