import { tables } from "../../../generators/emitters/tables.ts";
import { type EmitterCase, testEmitter } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const cases: readonly EmitterCase[] = [
  {
    name: "what to do after a code is a table of its own",
    given: given.contract({
      errors: [{ code: -1021, name: "A", condition: "B", advice: "resyncClock" }],
    }),
    want: `
      /**
       * What to do after each error code: \`advice\` of an ApiError.
       *
       * @see spec/errors.yaml
       */
      export const errorAdvice = { "-1021": "resyncClock" } as const satisfies CodeAdvice;`,
  },
  {
    name: "a status is a range with its advice",
    given: given.contract({
      statuses: [{ from: 500, to: 599, condition: "Down.", advice: "backOff" }],
    }),
    want: `{ from: 500, to: 599, advice: "backOff" }`,
  },
  {
    name: "the retry policy is data",
    given: given.contract(),
    want: `
      export const retry = {
        rules: [],
        backoff: { firstMs: 1000, factor: 2, maxMs: 32_000, jitter: "full" },
      } as const satisfies RetryDescriptor;`,
  },
  {
    name: "the rules of signing are one table that is checked",
    given: given.contract(),
    want: `
      window: "recvWindow",
      signature: "signature",
      pairSeparator: "&",
      partSeparator: "",`,
  },
  {
    name: "a contract without an envelope has none among its tables",
    given: given.contract({ envelope: undefined }),
    want: "export const tables = { advice: errorAdvice, openCodes, retry, signing, statuses };",
  },
];

testEmitter(tables, cases);
