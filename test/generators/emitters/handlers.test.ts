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
];

testEmitter(handlers, cases);
