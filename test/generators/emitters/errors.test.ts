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
    name: "names are a table of their own",
    given: given.contract({
      errors: [{ code: -1021, name: "A", condition: "B", advice: "resyncClock" }],
    }),
    want: `export const errorNames = { "-1021": "A" } as const satisfies CodeNames;`,
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
