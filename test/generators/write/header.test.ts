import { expect, test } from "vitest";

import { header } from "../../../generators/write/format.ts";

const edit = "// Do not edit: change the spec, then run `npm run generate`.";
const cases: readonly [readonly string[], string][] = [
  [["spec/errors.yaml"], "spec/errors.yaml"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
];
for (const [sources, want] of cases) {
  test(`sources read as ${want}`, () => {
    expect(header({ name: "errors", sources })).toBe(
      `// Generated from ${want} by generators/emitters/errors.ts.\n${edit}`,
    );
  });
}
