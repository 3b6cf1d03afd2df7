import { operations } from "../../../generators/emitters/operations.ts";
import { type EmitterCase, testEmitter } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const one = (facets: Parameters<typeof given.operation>[0]) =>
  given.contract({ operations: [given.operation(facets)] });

const cases: readonly EmitterCase[] = [
  {
    name: "an operation is a constant that is checked",
    given: one({}),
    want: `
      /**
       * Server time.
       *
       * @see spec/paths/general/time.yaml
       */
      export const getTime = {
        id: "getTime",
        method: "GET",
        path: "/api/v1/time",
        sendsKey: false,
        signed: false,
        places: ["query"],
        parameters: [],
        weight: { ip: { kind: "fixed", weight: 1 } },
      } as const satisfies OperationDescriptor;`,
  },
  {
    name: "all of them stand in one table by their ids",
    given: one({}),
    want: `
      export const operations = { getTime } as const satisfies Readonly<
        Record<string, OperationDescriptor>
      >;`,
  },
  { name: "an unstated weight is null", given: one({ weight: null }), want: "weight: null," },
  {
    name: "a signed operation says what it sends",
    given: one({ security: given.security("SIGNED") }),
    want: `
      sendsKey: true,
      signed: true,`,
  },
  {
    name: "a field carries its bounds and no words",
    given: one({
      parameters: [given.parameter("limit", { kind: "integer", maximum: 9, description: "Said." })],
    }),
    want: `parameters: [{ name: "limit", kind: "integer", required: false, maximum: 9 }],`,
    not: "Said",
  },
  {
    name: "a placement says how its outcome is found",
    given: one({
      placement: { clientId: "newId", resolvedBy: { operation: "get", parameter: "oldId" } },
    }),
    want: `placement: { clientId: "newId", resolvedBy: { operation: "get", parameter: "oldId" } },`,
  },
];
testEmitter(operations, cases);
