/** The report of what traffic shows, whole; and the places that it names. */

import { expect, test } from "vitest";

import { loadDocuments } from "../../../testing/documents/load.node.ts";
import { type Observation, observe, readPlaces } from "../../../testing/observe/observe.ts";
import { formatObservation, isClean } from "../../../testing/observe/report.ts";
import { eventsOf } from "./traffic-lines.ts";

const documents = await loadDocuments();
const findPlace = readPlaces({ openapi: { "/x-assumptions": "list:1", "/paths": "paths:2" } });

const lines = [
  'opens wss://x/ws/a@trade ; GET /time 200 t=1 w=1 {"serverTime":"1"}',
  'GET /time 200 t=1 w=1 {"serverTime":1,"a":1} ; GET /time 200 t=1 w=1 {"serverTime":1,"a":1}',
  "GET /none 404 -1121 ; ends 1012 ; GET /order K S 400 -2011 t=1 w=1",
];
const report = `
5 calls, 0 messages, 1 connections, from api.exchange.test

Deviations from the contract
  getTime: /serverTime must be integer (schema, exchange, once)
    line 1

Wrong requests that the exchange refused
  GET /api/v1/none: the request is not documented (operation, client, once)
    paths:2, line 4
  getOrder: the required field symbol is missing (parameter, client, once)
    line 6

Not in the contract yet
  getTime: the property ServerTime.a is not documented (new field, exchange, 2 times)
    line 2, line 3

Contradicted assumptions
  order-not-found (list:1): The response to a query for an order that does not exist.
    fails, once, from api.exchange.test: line 6
  close-codes (list:1): The codes with which the exchange closes a connection.
    fails, once, from api.exchange.test: line 5

Confirmed assumptions
  bare-successes (list:1): Whether a success comes bare, that is without the envelope, or in the envelope.
    bare (as assumed), 3 times, from api.exchange.test: line 1, line 2, line 3
  status-of-codes (list:1): The HTTP status that comes with an error code.
    holds (as assumed), once, from api.exchange.test: line 6

1 deviations, 1 new; assumptions: 2 confirmed, 0 unconfirmed, 2 contradicted, 1 not tested, 1 not observable in traffic
`;
const nothing = `
0 calls, 0 messages, 0 connections, from nowhere

Deviations from the contract
  None.

Not in the contract yet
  Nothing.

Contradicted assumptions
  None.

Confirmed assumptions
  None.

0 deviations, 0 new; assumptions: 0 confirmed, 0 unconfirmed, 0 contradicted, 1 not tested, 1 not observable in traffic
`;

/** What traffic shows of one assumption of each kind, and of two more. */
function observed(traffic: string): Observation {
  const found = observe(traffic === "" ? [] : eventsOf(traffic), { ...documents, findPlace });
  const ids = ["bare-successes", "close-codes", "status-of-codes", "order-not-found"];
  const shown = found.assumptions.filter(({ id, verdict }) => {
    return traffic === "" ? false : ids.includes(id) && verdict !== "untouched";
  });
  const others = found.assumptions.filter(({ id }) => /^(site-null-fields|error-codes)$/.test(id));
  return { ...found, assumptions: [...shown, ...others] };
}

test("the report says everything that was found, or that there is nothing", () => {
  expect(formatObservation(observed(lines.join(" ; ")))).toBe(report.trim());
  expect(formatObservation(observed(""))).toBe(nothing.trim());
});

test.each([
  ["api.exchange.test; api.exchange.test", "confirmed 2 of api.exchange.test"],
  ["sandbox; mock", "unconfirmed 2 of sandbox, mock"],
  ["", "unconfirmed 1 of unknown"],
  ["sandbox; api.exchange.test; ", "confirmed 1 of api.exchange.test"],
  ["api.exchange.test; sandbox, enveloped", "confirmed 1 of api.exchange.test"],
  ["mock; sandbox, enveloped", "contradicted 1 of mock, 1 of sandbox"],
])("calls to %j: bare successes are %s", (servers, want) => {
  const events = servers.split("; ").flatMap((server) => {
    const [name, form] = server.split(", ");
    const body = form === undefined ? "{}" : '{"code":0,"msg":"","timestamp":1,"data":{}}';
    return eventsOf(`GET /time 200 ${body}`).map((one) => ({
      ...one,
      origin: name || undefined,
      place: "an entry of files with one name",
    }));
  });
  const { assumptions } = observe(events, documents);
  const { verdict, readings = {} } = assumptions.find(({ id }) => id === "bare-successes") ?? {};
  const seen = Object.values(readings).map(
    ({ count, origins }) => `${count} of ${origins.join(", ")}`,
  );
  expect(`${verdict} ${seen.join(", ")}`).toBe(want);
});

test.each([
  ["", true],
  ["GET /none 404 -1121", true],
  ['GET /time 200 t=1 w=1 {"serverTime":"1"}', false],
  ['GET /time 200 t=1 w=1 {"serverTime":1,"a":1}', true],
  ["opens wss://x/ws/a@trade ; ends 1012", false],
])("the traffic %j is clean: %s", (traffic, want) => {
  expect(isClean(observed(traffic))).toBe(want);
});

test.each([
  ["openapi", "/x-assumptions/a/b", "list:1"],
  ["openapi", "/x-assumptions", "list:1"],
  ["openapi", "/other/a", ""],
  ["openapi", "", ""],
  ["asyncapi", "/paths", ""],
] as const)("the place of %s %s is %j", (document, pointer, place) => {
  expect(findPlace(document, pointer)).toBe(place);
});
