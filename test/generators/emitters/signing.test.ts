import { signing } from "../../../generators/emitters/signing.ts";
import { type EmitterCase, testEmitter } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const cases: readonly EmitterCase[] = [
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

testEmitter(signing, cases);
