import { expect, test } from "vitest";

import { handlers } from "../../../generators/emitters/handlers.ts";
import { type EmitterCase, emitted, trimmed } from "../../support/emitted.ts";
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
    name: "all names are a list that is checked",
    given: contract,
    want: `
      export const handlerNames = [
        "getTime",
      ] as const satisfies readonly (keyof ExchangeHandlers<unknown>)[];`,
  },
];

for (const { name, given: contract, path, want, not } of cases) {
  test(name, async () => {
    const text = trimmed(await emitted(handlers, contract, path));
    expect(text).toContain(trimmed(want));
    if (not !== undefined) expect(text).not.toContain(not);
  });
}
