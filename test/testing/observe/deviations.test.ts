/** What does not fit in traffic is found, with its place in the traffic and in the spec. */

import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { loadDocuments } from "../../../testing/documents/load.node.ts";
import { type Finding, observe, readPlaces } from "../../../testing/observe/observe.ts";
import { eventsOf, lots, notional, rules } from "./traffic-lines.ts";

const findPlace = readPlaces(
  JSON.parse(readFileSync("generated/documents/places.json", "utf8")) as unknown,
);
const options = { ...(await loadDocuments()), findPlace };

/** Traffic, and below it every finding, without what only these short records lack. */
const story = `
@1 GET /time 200 t=1 w=1 {"serverTime":1}
GET /time 200 t=1 w=1 {"serverTime":1,"zone":"UTC"}
  exchange, new field, getTime: the property ServerTime.zone is not documented (spec/schemas/ServerTime.yaml "type: object", line 0)
GET /time 200 t=1 w=1 {"serverTime":1,"zone12":1,"a1234":1,"7":1}
  exchange, new field, getTime: the property ServerTime.* is not documented (spec/schemas/ServerTime.yaml "type: object", 2 times, line 0)
  exchange, new field, getTime: the property ServerTime.zone12 is not documented (spec/schemas/ServerTime.yaml "type: object", line 0)
GET /time 200 t=1 w=1 {"time":1}
  exchange, schema, getTime: the response must have required property 'serverTime' (spec/schemas/ServerTime.yaml "type: object", line 0)
  exchange, new field, getTime: the property ServerTime.time is not documented (spec/schemas/ServerTime.yaml "type: object", line 0)
GET /ticker/bookTicker?symbol=A 200 t=1 w=1 {"symbol":"A","bidPrice":1,"bidQty":"1","askPrice":"1","askQty":"1"}
  exchange, schema, getBookTicker: /bidPrice must be string (spec/schemas/Decimal.yaml "type: string", line 0)
GET /time 302 t=1 w=1 {"serverTime":1}
  exchange, status, getTime: the status 302 is not documented (spec/paths/general/time.yaml "responses:", line 0)
GET /time 200 t=1 {"serverTime":1}
  exchange, header, getTime: the header X-MBX-USED-WEIGHT-1M is missing (spec/paths/general/time.yaml "'200':", line 0)
GET /time 200 t=1 w=1 x-mbx-traceid=abc x-other=1 {"serverTime":1}
  exchange, new header, getTime: the header x-mbx-traceid is not documented (spec/paths/general/time.yaml "responses:", line 0)
GET /none 404 -1000 x-mbx-traceid=abc
  refused, client, operation, GET /api/v1/none: the request is not documented (spec/openapi.yaml "paths:", line 0)
GET /time 400 -9999 t=1 w=1
  exchange, new code, getTime: the code -9999 is not documented (spec/errors.yaml "codes:", line 0)
GET /time 200 t=1 w=1 {"code":-9999}
  exchange, new field, getTime: the property ServerTime.code is not documented (spec/schemas/ServerTime.yaml "type: object", line 0)
  exchange, new code, getTime: the code -9999 is not documented (spec/errors.yaml "codes:", line 0)
GET /time 400 -1121 t=1 w=1
GET /trades?symbol=A&depth=1 200 t=1 w=1 []
  client, parameter, getTrades: the field depth is not documented (spec/paths/market/trades.yaml "get:", line 0)
GET /trades?symbol=A&depth=1 400 -1101 t=1 w=1
  refused, client, parameter, getTrades: the field depth is not documented (spec/paths/market/trades.yaml "get:", line 0)
GET /trades?symbol=A&depth=1 300 t=1 w=1 []
  exchange, status, getTrades: the status 300 is not documented (spec/paths/market/trades.yaml "responses:", line 0)
  refused, client, parameter, getTrades: the field depth is not documented (spec/paths/market/trades.yaml "get:", line 0)
GET /trades?symbol=A&depth=1 200 t=1 w=1 {"code":-1101,"msg":"x"}
  exchange, schema, getTrades: the response must be array (spec/paths/market/trades.yaml "schema:", line 0)
  refused, client, parameter, getTrades: the field depth is not documented (spec/paths/market/trades.yaml "get:", line 0)
GET /trades?symbol=A&limit=ABC 400 -1130 t=1 w=1
  refused, client, parameter, getTrades: the field limit is not of type integer (spec/parameters.yaml "schema: &limitSchema", line 0)
GET /trades?symbol=A&account12345=1 400 -1101 t=1 w=1
  refused, client, parameter, getTrades: the field * is not documented (spec/paths/market/trades.yaml "get:", line 0)
GET /trades?symbol=A&key-of-mine=1 400 -1101 t=1 w=1
  refused, client, parameter, getTrades: the field * is not documented (spec/paths/market/trades.yaml "get:", line 0)
GET /tradesOfAll 404 -1000
  refused, client, operation, GET /api/v1/tradesOfAll: the request is not documented (spec/openapi.yaml "paths:", line 0)
GET /orders/12345/a%20b 404 -1000
  refused, client, operation, GET /api/v1/orders/*/*: the request is not documented (spec/openapi.yaml "paths:", line 0)
OPTIONS /time 204 {}
GET //status 404 {}
GET /klines?symbol=A&interval=1m 200 t=1 w=1 [[60000,"1","1","1","1","1",119999,"1",1,"1","1","0"],[0,"1","1","1","1","1",59999,"1",1,"1","1","0"]]
  exchange, sequence, getKlines: the klines are not sorted from the oldest to the newest (spec/paths/market/klines.yaml "'200':", line 0)
GET /klines?symbol=A&interval=1m 200 t=1 w=1 [[0,"1","1","1","1","1",59999,"1",1,"1","1","0"],[0,"1","1","1","1","1",59999,"1",1,"1","1","0"]]
  exchange, sequence, getKlines: the klines are not sorted from the oldest to the newest (spec/paths/market/klines.yaml "'200':", line 0)
GET /klines?symbol=A&interval=1m 400 -1121 t=1 w=1
GET /klines?symbol=A&interval=1m 200 t=1 w=1 [[0,"1","1","1","1","1",59999,"1",1,"1","1","0"],[60000,"1","1","1","1","1",119999,"1",1,"1","1","0"]]
@11 GET /time 200 t=1 w=1 {"serverTime":1} ; @12 GET /time 200 t=1 w=3 {"serverTime":1}
  exchange, weight, getTime: a call adds a weight of 2; 1 is documented (spec/paths/general/time.yaml "x-weight: { ip: 1 }", line 1)
@11 GET /time 200 t=1 w=1 {"serverTime":1} ; @12 GET /time 200 t=1 w=2 {"serverTime":1}
@11 GET /time 200 t=1 w=1 {"serverTime":1} ; @12 GET /trades?symbol=A 200 t=1 w=3 []
  exchange, weight, getTrades: a call adds a weight of 2; 1 is documented (spec/paths/market/trades.yaml "x-weight: { ip: 1 }", line 1)
@11 GET /time 200 t=1 w=1 {"serverTime":1} ; @12 GET /openOrders?symbol=A K S 200 t=1 w=3 []
  exchange, weight, getOpenOrders: a call with symbol adds a weight of 2; 3 is documented (spec/paths/orders/openOrders.yaml "x-weight: { ip: { byPresence: symbol, present: 3, absent: 40 } }", line 1)
GET /time 200 t=1001 w=6001 {"serverTime":1}
  exchange, limit, getTime: more of weight10s is used than its amount, and the call is carried out (spec/limits.yaml "- id: weight10s", line 0)
  exchange, limit, getTime: more of weight1m is used than its amount, and the call is carried out (spec/limits.yaml "- id: weight1m", line 0)
GET /time 200 t=1000 w=6000 {"serverTime":1}
GET /time 400 -1121 t=1001 w=1
@1-2 GET /time 429 -1003 t=1 w=1 r=10 ; @11.9 GET /time 200 t=1 w=1 {"serverTime":1}
  client, retry, getTime: a request is sent before the wait of a response with status 429 is over (spec/rules/retry.yaml "description: >-", line 1)
@1-2 GET /time 418 -1003 t=1 w=1 r=5 ; @6.9 GET /time 200 t=1 w=1 {"serverTime":1}
  client, retry, getTime: a request is sent before the wait of a response with status 418 is over (spec/rules/retry.yaml "description: >-", line 1)
@1-2 GET /time 429 -1003 t=1 w=1 r=5 ; @7 GET /time 200 t=1 w=1 {"serverTime":1}
@1-2 GET /time 429 -1003 t=1 w=1 r=5 ; @2 GET /time 200 t=1 w=1 {"serverTime":1}
  client, retry, getTime: a request is sent before the wait of a response with status 429 is over (spec/rules/retry.yaml "description: >-", line 1)
@1-2 GET /time 429 -1003 t=1 w=1 r=5 ; @1.9 GET /time 200 t=1 w=1 {"serverTime":1}
@1-2 GET /time 429 -1003 t=1 w=1 r=5s ; @3 GET /time 200 t=1 w=1 {"serverTime":1}
@1-2 GET /time 400 -1121 t=1 w=1 r=5 ; @3 GET /time 200 t=1 w=1 {"serverTime":1}
@1-2 GET /time 429 -1003 t=1 w=1 r=5 ; b: @3 GET /time 200 t=1 w=1 {"serverTime":1}
GET /time 429 -1003 t=1 w=1 r=5 ; GET /time 200 t=1 w=1 {"serverTime":1}
@1 POST /order?newClientOrderId=x 500 -1000 ; @2 POST /order?newClientOrderId=x 400 -1121
  client, retry, placeOrder: an order is sent again before its outcome is queried (spec/paths/orders/order.yaml "x-placement:", line 1)
@1 POST /order?newClientOrderId=x 400 -1121 ; @2 POST /order?newClientOrderId=x 400 -1121
@1 POST /order?newClientOrderId=x 500 -1000 ; @2 POST /order?newClientOrderId=y 400 -1121
@1 POST /order?newClientOrderId=x 500 -1000 ; @2 GET /order?newClientOrderId=x 400 -1121
  refused, client, parameter, getOrder: the field newClientOrderId is not documented (spec/paths/orders/order.yaml "get:", line 1)
@1 GET /order?newClientOrderId=x 500 -1000 ; @2 POST /order?newClientOrderId=x 400 -1121
  refused, client, parameter, getOrder: the field newClientOrderId is not documented (spec/paths/orders/order.yaml "get:", line 0)
receives {"e":"depthUpdate","E":1,"s":"AB","U":1,"u":2,"b":[],"a":[]} ; receives {"e":"depthUpdate","E":1,"s":"AB","U":3,"u":4,"b":[],"a":[]}
receives {"e":"depthUpdate","E":1,"s":"AB","U":1,"u":2,"b":[],"a":[]} ; receives {"e":"depthUpdate","E":1,"s":"AB","U":4,"u":4,"b":[],"a":[]}
  exchange, sequence, depthUpdate: updates are missing before this event (spec/rules/bookSync.yaml "description: Steps of keeping a local order book, in the order in which they are taken.", line 1)
receives {"e":"depthUpdate","E":1,"s":"AB","U":1,"u":2,"b":[],"a":[]} ; receives {"e":"depthUpdate","E":1,"s":"AB","U":2,"u":4,"b":[],"a":[]}
  exchange, sequence, depthUpdate: the event repeats updates (spec/rules/bookSync.yaml "description: Steps of keeping a local order book, in the order in which they are taken.", line 1)
receives {"e":"depthUpdate","E":1,"s":"AB","U":1,"u":2,"b":[],"a":[],"c":1}
  exchange, new field, depthUpdate: the property DepthUpdate.c is not documented (spec/events/payloads/DepthUpdate.yaml "type: object", line 0)
receives {"stream":"ab@trade","data":{"e":"deal"}}
  exchange, message, message: the message is not of its stream (spec/asyncapi.yaml "channels:", line 0)
6 times GET /time 302 t=1 w=1 {"serverTime":1}
  exchange, status, getTime: the status 302 is not documented (spec/paths/general/time.yaml "responses:", 6 times, line 0)
GET /time 302 t=1 w=1 {} ; GET /time 302 t=1 w=1 {} ; GET /time 302 t=1 w=1 {} ; GET /time 302 t=1 w=1 {} ; GET /time 302 t=1 w=1 {} ; GET /time 302 t=1 w=1 {}
  exchange, status, getTime: the status 302 is not documented (spec/paths/general/time.yaml "responses:", 6 times, line 0, line 1, line 2, line 3, line 4)
GET /openOrders K S 200 t=1 w=1 [{"zone":1},{"zone":1}]
  exchange, new field, getOpenOrders: the property Order.zone is not documented (spec/schemas/Order.yaml "type: object", line 0)
GET /depth?symbol=A 200 t=1 w=1 {"lastUpdateId":1,"asks":[],"bids":[${'["1",1],'.repeat(10)}["1",1]]}
  exchange, schema, getDepth: /bids/*/* must be string (spec/schemas/Decimal.yaml "type: string", 11 times, line 0)
opens wss://x/stream ; sends {"method":"SUBSCRIBE","params":7,"id":1}
  client, message, subscribe: the message subscribe /params must be array (spec/events/payloads/SubscribeRequest.yaml "x-assumed: control-messages", line 1)
opens wss://x/stream ; sends {"method":"SUBSCRIBE","params":7,"id":1} ; receives {"error":{"code":2,"msg":"no"},"id":1}
  refused, client, message, subscribe: the message subscribe /params must be array (spec/events/payloads/SubscribeRequest.yaml "x-assumed: control-messages", line 1)
opens wss://x/stream ; sends {"method":"SUBSCRIBE","params":7} ; receives {"error":{"code":2,"msg":"no"},"id":null}
  refused, client, message, subscribe: the message subscribe /params must be array (spec/events/payloads/SubscribeRequest.yaml "x-assumed: control-messages", line 1)
opens wss://x/stream ; sends {"method":"SUBSCRIBE","params":7,"id":1} ; receives {"error":{"code":2,"msg":"no"},"id":2}
  client, message, subscribe: the message subscribe /params must be array (spec/events/payloads/SubscribeRequest.yaml "x-assumed: control-messages", line 1)
opens wss://x/stream ; sends {"method":"SUBSCRIBE","params":7,"id":1} ; b: receives {"error":{"code":2,"msg":"no"},"id":1}
  client, message, subscribe: the message subscribe /params must be array (spec/events/payloads/SubscribeRequest.yaml "x-assumed: control-messages", line 1)
opens wss://x/stream ; sends {"method":"SUBSCRIBE","params":7,"id":1} ; receives {"result":null,"id":1}
  client, message, subscribe: the message subscribe /params must be array (spec/events/payloads/SubscribeRequest.yaml "x-assumed: control-messages", line 1)
opens wss://x/stream ; receives {"error":{"code":"x"},"id":1}
  exchange, message, controlError: the message controlError /error/code must be integer (spec/events/payloads/ControlError.yaml "x-assumed: control-messages", line 1)
opens wss://x/ws/ab@trade ; receives {"e":"deal"}
  exchange, message, message: the message is not of its stream (spec/asyncapi.yaml "channels:", line 1)
opens wss://x/stream?streams=${"ab@trade/".repeat(1024)}
opens wss://x/stream?streams=${"ab@trade/".repeat(1025)}
  client, limit, connection: a connection carries more than 1024 streams (spec/rules/connection.yaml "description: Limits and habits of one WebSocket connection.", line 0)
opens wss://x/stream ; 5 times @1 sends {"method":"LIST_SUBSCRIPTIONS","id":1} ; @1.9 sends {"method":"LIST_SUBSCRIPTIONS","id":1}
  client, limit, control: more than 5 messages are sent within 1000 ms (spec/rules/connection.yaml "inbound:", line 2)
opens wss://x/stream ; 5 times @1 sends {"method":"LIST_SUBSCRIPTIONS","id":1} ; @2 sends {"method":"LIST_SUBSCRIPTIONS","id":1}
opens wss://x/stream ; 5 times @1 receives {"result":null,"id":1} ; @1.9 sends {"method":"LIST_SUBSCRIPTIONS","id":1}
opens wss://x/stream ; 5 times b: @1 sends {"method":"LIST_SUBSCRIPTIONS","id":1} ; @1.9 sends {"method":"LIST_SUBSCRIPTIONS","id":1}
opens wss://x/stream ; 6 times sends {"method":"LIST_SUBSCRIPTIONS","id":1}
GET /order?symbol=A&orderId=1 K S 200 t=1 w=1 {"symbol":"A","orderId":1,"status":"FILLED"} ; GET /order?symbol=A&orderId=1 K S 200 t=1 w=1 {"symbol":"A","orderId":1,"status":"NEW"}
  exchange, sequence, order: an order goes from FILLED to NEW (spec/rules/orderStates.yaml "states:", line 1)
GET /order?symbol=A&orderId=1 K S 200 t=1 w=1 {"symbol":"A","orderId":1,"status":"FILLED"} ; GET /order?symbol=A&orderId=1 K S 200 t=1 w=1 {"symbol":"A","orderId":1,"status":"FILLED"}
GET /order?symbol=A&orderId=1 K S 200 t=1 w=1 {"symbol":"A","orderId":1,"status":"NEW"} ; GET /order?symbol=A&orderId=1 K S 200 t=1 w=1 {"symbol":"A","orderId":1,"status":"FILLED"}
POST /order?symbol=A&side=BUY&type=MARKET&quantity=9 K S 200 {"status":"HALTED"}
  exchange, new word, placeOrder: OrderStatus has an unknown word: HALTED (spec/schemas/OrderStatus.yaml "type: string", line 0)
POST /order?symbol=A&side=BUY&type=MARKET&quantity=9 K S 200 {"status":"HALTED1"}
  exchange, new word, placeOrder: OrderStatus has an unknown word (spec/schemas/OrderStatus.yaml "type: string", line 0)
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
${rules([{ filterType: "MAX_NUM_ORDERS", limit: 5 }])} ; POST /order?symbol=A&side=BUY&type=MARKET&quantity=2 K S 400 -1013 "Filter failure: MAX_NUM_ORDERS"
`;

const findings = story
  .trim()
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
