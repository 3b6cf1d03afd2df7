import { expect, test } from "vitest";

import type { Contract, UserDataRecords } from "../../../generators/contract/model.ts";
import { userData } from "../../../generators/emitters/streams/user-data.ts";
import { testEmitter } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const records: UserDataRecords = {
  calls: {
    openOrders: "listOrders",
    order: "findOrder",
    trades: "listDeals",
    balances: "getPurse",
  },
  records: {
    order: {
      identity: ["pair", "number"],
      symbol: "pair",
      status: "state",
      filled: ["done"],
      working: "active",
      changed: "moved",
    },
    trade: { identity: ["number"], symbol: "pair", id: "number" },
    balance: { list: "coins", asset: "coin", changed: "moved" },
    events: {
      orderMoved: { order: { pair: "p", number: ["N", "n"], active: { field: "k", is: "ON" } } },
      keyGone: { expired: "userKey" },
    },
  },
};

const text = { kind: "text" } as const;
const record = { kind: "record", properties: [], additional: undefined } as const;
const schemas = [
  given.schema("Order", record),
  ...["Coin", "OrderMoved", "KeyGone"].map((name) => given.schema(name, text)),
];
const reference = (name: string) => ({ kind: "reference", name }) as const;
const answers = (schema: Contract["operations"][number]["responses"][number]["schema"]) => [
  { schema, when: undefined },
];
const key = given.parameter("userKey", { required: true });
const operations = [
  given.operation({ id: "createListenKey", method: "POST", responses: answers(text) }),
  given.operation({ id: "keepAliveListenKey", parameters: [key], responses: answers(text) }),
  given.operation({ id: "closeListenKey", parameters: [key], responses: answers(text) }),
  given.operation({
    id: "listOrders",
    responses: answers({ kind: "list", items: reference("Order") }),
  }),
  given.operation({
    id: "findOrder",
    parameters: ["pair", "number"].map((name) => given.parameter(name)),
    responses: answers(reference("Order")),
  }),
  given.operation({
    id: "placeOrder",
    placement: {
      clientId: "clientId",
      resolvedBy: { operation: "findOrder", parameter: "clientId" },
    } as NonNullable<Contract["operations"][number]["placement"]>,
  }),
  given.operation({
    id: "listDeals",
    parameters: ["pair", "max-rows"].map((name) => given.parameter(name)),
    responses: answers({ kind: "list", items: reference("Order") }),
    pages: {
      operation: "listDeals",
      key: "number",
      from: "from-id",
      start: "start-time",
      limit: "max-rows",
      limitMax: 10,
      overlaps: false,
    },
  }),
  given.operation({
    id: "getPurse",
    responses: answers({
      kind: "record",
      properties: [given.property("coins", { kind: "list", items: reference("Coin") })],
      additional: undefined,
    }),
  }),
];
const channel = given.channel({
  id: "own",
  address: "{userKey}",
  access: "userData",
  parameters: [{ name: "userKey", letterCase: "asIs" }],
  messages: [
    given.message({
      name: "orderMoved",
      eventType: "orderMoved",
      payload: reference("OrderMoved"),
    }),
    given.message({ name: "keyGone", eventType: "keyGone", payload: reference("KeyGone") }),
  ],
});

function contractOf(
  rules: Partial<Contract["streamRules"]> = {},
  facets: Partial<Contract> = {},
): Contract {
  const { streamRules } = given.contract();
  return given.contract({
    schemas,
    operations,
    channels: [channel],
    streamRules: { ...streamRules, userRecords: records, ...rules },
    ...facets,
  });
}

const [userKey] = channel.parameters;
const without = (id: string): Partial<Contract> => ({
  operations: operations.filter((each) => each.id !== id),
});
const takingNothing = (id: string): Partial<Contract> => ({
  operations: operations.map((each) => (each.id === id ? { ...each, parameters: [] } : each)),
});
const keys = [userKey, userKey].flatMap((each) => each ?? []);
/** What a contract lacks, and the fix that the note says. */
const incomplete: readonly (readonly [string, Contract, string])[] = [
  ["records", contractOf({ userRecords: undefined }), "order, trade and balance under records"],
  [
    "a stream of one key",
    contractOf({}, { channels: [{ ...channel, parameters: keys }] }),
    "by the listen key alone",
  ],
  [
    "calls that take the key",
    contractOf({}, takingNothing("closeListenKey")),
    "needs only userKey and returns a response: not closeListenKey",
  ],
  ["trades in pages", contractOf({}, without("listDeals")), "at listDeals how it is paged by id"],
  ["a placement", contractOf({}, without("placeOrder")), "Write x-placement"],
];

test.each(incomplete)("a note says that there is no session without %s", (_, spec, fix) => {
  const [file] = userData.emit(spec);
  expect(file?.notes).toMatchObject([
    { origin: channel.origin, fix: expect.stringContaining(fix) },
  ]);
});

const rows: readonly (readonly [string, string])[] = [
  ["an event with the key in it is nobody else's", "export type UserData = OrderMoved;"],
  [
    "the stream has the name of the spec",
    'streamNameWith(streamTable["own"], { userKey: listenKey })',
  ],
  [
    "one order is found by its identity",
    "client.findOrder(identity as FindOrderRequest, callOptions)",
  ],
  [
    "trades are walked through from where they are known",
    `const request = {
      pair: symbol,
      ...(all === true ? { "from-id": 0 } : {}),
      ...(startMs === undefined ? {} : { "start-time": startMs }),
    };
    return eachDeal(client, request, { ...callOptions, resume, toId });`,
  ],
];

/** Every order in pages, by its number; weights that the spec does not state count requests. */
const listAll = given.operation({
  id: "listAll",
  responses: answers({ kind: "list", items: reference("Order") }),
  weight: { ip: { kind: "fixed", weight: 30 } },
  pages: {
    ...{ operation: "listAll", key: "number", from: "from-id", limit: "max-rows" },
    ...{ limitMax: 50, overlaps: false },
  },
});
const paged = (pages: object): Contract =>
  contractOf(
    { userRecords: { ...records, calls: { ...records.calls, orderPage: "listAll" } } },
    { operations: [...operations, { ...listAll, pages: { ...listAll.pages, ...pages } as never }] },
  );

testEmitter(userData, [
  {
    name: "orders are read in pages, by the weights of the spec",
    given: paged({}),
    want: 'pages: { key: "number", limit: 50, weight: 30, orderWeight: 1 },',
  },
  {
    name: "a page has the names of the spec, and a client may lack it",
    given: paged({}),
    want: `
      orderPage: async (symbol, from, callOptions) =>
        client.listAll?.({ pair: symbol, "from-id": from, "max-rows": 50 }, callOptions),`,
  },
  ...[{ key: "time" }, { from: undefined }].map((pages) => ({
    name: `pages with ${JSON.stringify(pages)} cannot be read from an order on`,
    given: paged(pages),
    want: "watchUserData",
    not: "listAll",
  })),
  ...rows.map(([name, want]) => ({ name, given: contractOf(), want })),
  ...incomplete.map(([lacks, contract]) => ({
    name: `there is no session without ${lacks}`,
    given: contract,
    want: "SessionNotice",
    not: "watchUserData",
  })),
]);
