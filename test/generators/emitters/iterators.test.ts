import { iterators } from "../../../generators/emitters/iterators.ts";
import type { PagedList } from "../../../runtime/pagination/list.ts";
import { type EmitterCase, testEmitter } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const trade = given.schema("Trade", { kind: "record", properties: [], additional: undefined });
const pages: PagedList = {
  operation: "getAllTrades",
  key: "id",
  limit: "limit",
  limitMax: 10,
  overlaps: true,
};
const operation = given.operation({
  id: "getAllTrades",
  pages,
  responses: [
    { schema: { kind: "list", items: { kind: "reference", name: "Trade" } }, when: undefined },
  ],
});

const cases: readonly EmitterCase[] = [
  {
    name: "a list has its table",
    given: given.contract({ schemas: [trade], operations: [operation] }),
    want: `
      export const tradePages = {
        operation: "getAllTrades",
        key: "id",
        limit: "limit",
        limitMax: 10,
        overlaps: true,
      } as const satisfies PagedList;`,
  },
  {
    name: "a function is named after one row",
    given: given.contract({ schemas: [trade], operations: [operation] }),
    want: `
      export function eachTrade(
        client: Pick<Client, "getAllTrades"> & Partial<Pick<Client, "after">>,
        request: GetAllTradesRequest,
        options?: RowOptions,
      ): Rows<Trade> {`,
  },
  {
    name: "a list by id alone has no start time",
    given: given.contract({
      schemas: [trade],
      operations: [{ ...operation, pages: { ...pages, from: "fromId" } }],
    }),
    want: "Rows start from `fromId`, else with the latest page, or `toId`.",
  },
  {
    name: "a spec without lists has no functions",
    given: given.contract({ operations: [given.operation()] }),
    want: "export { PageGapError }",
    not: "each",
  },
];

testEmitter(iterators, cases);
