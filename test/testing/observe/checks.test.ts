/**
 * What each piece of traffic shows of an assumption. What would look the same under another reading
 * shows nothing.
 */

import { expect, test } from "vitest";

import { type AssumptionId, assumptions } from "../../../generated/assumptions.ts";
import { readAsyncApi } from "../../../testing/documents/asyncapi.ts";
import { loadDocuments } from "../../../testing/documents/load.node.ts";
import { readOpenApi } from "../../../testing/documents/openapi.ts";
import { checks } from "../../../testing/observe/checks/index.ts";
import { limitMax } from "../../../testing/observe/probes/reads.ts";
import { readTraffic } from "../../../testing/observe/traffic.ts";
import { eventsOf, lots, notional, rules } from "./traffic-lines.ts";

const { openapi, asyncapi } = await loadDocuments();
const documents = { rest: readOpenApi(openapi), streams: readAsyncApi(asyncapi) };

/** A balance, an order such as `BUY 2 at 3`, and the balance after it. */
function moved(before: string, order: string, after: string): string {
  const [side, origQty, , price = ""] = order.split(" ");
  const account = (text: string): string => {
    const [, free = "0", , locked = "0"] = text.split(" ");
    return `GET /account 200 {"balances":[{"asset":"A","locked":"${locked}","free":"${free}"}]}`;
  };
  const placed = `"status":"NEW","side":"${side}","origQty":"${origQty}","executedQty":"0"`;
  return `${account(before)} ; POST /order 200 {${placed},"price":"${price}"} ; ${account(after)}`;
}

/** Depth messages such as `1-2 price:quantity`, then the snapshot `2 price:quantity`. */
function book(...parts: readonly string[]): string {
  const lines = parts.map((part) => {
    const [ids = "", ...levels] = part.split(" ");
    const [first, last] = ids.split("-").map(Number);
    const list = levels.map((level) => level.split(":"));
    if (last !== undefined) {
      const event = { e: "depthUpdate", s: "AB", U: first, u: last, b: list };
      return `receives ${JSON.stringify(event)}`;
    }
    return `@1 GET /depth?symbol=AB 200 ${JSON.stringify({ lastUpdateId: first, bids: list })}`;
  });
  return lines.join(" ; ");
}

