import { errors } from "../../../generators/emitters/errors.ts";
import { type EmitterCase, testEmitter } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const cases: readonly EmitterCase[] = [
  {
    name: "a code is a row without its advice",
    given: given.contract({
      errors: [
        {
          code: -1021,
          name: "TIMESTAMP",
          condition: "It is late.",
          advice: "resyncClock",
        },
      ],
    }),
    want: `
      export const errorCodes = [
        { code: -1021, name: "TIMESTAMP", condition: "It is late." },
      ] as const satisfies readonly ErrorCodeDescriptor[];`,
    not: 'advice: "resyncClock"',
  },
  {
    name: "names and what to do are tables of their own",
    given: given.contract({
      errors: [{ code: -1021, name: "A", condition: "B", advice: "resyncClock" }],
    }),
    want: `
      export const errorNames = { "-1021": "A" } as const satisfies CodeNames;

      /**
       * What to do after each error code.
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
    name: "the classes of the runtime come along",
    given: given.contract(),
    want: `export * from "../runtime/errors.ts";`,
  },
  {
    name: "text of the spec stays text",
    given: given.contract({
      errors: [{ code: 1, name: "A", condition: '"; evil(); "', advice: "stop" }],
    }),
    want: `condition: '"; evil(); "'`,
  },
];

testEmitter(errors, cases);
