import { limits } from "../../../generators/emitters/limits.ts";
import { type EmitterCase, testEmitter } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const origin = given.origin("spec/limits.yaml", 3, 3);
const limit = {
  id: "weight1m",
  counts: "weight",
  per: "ip",
  windowMs: 60_000,
  amount: null,
  header: "X-USED",
  carriedBy: "everyResponse",
  origin,
  description: "",
} as const;

const cases: readonly EmitterCase[] = [
  {
    name: "a window is a row; an amount that is not stated is null",
    given: given.contract({ limits: [limit] }),
    want: `
      {
        id: "weight1m",
        counts: "weight",
        per: "ip",
        windowMs: 60_000,
        amount: null,
        header: "X-USED",
        carriedBy: "everyResponse",
      },`,
  },
  {
    name: "each window has its header",
    given: given.contract({ limits: [limit] }),
    want: `export const usageHeaders = { weight1m: "X-USED" } as const;`,
  },
  {
    name: "what lies beyond a limit is a table; what is not stated is not in it",
    given: given.contract({
      limitRules: { exceeded: { status: 429, code: -1003 }, banned: { status: 418, after: 10 } },
    }),
    want: `
      export const limitRules = {
        exceeded: { status: 429, code: -1003 },
        banned: { status: 418, after: 10 },
      } as const satisfies LimitRules;`,
  },
  {
    name: "weightOf asks the runtime",
    given: given.contract(),
    want: `
      export function weightOf(
        operationId: OperationId,
        params: Readonly<Record<string, unknown>> = {},
      ): CallWeight {
        return callWeight(operations[operationId].weight, params);
      }`,
  },
];

testEmitter(limits, cases);
