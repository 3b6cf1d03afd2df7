import { handlers } from "../../../generators/emitters/handlers.ts";
import { type EmitterCase, testEmitter } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const contract = given.contract({
  schemas: [given.schema("ServerTime", { kind: "text" })],
  operations: [given.operation()],
});

const cases: readonly EmitterCase[] = [
  {
    name: "an operation is a function of its request and a context",
    given: contract,
    want: `
      /**
       * Server time.
       *
       * \`GET /api/v1/time\`
       *
       * @see spec/paths/general/time.yaml
       */
      getTime(request: GetTimeRequest, context: Context): Reply<ServerTime>;`,
  },
  {
    name: "a default of false or 0 is filled in like any other",
    given: given.contract({
      operations: [
        given.operation({
          parameters: [
            given.parameter("all", { default: false }),
            given.parameter("from", { default: 0 }),
            given.parameter("until", { defaultFromNowMs: 0 }),
          ],
        }),
      ],
    }),
    want: `getTime(request: Filled<GetTimeRequest, "all" | "from">, context: Context)`,
  },
  {
    name: "the present is a default, too",
    given: given.contract({
      operations: [
        given.operation({ parameters: [given.parameter("until", { defaultFromNowMs: 0 })] }),
      ],
    }),
    want: "getTime: { until: 0 }",
  },
];

testEmitter(handlers, cases);
