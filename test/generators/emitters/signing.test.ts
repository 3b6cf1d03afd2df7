import { expect, test } from "vitest";

import { signing } from "../../../generators/emitters/signing.ts";
import { type EmitterCase, emitted, trimmed } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const cases: readonly EmitterCase[] = [
  {
    name: "the rules are one table that is checked",
    given: given.contract(),
    want: `
      window: "recvWindow",
      signature: "signature",
      pairSeparator: "&",
      partSeparator: "",`,
  },
  {
    name: "known answers are a table of their own",
    given: given.contract({
      signing: {
        ...given.contract().signing,
        vectors: [{ name: "query", secret: "s", query: "a=1", body: "", signature: "00" }],
      },
    }),
    want: `
      export const signingVectors = [
        { name: "query", secret: "s", query: "a=1", body: "", signature: "00" },
      ] as const;`,
  },
  {
    name: "the functions that follow the rules come along",
    given: given.contract(),
    want: `export * from "../runtime/signing/signature.ts";`,
  },
];

for (const { name, given: contract, path, want, not } of cases) {
  test(name, async () => {
    const text = trimmed(await emitted(signing, contract, path));
    expect(text).toContain(trimmed(want));
    if (not !== undefined) expect(text).not.toContain(not);
  });
}