/** An assumption; below it, its readings and what shows them. */
const story = `
window-alignment
  clock: @8-8.9 GET /time 200 t=5 ; @11 GET /time 200 t=1
  sliding: @8-8.9 GET /time 200 t=5 ; @11 GET /time 200 t=2
  nothing: @8-9 GET /time 200 t=5 ; @11 GET /time 200 t=1
  nothing: @8-8.9 GET /time 200 t=5 ; @10.9 GET /time 200 t=1
  nothing: @2 GET /time 200 t=5 ; @11 GET /time 200 t=1
  nothing: @5 GET /time 400 -1121 t=5 ; @11 GET /time 200 t=1
  nothing: @5 GET /none 200 t=5 ; @11 GET /time 200 t=1
  nothing: @5 GET /time 200 t=5 ; @11 GET /none 200 t=1
  nothing: @8-8.9 GET /time 200 t=5 ; @11 GET /time 200 t=x
refused-request-weight
  free: GET /time 200 w=5 ; GET /openOrders 429 -1003 w=5
  counted: GET /time 200 w=5 ; GET /openOrders 429 -1003 w=45
  nothing: GET /time 200 w=5 ; GET /openOrders 429 -1003 w=44
  nothing: GET /time 200 w=5 ; GET /openOrders 418 -1003 w=5
  nothing: GET /time 200 w=5 ; GET /none 429 -1003 w=5
  nothing: GET /time 200 ; GET /openOrders 429 -1003
ban-threshold
  holds: GET /time 200 ; 10 times GET /time 429 -1003 ; GET /time 418 -1003 ; GET /time 418 -1003
  holds: GET /time 200 ; 5 times GET /time 429 -1003 ; GET /time 400 -1121 ; 5 times GET /time 429 -1003 ; GET /time 418 -1003
  fails: GET /time 200 ; 9 times GET /time 429 -1003 ; GET /time 418 -1003
  nothing: GET /time 200 ; GET /time 418 -1003 ; 10 times GET /time 429 -1003 ; GET /time 418 -1003
order-count-rule
  accepted: POST /order 200 o=1 ; POST /order 400 -1013 ; POST /order 200 o=2
  every: POST /order 200 o=1 ; POST /order 400 -1013 ; POST /order 400 -2010 ; POST /order 200 o=4
  nothing: POST /order 400 -1013 ; POST /order 200 o=1 ; POST /order 200 o=2 ; POST /order 400 -1013
  nothing: POST /order 200 o=1 ; b: POST /order 400 -1013 ; POST /order 200 o=2
  nothing: POST /order 200 o=1 ; POST /order 400 -1013 ; POST /order 200 o=4
  nothing: POST /order 200 ; POST /order 400 -1013 ; POST /order 200 o=1
order-of-checks
  holds: GET /account?timestamp=x 401 -2015
  fails: GET /account?timestamp=x 400 -1102
  nothing: GET /account?timestamp=x K 401 -2015
  nothing: GET /account?timestamp=x 404 {"msg":""}
signature-refusals
  holds: GET /account?timestamp=1 K 400 -1102
  holds: GET /account?signature=1 K S 400 -1101
  holds: GET /account?timestamp=1&signature=x K 400 -1022
  fails: GET /account?timestamp=1 K 400 -1022
  fails: GET /account?signature=1 K S 400 -1022
  fails: GET /account?timestamp=1&signature=x K 400 -1102
  nothing: GET /account?timestamp=1 K 401 -2015
  nothing: GET /account?timestamp=1 K 429 -1003
  nothing: GET /account?more=1 K S 400 -1022
  nothing: POST /listenKey K 400 -1102
bare-successes
  bare: GET /time 200 {"serverTime":1}
  enveloped: GET /time 200 {"code":0,"msg":"","timestamp":1,"data":{"serverTime":1}}
  nothing: GET /none 200 {}
  nothing: GET /time 300 {"serverTime":1}
  nothing: GET /time 200 <html>
short-error-envelope
  whole: GET /time 400 -1121
  short: GET /time 400 {"code":-1121,"msg":""}
  nothing: GET /time 400 {"code":"x"}
success-code-200
  holds: GET /time 200 {"code":200,"msg":""}
  nothing: GET /time 200 {"code":0,"msg":""}
  nothing: GET /time 400 {"code":200,"msg":""}
errors-without-json
  holds: GET /time 403 <html>
  holds: GET /time 500 <html>
  nothing: GET /time 404 <html>
  nothing: GET /time 403 -1121
  nothing: GET /time 500 -
aggregate-trade-best-match
  present: GET /aggTrades 200 [{"M":true},{}]
  absent: GET /aggTrades 200 [{},{"M":true}]
order-record-extras
  present: GET /order 200 {"orderListId":-1}
  present: GET /openOrders 200 [{"orderListId":-1},{}]
  absent: GET /allOrders 200 [{}]
cumulative-quote-spelling
  oneM: POST /order 200 {"cumulativeQuoteQty":"0"}
  twoM: DELETE /order 200 {"cummulativeQuoteQty":"0"}
reference-price-without-symbol
  list: GET /referencePrice 200 []
  refused: GET /referencePrice 400 -1102
  nothing: GET /referencePrice 400 -1121
  nothing: GET /referencePrice?symbol=AB 200 {}
listen-key-response
  list: POST /listenKey 200 [{}]
  object: POST /listenKey 200 {}
  nothing: POST /listenKey 400 -1121
rejection-messages
  holds: POST /order 400 -2010 "Market is closed."
  holds: POST /order 400 -1013 "Filter failure: LOT_SIZE"
  fails: POST /order 400 -1102 "Market is closed."
  nothing: POST /order 400 -2010 "The market is closed."
status-of-codes
  holds: GET /time 400 -1121
  holds: GET /time 429 -1003
  holds: GET /time 418 -1003
  fails: GET /time 401 -1121
  nothing: GET /time 400 -9999
  nothing: GET /none 400 -1121
filter-failure-code
  holds: POST /order 400 -1013 "Filter failure: LOT_SIZE"
  fails: POST /order 400 -2010 "Filter failure: LOT_SIZE."
  nothing: POST /order 400 -1013 "Filter failure: LOT_SIZES"
retry-after-unit
  holds: GET /time 429 -1003 r=60
  holds: @0 GET /time 418 -1003 r=118 until=120
  fails: GET /time 429 -1003 r=61
  fails: @0 GET /time 418 -1003 r=117 until=120
  nothing: GET /time 429 -1003
  nothing: GET /time 429 -1015 r=61
  nothing: @0 GET /time 418 -1003 r=1
retry-after-on-ban
  sent: GET /time 418 -1003 r=1
  absent: GET /time 418 -1003
  nothing: GET /time 429 -1003 r=1
ban-end-in-message
  named: GET /time 418 -1003 until=120
  absent: GET /time 418 -1003 "Banned until 9"
  nothing: GET /time 418 -
ban-durations
  holds: @0 GET /time 200 ; @1 GET /time 418 -1003 until=118
  holds: @0 GET /time 200 ; @1 GET /time 418 -1003 until=259203 ; @2 GET /time 418 -1003 until=1
  fails: @0 GET /time 200 ; @1 GET /time 418 -1003 until=117.9
  fails: @0 GET /time 200 ; @1 GET /time 418 -1003 until=259203.1
  nothing: @0 GET /time 200 ; @1 GET /time 418 -1003
  nothing: @0 GET /time 200 ; @1 GET /time 400 -1003 until=120
order-not-found
  holds: GET /order 400 -2013
  fails: GET /order 400 -2011
  nothing: GET /order 400 -1121
order-rate-numbers
  holds: GET /exchangeInfo 200 {"rateLimits":[{"rateLimitType":"ORDERS","interval":"SECOND","intervalNum":10,"limit":1000}]}
  fails: GET /exchangeInfo 200 {"rateLimits":[{"rateLimitType":"ORDERS","interval":"DAY","intervalNum":1,"limit":1000}]}
  fails: GET /exchangeInfo 200 {"rateLimits":[{"rateLimitType":"ORDERS","interval":"MINUTE","intervalNum":1,"limit":6000}]}
  nothing: GET /exchangeInfo 200 {"rateLimits":[{"rateLimitType":"REQUEST_WEIGHT","interval":"SECOND","intervalNum":10,"limit":1}]}
  holds: GET /exchangeInfo 200 {"rateLimits":[{"rateLimitType":"ORDERS","interval":"DAY","intervalNum":1,"limit":200000}]}
max-num-orders-spelling
  holds: GET /exchangeInfo 200 {"symbols":[{"filters":[{"filterType":"A"},{"filterType":"MAX_NUM_ORDERS","maxNumOrders":1}]}]}
  nothing: GET /exchangeInfo 200 {"symbols":[{"filters":[{"filterType":"MAX_NUM_ORDERS","maxNumOrders":1,"limit":1}]}]}
  nothing: GET /exchangeInfo 200 {"symbols":[{"filters":[{"filterType":"MAX_NUM_ORDERS"},{"filterType":"A","maxNumOrders":1}]}]}
  holds: GET /exchangeInfo 200 {"symbols":[{"filters":[{"filterType":"MAX_NUM_ORDERS","maxNumOrders":1},{"filterType":"MAX_NUM_ORDERS","limit":1}]}]}
unknown-request-responses
  holds: GET /none 404 -1000
  holds: POST /time 405 -1000
  fails: GET /none 405 -1000
  fails: GET /none 404 -1121
  nothing: GET /none 418 -1003
  nothing: GET /none 500 -1000
  nothing: GET /time 404 -1000
list-order
  holds: GET /trades 200 [{"time":1},{"time":2}]
  fails: GET /userTrades 200 [{"time":2},{"time":3},{"time":1}]
  nothing: GET /trades 200 [{"time":1},{"time":1}]
list-pages
  latest: GET /trades?symbol=A 200 [{"id":1},{"id":2}] ; GET /trades?symbol=A&limit=1 200 [{"id":2}]
  oldest: GET /trades?symbol=A 200 [{"id":1},{"id":2}] ; GET /trades?symbol=A&limit=1 200 [{"id":1}]
  nothing: GET /trades?symbol=A 200 [{"id":1},{"id":2}] ; GET /trades?symbol=B&limit=1 200 [{"id":2}]
  nothing: GET /trades 200 [{"id":1},{"id":2}] ; b: GET /trades?limit=1 200 [{"id":2}]
  nothing: GET /trades 200 [{"id":1},{"id":2}] ; GET /trades?limit=2 200 [{"id":2}]
  nothing: @2 GET /trades 200 [{"id":1},{"id":2}] ; @1 GET /trades?limit=1 200 [{"id":2}]
  nothing: GET /trades 200 [{"id":2},{"id":3}] ; GET /trades?limit=1 200 [{"id":1}]
  nothing: GET /aggTrades 200 [{"a":1},{"a":2}] ; GET /aggTrades?limit=1&fromId=2 200 [{"a":2}]
limit-above-maximum
  cut: GET /trades?limit=${limitMax + 1} 200 []
  refused: GET /trades?limit=${limitMax + 1} 400 -1130
  nothing: GET /trades?limit=${limitMax} 200 []
  nothing: GET /depth?limit=5001 200 {}
  nothing: GET /time?limit=${limitMax + 1} 200 {}
  nothing: GET /trades?limit=${limitMax + 1} 200 [${"{},".repeat(limitMax)}{}]
  cut: GET /trades?limit=${limitMax + 1} 200 [${"{},".repeat(limitMax - 1)}{}]
  nothing: GET /trades?limit=1e4 400 -1130
agg-trades-span
  any: GET /aggTrades?startTime=1&endTime=3600001 200 []
  hour: GET /aggTrades?startTime=1&endTime=3600001 400 -1127
  nothing: GET /aggTrades?startTime=1&endTime=3600001 400 -1121
  nothing: GET /aggTrades?startTime=1 200 []
  nothing: GET /aggTrades?endTime=3600001 200 []
user-trades-span
  any: GET /userTrades?startTime=1&endTime=86400002 200 []
  day: GET /userTrades?startTime=1&endTime=86400002 400 -1127
  nothing: GET /userTrades?startTime=1&endTime=86400001 400 -1127
klines-beyond-limit
  oldest: GET /klines?interval=1m&limit=1&startTime=1&endTime=120001 200 [[60000]]
  newest: GET /klines?interval=1m&limit=1&startTime=1&endTime=120001 200 [[60002]]
  nothing: GET /klines?interval=1m&limit=1&startTime=1&endTime=120000 200 [[60000]]
  nothing: GET /klines?interval=1m&limit=2&startTime=1&endTime=180001 200 [[60000]]
  nothing: GET /klines?interval=1m&limit=1&startTime=1 200 [[60000]]
  nothing: GET /klines?interval=1m&limit=1&startTime=1&endTime=120001 200 [[60001]]
  oldest: GET /klines?interval=1m&startTime=1&endTime=60000000 200 [${"[1],".repeat(499)}[60000]]
kline-origins
  holds: GET /klines?interval=3d 200 [[259200000]]
  holds: GET /klines?interval=1w 200 [[345600000]]
  fails: GET /klines?interval=3d 200 [[345600000]]
  nothing: GET /klines?interval=1d 200 [[345600000]]
klines-without-trades
  repeated: GET /klines?interval=1m 200 [[0,0,0,0,0,0,0,0,1],[60000,0,0,0,0,0,0,0,0]]
  absent: GET /klines?interval=1m 200 [[60000],[120000],[180001]]
  nothing: GET /klines?interval=1m 200 [[60000],[120000]]
  nothing: GET /klines?interval=1M 200 [[0,0,0,0,0,0,0,0,0]]
order-placement-response
  full: POST /order?type=STOP_LOSS 200 {"fills":[]}
  byType: POST /order?type=LIMIT_MAKER 200 {}
  nothing: POST /order?type=LIMIT 200 {}
  nothing: POST /order?type=MARKET 200 {"fills":[]}
  nothing: POST /order?type=STOP_LOSS&newOrderRespType=FULL 200 {"fills":[]}
duplicate-client-id
  answered: 2 times POST /order?symbol=A&newClientOrderId=x 200 {"orderId":1}
  refused: POST /order?newClientOrderId=x 200 {"orderId":1} ; POST /order?newClientOrderId=x 400 -2010 "Duplicate order sent."
  nothing: POST /order?newClientOrderId=x 200 {"orderId":1} ; POST /order?newClientOrderId=x 400 -2010
  nothing: POST /order?newClientOrderId=x 200 {"orderId":1} ; POST /order?newClientOrderId=y 200 {"orderId":1}
  nothing: 2 times POST /order 200 {"orderId":1}
order-lookup
  holds: GET /order?symbol=A 400 -1102
  holds: DELETE /order?symbol=A 400 -1102
  fails: GET /order?symbol=A 200 {}
  nothing: GET /order 400 -1102
  nothing: GET /order?symbol=A 400 -1121
  nothing: GET /order?symbol=A&orderId=1 200 {}
  nothing: DELETE /order?symbol=A&origClientOrderId=x 200 {}
parameter-in-both-places
  refused: POST /order?price=1 +price=2 400 -1101
  query: POST /order?price=1 +price=2 200 {"price":"1.0"}
  body: POST /order?price=1 +price=2 200 {"price":"2.0"}
  nothing: POST /order?price=1 +price=1 400 -1101
  nothing: POST /order?price=1 400 -1101
  nothing: POST /order +price=2 200 {"price":"2"}
  nothing: POST /order?price=1 +price=2 400 -1121 {"price":"1"}
  nothing: POST /order?price=x +price=2 200 {}
refused-placements
  holds: POST /order?newClientOrderId=x 400 -2010 ; GET /order?origClientOrderId=x 400 -2013
  fails: POST /order?newClientOrderId=x 400 -2010 ; GET /order?origClientOrderId=x 200 {}
  nothing: POST /order?newClientOrderId=x 400 -2010 ; GET /order?origClientOrderId=x 400 -1121
  nothing: POST /order?newClientOrderId=x 400 -2010 ; GET /order?origClientOrderId=y 200 {}
  nothing: POST /order?newClientOrderId=x 200 {} ; POST /order?newClientOrderId=x 400 -2010 ; GET /order?origClientOrderId=x 200 {}
  nothing: POST /order?newClientOrderId=x 400 -1102 ; GET /order?origClientOrderId=x 400 -2013
  nothing: POST /order 400 -2010 ; GET /order 400 -2013
working-flag
  working: GET /order 200 {"type":"STOP_LOSS_LIMIT","status":"NEW","isWorking":false}
  working: GET /allOrders 200 [{},{"type":"TAKE_PROFIT","status":"NEW","isWorking":false}]
  open: GET /openOrders 200 [{"type":"STOP_LOSS","status":"NEW","isWorking":true}]
  nothing: GET /order 200 {"type":"STOP_LOSS_LIMIT","status":"NEW","isWorking":true}
  nothing: GET /order 200 {"type":"STOP_LOSS","status":"FILLED","isWorking":false}
  nothing: GET /openOrders 200 [{"type":"STOP_LOSS","status":"NEW"}]
self-trades
  allowed: GET /userTrades 200 [{"id":1},{"id":1}]
  refused: POST /order 400 -2010 "Self-trade prevention"
  refused: POST /order 400 -2010 "Selftrading is off"
  nothing: GET /userTrades 200 [{"id":1},{"id":2}]
  nothing: POST /order 400 -1013 "Self-trade prevention"
commission-rounding
  down: GET /asset/tradeFee 200 [{"symbol":"A","takerCommission":"0.003"}] ; POST /order?symbol=A&side=BUY 200 {"fills":[{"price":"7","qty":"0.000006","commission":"0.00000001"}]}
  down: GET /asset/tradeFee 200 [{"symbol":"A","makerCommission":"0.003"}] ; GET /userTrades?symbol=A 200 [{"price":"7","qty":"0.000006","commission":"0.00000012","isMaker":true}]
  up: GET /asset/tradeFee 200 [{"symbol":"A","takerCommission":"0.003"}] ; POST /order?symbol=A&side=SELL 200 {"fills":[{"price":"7","qty":"0.000006","commission":"0.00000013"}]}
  up: GET /asset/tradeFee 200 [{"symbol":"A","takerCommission":"0.003"}] ; GET /userTrades?symbol=A 200 [{"price":"7","qty":"0.000006","commission":"0.00000002","isBuyer":true}]
  nothing: GET /asset/tradeFee 200 [{"symbol":"A","takerCommission":"0.003"}] ; POST /order?symbol=A&side=BUY 200 {"fills":[{"price":"7","qty":"0.000006","commission":"0.00000003"}]}
  nothing: GET /asset/tradeFee 200 [{"symbol":"A","takerCommission":"0.003"}] ; POST /order?symbol=A&side=BUY 200 {"fills":[{"price":"7","qty":"0.000010","commission":"0.00000003"}]}
  nothing: GET /asset/tradeFee 200 [{"symbol":"A","takerCommission":"0.003"}] ; POST /order?symbol=B&side=BUY 200 {"fills":[{"price":"7","qty":"0.000006","commission":"0.00000001"}]}
  nothing: GET /asset/tradeFee 200 [{"symbol":"A","takerCommission":"0.003"}] ; POST /order?symbol=A&side=SELL 200 {"fills":[{"price":"7","commission":"0"},{"qty":"0.000006","commission":"0"},{"price":"7","qty":"0.000006"}]}
  nothing: GET /asset/tradeFee 200 [{"symbol":"A","takerCommission":"0.003"}] ; POST /order?symbol=A&side=BUY 200 {"fills":[{"price":"7","qty":"0.06","commission":"0"}]}
locked-amounts
  holds: ${moved("free 10", "BUY 2 at 3", "free 4 locked 6")}
  holds: ${moved("", "SELL 2 at 3", "free -2 locked 2")}
  fails: ${moved("free 10", "BUY 2 at 3", "free 5 locked 6")}
  fails: ${moved("free 10", "BUY 2 at 3", "free 5 locked 5")}
  nothing: ${moved("free 10", "BUY 2 at 3", 'free 4 locked 6"},{"asset":"B","free":"1')}
  nothing: ${moved("free 10", "BUY x at 3", "free 4 locked 6")}
  nothing: ${moved("free 10", "BUY 2 at x", "free 4 locked 6")}
  nothing: ${moved("free 10", 'BUY 2 at 3","status":"EXPIRED', "free 4 locked 6")}
  nothing: ${moved("free 10", "BUY 2 at 3", "free 4 locked 6").replace("/order", "/order?stopPrice=1")}
  nothing: ${moved("free 10", "BUY 2 at 3", "free 4 locked 6").replace(" ; GET", " ; DELETE /order 200 {} ; GET")}
  nothing: ${moved("free 10", "BUY 2 at 3", "free 4 locked 6").replace("POST", "DELETE")}
  fails: ${moved("free 10", "SELL 2 at 3", "free 10 locked 2")}
  nothing: ${moved("free 10", "BUY 2 at 3", "free 4 locked 6").replace("GET /account", "DELETE /order")}
  nothing: ${moved("free 10", "BUY 2 at 3", "free 4 locked 6").replace(/GET .account(?!.*GET)/, "DELETE /order")}
  nothing: ${moved("free 10", 'BUY 2 at 3","executedQty":"x', "free 4 locked 6")}
unlocking-on-expiry
  holds: ${moved("free 10", 'BUY 2 at 3","status":"EXPIRED', "free 10")}
  holds: ${moved("free 10", 'BUY 2 at 3","status":"EXPIRED', "free 10").replace(" ; POST", " ; GET /account 429 -1003 ; POST")}
  fails: ${moved("free 10", 'BUY 2 at 3","status":"EXPIRED', "free 4 locked 6")}
  nothing: ${moved("free 10", "BUY 2 at 3", "free 4 locked 6")}
final-states
  holds: GET /order 200 {"symbol":"A","orderId":1,"status":"FILLED"} ; DELETE /order?symbol=A&orderId=1 400 -2011
  fails: GET /order 200 {"symbol":"A","orderId":1,"status":"FILLED"} ; GET /order 200 {"symbol":"A","orderId":1,"status":"CANCELED"}
  fails: receives {"e":"executionReport","s":"A","i":1,"X":"FILLED"} ; receives {"e":"executionReport","s":"A","i":1,"X":"NEW"}
  nothing: GET /order 200 {"symbol":"A","orderId":1,"status":"FILLED"} ; GET /order 200 {"symbol":"A","orderId":1,"status":"FILLED"}
  nothing: GET /order 200 {"symbol":"A","orderId":1,"status":"FILLED"} ; GET /order 200 {"symbol":"A","orderId":2,"status":"NEW"}
  nothing: GET /order 200 {"symbol":"A","status":"FILLED"} ; GET /order 200 {"symbol":"A","status":"NEW"}
  nothing: GET /order 200 {"symbol":"A","orderId":1,"status":"FILLED"} ; GET /order 200 {"symbol":"A","orderId":1,"status":1}
  nothing: @1-3 GET /order 200 {"symbol":"A","orderId":1,"status":"FILLED"} ; @2 GET /order 200 {"symbol":"A","orderId":1,"status":"NEW"}
  nothing: GET /order 200 {"symbol":"A","orderId":1,"status":"NEW"} ; DELETE /order?symbol=A&orderId=1 400 -2011
  nothing: GET /order 200 {"symbol":"A","orderId":1,"status":"FILLED"} ; DELETE /order?symbol=A&orderId=1 400 -1121
  nothing: GET /order 200 {"symbol":"A","orderId":1,"status":"FILLED"} ; GET /order?symbol=A&orderId=1 400 -2011
  nothing: GET /order 200 {"symbol":"A","orderId":1,"status":"PARTIALLY_FILLED"} ; GET /order 200 {"symbol":"A","orderId":1,"status":"CANCELED"}
  nothing: receives {"e":"trade","s":"A","i":1,"X":"FILLED"} ; receives {"e":"trade","s":"A","i":1,"X":"NEW"}
  nothing: receives {"e":"executionReport","s":"A","i":1,"X":"FILLED"} ; receives {"e":"executionReport","s":"A","i":1}
  nothing: receives {"e":"executionReport","s":"A","i":1,"X":"FILLED"} ; receives {"e":"executionReport","s":"A","i":2,"X":"NEW"}
partly-filled-transitions
  holds: GET /order 200 {"symbol":"A","orderId":1,"status":"PARTIALLY_FILLED"} ; GET /order 200 {"symbol":"A","orderId":1,"status":"CANCELED"}
  fails: GET /order 200 {"symbol":"A","orderId":1,"status":"PARTIALLY_FILLED"} ; GET /order 200 {"symbol":"A","orderId":1,"status":"NEW"}
  nothing: GET /order 200 {"symbol":"A","orderId":1,"status":"PARTIALLY_FILLED"} ; GET /order 200 {"symbol":"A","orderId":1,"status":"FILLED"}
  nothing: GET /order 200 {"symbol":"A","orderId":1,"status":"FILLED"} ; GET /order 200 {"symbol":"A","orderId":1,"status":"CANCELED"}
  nothing: GET /order 200 {"symbol":"A","orderId":1,"status":"FILLED"} ; DELETE /order?symbol=A&orderId=1 400 -2011
account-v2-weight
  fails: @12 GET /accountV2 200 w=12 ; @11 GET /time 200 w=1
  holds: @11 GET /time 200 w=1 ; @12 GET /accountV2 200 w=11 ; @13 GET /time 200 w=12 ; @14 GET /accountV2 200 w=23
  holds: @1 GET /time 200 w=1 ; @2 GET /accountV2 200 w=11
  holds: @12 GET /accountV2 200 w=12 ; @11 GET /time 200 w=1 ; @13 GET /time 200 w=13 ; @14 GET /accountV2 200 w=23
  fails: @11 GET /time 200 w=1 ; @12 GET /accountV2 200 w=12
  fails: @2 GET /time 200 w=1 ; @2-12 GET /accountV2 200 w=12 ; @12 GET /time 200
  nothing: @1 GET /time 200 w=1 ; @2 GET /accountV2 200 w=12
  nothing: @57 GET /time 200 w=1 ; @58-58.5 GET /accountV2 200 w=12
  nothing: @11-13 GET /time 200 w=1 ; @12 GET /accountV2 200 w=12
  nothing: @11 GET /time 200 w=1 ; @12-14 GET /accountV2 200 w=12 ; @13 GET /time 200
  nothing: @10-13 GET /time 200 ; @11 GET /time 200 w=1 ; @12 GET /accountV2 200 w=12
  nothing: @11 GET /time 200 w=9 ; @12 GET /accountV2 200 w=1
  nothing: @11 GET /time 400 -1121 w=1 ; @12 GET /accountV2 200 w=12
  nothing: @1 GET /time 200 w=1 ; @2 GET /account 200 w=11
listen-key-weight
  fails: @11 GET /time 200 w=1 ; @12 POST /listenKey 200 w=3
general-security
  holds: GET /time 200
  fails: GET /time 401 -2015
  fails: GET /time K 400 -1102 "signature is missing"
  nothing: GET /time K 200
  nothing: GET /time S 200
  nothing: GET /time 400 -1102 "signature is missing"
  nothing: GET /time K 400 -1022 "signature is wrong"
  nothing: GET /depth 200
named-only-security
  holds: GET /openOrders K S 200 [] ; GET /openOrders K 400 -1102 "signature is missing"
  fails: GET /openOrders K 200 []
  fails: GET /openOrders S 200 []
  nothing: GET /openOrders K S 200 []
listen-key-security
  holds: POST /listenKey K 200 ; POST /listenKey 401 -2015
  fails: POST /listenKey 200
parameter-bounds
  holds: GET /trades?symbol=A&limit=0 400 -1130
  fails: GET /trades?symbol=A&limit=0 200 []
  nothing: GET /trades?symbol=A&limit=0 401 -2015
  nothing: GET /trades?symbol=A&limit=x 400 -1130
client-id-characters
  holds: POST /order?newClientOrderId=a%20b K S 400 -1130
  nothing: GET /trades?symbol=A&limit=0 400 -1130
decimal-parameter-form
  fails: POST /order?quantity=1e3 K S 200
limit-order-quantity
  holds: POST /order?type=LIMIT&timeInForce=GTC&price=1 400 -1102
  fails: POST /order?type=LIMIT&timeInForce=GTC&price=1 200
  nothing: POST /order?type=LIMIT&timeInForce=GTC&price=1 400 -1121
  nothing: POST /order?type=LIMIT&timeInForce=GTC&price=1&stopPrice=1 400 -1102
  nothing: POST /order?type=MARKET&quantity=1 200
limit-order-extras
  holds: POST /order?type=LIMIT&timeInForce=GTC&price=1&quantity=1&stopPrice=1 400 -1106
order-type-parameters
  holds: POST /order?type=MARKET&quantity=1 200
  fails: POST /order?type=MARKET 200
  nothing: POST /order?type=LIMIT&timeInForce=GTC&price=1&quantity=1 200
market-lot-size-besides-lot-size
  marketOnly: ${rules(lots)} ; POST /order?symbol=A&side=BUY&type=MARKET&quantity=9 200
  both: ${rules(lots)} ; POST /order?symbol=A&side=BUY&type=MARKET&quantity=9 400 -1013 "Filter failure: LOT_SIZE"
  nothing: ${rules(lots)} ; POST /order?symbol=A&side=BUY&type=MARKET&quantity=9 400 -1013 "Filter failure: MARKET_LOT_SIZE"
  nothing: ${rules(lots)} ; POST /order?symbol=A&side=BUY&type=MARKET&quantity=9 400 -2010 "Filter failure: LOT_SIZE"
  nothing: ${rules(lots)} ; POST /order?symbol=A&side=BUY&type=LIMIT&quantity=9 200
  nothing: ${rules(lots)} ; POST /order?symbol=A&side=BUY&type=MARKET&quantity=19 200
min-notional-quote-quantity
  holds: ${rules([notional])} ; POST /order?symbol=A&side=BUY&type=MARKET&quoteOrderQty=1 400 -1013 "Filter failure: MIN_NOTIONAL"
  fails: ${rules([notional])} ; POST /order?symbol=A&side=BUY&type=MARKET&quoteOrderQty=1 200
  nothing: ${rules([notional])} ; POST /order?symbol=A&side=BUY&type=MARKET&quoteOrderQty=1 400 -1013 "Filter failure: LOT_SIZE"
  nothing: ${rules([notional])} ; POST /order?symbol=A&side=BUY&type=LIMIT&price=1&quantity=1 200
stream-wrapping
  wrapped: opens wss://x/stream?streams=ab@trade ; receives {"stream":"ab@trade","data":{}}
  bare: opens wss://x/stream?streams=ab@trade ; receives {"e":"trade"}
  nothing: opens wss://x/ws/ab@trade ; receives {"e":"trade"}
  nothing: opens wss://x/stream?streams=ab@trade ; receives {"result":null,"id":1}
close-codes
  holds: opens wss://x/ws/ab@trade ; ends 1001
  fails: opens wss://x/ws/ab@trade ; ends 1012
  nothing: opens wss://x/ws/ab@trade ; ends 1005
  nothing: opens wss://x/ws/ab@trade
  nothing: ends 1012
event-identity
  holds: receives {"e":"trade","s":"AB","t":1,"E":1} ; receives {"e":"trade","s":"AB","t":1,"E":2}
  fails: receives {"e":"trade","s":"AB","t":1,"p":"1"} ; receives {"e":"trade","s":"AB","t":1,"p":"2"}
  nothing: receives {"e":"trade","s":"AB","t":1} ; receives {"e":"trade","s":"AB","t":2}
  nothing: receives {"e":"trade","s":"AB"} ; receives {"e":"trade","s":"AB"}
overlapping-depth-events
  holds: receives {"e":"depthUpdate","s":"AB","U":1,"u":2} ; receives {"e":"depthUpdate","s":"AB","U":3,"u":4}
  fails: receives {"e":"depthUpdate","s":"AB","U":1,"u":2} ; receives {"e":"depthUpdate","s":"AB","U":2,"u":4}
  nothing: receives {"e":"depthUpdate","s":"AB","U":1,"u":2} ; receives {"e":"depthUpdate","s":"AB","U":4,"u":4}
  nothing: receives {"e":"depthUpdate","s":"AB","U":1,"u":2} ; receives {"e":"depthUpdate","s":"AC","U":3,"u":4}
  nothing: receives {"e":"depthUpdate","s":"AB","U":1,"u":2} ; receives {"e":"depthUpdate","s":"AB","u":4}
  holds: receives {"e":"depthUpdate","s":"AB","U":1,"u":9007199254740993} ; receives {"e":"depthUpdate","s":"AB","U":9007199254740994}
  nothing: receives {"e":"depthUpdate","s":"AB","U":1,"u":"2"} ; receives {"e":"depthUpdate","s":"AB","U":3,"u":4}
  nothing: 2 times receives {"e":"depthUpdate","s":"AB","U":1,"u":2}
depth-update-pace
  everySecond: receives {"e":"depthUpdate","s":"AB","U":1,"u":2}
  everyChange: receives {"e":"depthUpdate","s":"AB","E":1} ; receives {"e":"depthUpdate","s":"AB","E":500}
  nothing: receives {"e":"depthUpdate","s":"AB","E":1,"U":1,"u":1} ; receives {"e":"depthUpdate","s":"AB","E":501,"U":1}
  nothing: receives {"e":"trade","s":"AB","U":1,"u":2}
depth-quantities
  holds: ${book("1-1 1:1", "2-2 1:2", "2 1:2")}
  holds: ${book("1-1 1:1", "2-2 1:0", "3-4 1:2", "4 1:2")}
  holds: ${book("1-3 1:1", "4-4 1:2", "5-5 1:9", "4 1:2").replaceAll('"b"', '"a"').replace("bids", "asks")}
  fails: ${book("1-1 1:2", "2-2 1:1", "2 1:2")}
  fails: ${book("1-1 1:2", "1 1:1")}
  fails: ${book("1-1 1:2", "2-2 2:1", "2 1:2 2:2")}
  nothing: ${book("1-1 1:0", "2-2 1:2", "2 1:2")}
  nothing: ${book("1-1 1:1", "3-3 1:2", "2 1:5")}
  nothing: ${book("1-1 1:1", "2-2 1:2", "2 1:3").replace("symbol=AB", "symbol=AC")}
  nothing: ${book("1-1 1:1", "2-2 1:2", "2 1:3").replace("@1 GET", "GET")}
  holds: ${book("5-6 2:1", "7-7 2:1")} ; ${book("1-1 1:1", "2-2 1:2", "2 1:2").replaceAll("receives", "b: receives")}
trade-event-payload
  withOrderIds: receives {"e":"trade","s":"AB","a":1,"b":2}
  withoutOrderIds: receives {"e":"trade","s":"AB","a":1}
  nothing: receives {"e":"depthUpdate","s":"AB","U":1,"u":2}
execution-report-payload
  emptyText: receives {"e":"executionReport","x":"NEW","C":""}
  null: receives {"e":"executionReport","x":"NEW","C":null}
  nothing: receives {"e":"executionReport","x":"CANCELED","C":null}
  nothing: receives {"e":"executionReport","x":"NEW","C":"a"}
listen-key-validity
  holds: @0 POST /listenKey 200 {"listenKey":"redactedA"} ; @3599.1 receives {"e":"listenKeyExpired","listenKey":"redactedA"}
  holds: @0 POST /listenKey 200 [{},{"listenKey":"redactedA"}] ; @3601 POST /listenKey 200 {"listenKey":"redactedA"} ; @3600 receives {"e":"listenKeyExpired","listenKey":"redactedA"}
  fails: @0 POST /listenKey 200 {"listenKey":"redactedA"} ; @3599 receives {"e":"listenKeyExpired","listenKey":"redactedA"}
  nothing: @0 POST /listenKey 200 {"listenKey":"redactedA"} ; @3660 receives {"e":"listenKeyExpired","listenKey":"redactedA"}
  nothing: @0 POST /listenKey 200 {"listenKey":"redactedA"} ; @9 receives {"e":"listenKeyExpired","listenKey":"redactedB"}
  nothing: POST /listenKey 200 {"listenKey":"redactedA"} ; @9 receives {"e":"listenKeyExpired","listenKey":"redactedA"}
  nothing: @0 POST /listenKey 200 {"listenKey":"redactedA"} ; receives {"e":"listenKeyExpired","listenKey":"redactedA"}
listen-key-expired
  event: @0 POST /listenKey 200 {"listenKey":"redactedA"} ; b: @1 opens wss://x/ws/redactedA ; b: @3600 receives {"e":"listenKeyExpired"} ; b: @3601 ends 1000 by client
  silence: @0 POST /listenKey 200 {"listenKey":"redactedA"} ; b: @1 opens wss://x/ws/redactedA ; b: @3600.1 ends 1000 by client
  silence: @0 POST /listenKey 200 {"listenKey":"redactedA"} ; b: @1 opens wss://x/stream?streams=ab@trade/redactedA ; b: @3601 ends 1000 by client
  nothing: @0 POST /listenKey 200 {"listenKey":"redactedA"} ; b: @1 opens wss://x/ws/redactedA ; b: @3600 ends 1000 by client
  nothing: @0 POST /listenKey 200 {"listenKey":"redactedA"} ; b: @1 opens wss://x/ws/redactedA
  nothing: @0 POST /listenKey 200 {"listenKey":"redactedA"} ; b: @1 opens wss://x/ws/ab@trade ; b: @3601 ends 1000 by client
  nothing: b: @1 opens wss://x/ws/redactedA ; b: @3601 ends 1000 by client
  event+silence: @0 POST /listenKey 200 {"listenKey":"redactedA"} ; b: @1 opens wss://x/ws/redactedA ; c: @2 receives {"e":"listenKeyExpired"} ; b: @3601 ends 1000 by client
form-body
  holds: POST /order +symbol=A K S 200 {}
listen-key-parameter
  holds: PUT /listenKey?listenKey=a K 200 {}
  nothing: PUT /listenKey K 200 {}
listen-key-empty-response
  holds: DELETE /listenKey?listenKey=a K 200 {}
  fails: DELETE /listenKey?listenKey=a K 200 []
open-orders-form
  holds: GET /openOrders K S 200 []
  fails: GET /openOrders K S 200 {}
family-error-codes
  holds: GET /time 400 -1121
control-messages
  holds: sends {"method":"SUBSCRIBE","params":["a@trade"],"id":1}
  fails: receives {"result":1,"id":[]}
  nothing: sends {"method":"SUBSCRIBE","params":1,"id":1}
book-ticker-event-payload
  holds: receives {"stream":"ab@bookTicker","data":{"u":1,"s":"AB","b":"1","B":"1","a":"1","A":"1"}}
`;

const rows = story
  .trim()
  .split(/\n(?=\S)/)
  .flatMap((part) => {
    const [id = "", ...lines] = part.split("\n");
    return lines.map((line) => {
      const [, readings = "", traffic = ""] = /^ {2}(\S+): (.*)$/.exec(line) ?? [];
      return [id, readings, traffic.slice(0, 70), traffic] as const;
    });
  });

test.each(rows)("%s shows %s: %s", (id, readings, _, lines) => {
  const { check } = assumptions[id as AssumptionId];
  const name = "name" in check ? check.name : undefined;
  if (name === undefined) throw new Error(`Nothing shows ${id}.`);
  const found = checks[name](readTraffic(documents, eventsOf(lines)), id as AssumptionId);
  const seen = [...found].map(
    ({ reading, place }) => `${/^line \d$/.test(place) ? "" : "nowhere "}${reading}`,
  );
  expect([...new Set(seen)].join("+") || "nothing").toBe(readings);
});
