/** What does not fit in traffic is found, with its place in the traffic and in the spec. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { loadDocuments } from "../../../testing/documents/load.node.ts";
import { type Finding, observe, readPlaces } from "../../../testing/observe/observe.ts";
import { eventsOf, lots, notional, rules } from "./traffic-lines.ts";

const findPlace = readPlaces(
  JSON.parse(readFileSync("generated/documents/places.json", "utf8")) as unknown,
);
const options = { ...(await loadDocuments()), findPlace };

/** Traffic as in deviations.txt that is too long for a text, or has filters. */
const computed = `
GET /depth?symbol=A 200 t=1 w=1 {"lastUpdateId":1,"asks":[],"bids":[${'["1",1],'.repeat(10)}["1",1]]}
  exchange, schema, getDepth: /bids/*/* must be string (spec/schemas/Decimal.yaml "type: string", 11 times, line 0)
opens wss://x/stream?streams=${"ab@trade/".repeat(1024)}
opens wss://x/stream?streams=${"ab@trade/".repeat(1025)}
  client, limit, connection: a connection carries more than 1024 streams (spec/rules/connection.yaml "description: Limits and habits of one WebSocket connection.", line 0)
POST /order?symbol=A&side=BUY&type=MARKET&quantity=9 K S 200 {"status":"${"A".repeat(41)}"}
  exchange, new word, placeOrder: OrderStatus has an unknown word (spec/schemas/OrderStatus.yaml "type: string", line 0)
${rules(lots)} ; POST /order?symbol=A&side=BUY&type=MARKET&quantity=10.5 K S 200
  exchange, filter, placeOrder: an order that breaks the rule quantity-maximum of MARKET_LOT_SIZE is accepted (spec/filters/MARKET_LOT_SIZE.yaml "type: object", line 1)
  exchange, filter, placeOrder: an order that breaks the rule quantity-step of MARKET_LOT_SIZE is accepted (spec/filters/MARKET_LOT_SIZE.yaml "type: object", line 1)
${rules(lots)} ; POST /order?symbol=A&side=BUY&type=MARKET&quantity=10.5 K S 400 -1013 "Filter failure: LOT_SIZE"
${rules(lots)} ; POST /order?symbol=A&side=BUY&type=MARKET&quantity=2 K S 400 -1013 "Filter failure: LOT_SIZE"
  exchange, filter, placeOrder: an order that breaks no rule of LOT_SIZE is refused for it (spec/filters/LOT_SIZE.yaml "type: object", line 1)
${rules(lots)} ; POST /order?symbol=A&side=BUY&type=MARKET&quantity=2 K S 400 -2010 "Filter failure: LOT_SIZE"
${rules(lots)} ; POST /order?symbol=A&side=BUY&type=MARKET&quantity=9 K S 400 -1013 "Filter failure: MARKET_LOT_SIZE"
  exchange, filter, placeOrder: an order that breaks no rule of MARKET_LOT_SIZE is refused for it (spec/filters/MARKET_LOT_SIZE.yaml "type: object", line 1)
${rules([notional])} ; POST /order?symbol=A&side=BUY&type=MARKET&quantity=2 K S 400 -1013 "Filter failure: MIN_NOTIONAL"
${rules([notional])} ; POST /order?symbol=A&side=BUY&type=MARKET&quoteOrderQty=1 K S 200
${rules([notional])} ; POST /order?symbol=A&side=BUY&type=LIMIT&price=900&quantity=900&timeInForce=GTC K S 400 -1013 "Filter failure: MIN_NOTIONAL"
  exchange, filter, placeOrder: an order that breaks no rule of MIN_NOTIONAL is refused for it (spec/filters/MIN_NOTIONAL.yaml "type: object", line 1)
${rules([{ filterType: "(" }])} ; POST /order?symbol=A&side=BUY&type=MARKET&quantity=2 K S 400 -1013 "Filter failure: ("
  exchange, new word, getExchangeInfo: UnknownFilter.filterType has an unknown word (spec/schemas/UnknownFilter.yaml "filterType:", line 0)
${rules([{ filterType: "MAX_NUM_ORDERS", limit: 5 }])} ; POST /order?symbol=A&side=BUY&type=MARKET&quantity=2 K S 400 -1013 "Filter failure: MAX_NUM_ORDERS"
`;

/** Traffic, and below it every finding, without what only these short records lack. */
const story = readFileSync(join(import.meta.dirname, "deviations.txt"), "utf8");

const findings = `${story.trim()}${computed.trimEnd()}`
  .split(/\n(?=\S)/)
  .map((part) => part.split("\n"));

test.each(findings)("%s", (traffic, ...wanted) => {
  const { deviations, refused, news } = observe(eventsOf(traffic), options);
  const found = [...deviations, ...news].map(lineOf);
  found.push(...refused.map((each) => `refused, ${lineOf(each)}`));
  const isBrief = (line: string): boolean => /is missing \(|required property/.test(line);
  const want = wanted.map((line) => line.trim());
  expect(found.filter((line) => want.includes(line) || !isBrief(line))).toEqual(want);
});

function lineOf({ by, kind, subject, text, spec, places, count }: Finding): string {
  const [file = "", line] = spec.split(":");
  const stated = readFileSync(file, "utf8").split("\n")[Number(line) - 1]?.trim();
  const seen = count === places.length ? places : [`${count} times`, ...places];
  return `${by}, ${kind}, ${subject}: ${text} (${[`${file} "${stated}"`, ...seen].join(", ")})`;
}
