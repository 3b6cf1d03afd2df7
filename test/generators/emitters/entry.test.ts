import { expect, test } from "vitest";

import { entry } from "../../../generators/emitters/entry.ts";
import { type EmitterCase, emitted, trimmed } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const cases: readonly EmitterCase[] = [
  {
    name: "the entry passes on the client, the types and the errors",
    path: "index.ts",
    given: given.contract(),
    want: `
      export * from "./client.ts";
      export * from "./types.ts";
      export * from "./errors.ts";`,
  },
];

for (const { name, given: contract, path, want, not } of cases) {
  test(name, async () => {
    const text = trimmed(await emitted(entry, contract, path));
    expect(text).toContain(trimmed(want));
    if (not !== undefined) expect(text).not.toContain(not);
  });
}
