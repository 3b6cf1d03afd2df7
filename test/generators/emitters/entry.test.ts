import { entry } from "../../../generators/emitters/entry.ts";
import { type EmitterCase, testEmitter } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const cases: readonly EmitterCase[] = [
  {
    name: "the entry passes on the client, the types and the errors",
    path: "index.ts",
    given: given.contract(),
    want: `
      export * from "./client.ts";
      export * from "./errors.ts";
      export * from "./iterators.ts";
      export { canMove, isFinal } from "./order-rules.ts";
      export * from "./types.ts";`,
  },
];

testEmitter(entry, cases);
