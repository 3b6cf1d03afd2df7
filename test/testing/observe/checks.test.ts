/**
 * What each piece of traffic shows of an assumption. What would look the same under another reading
 * shows nothing.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";

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

/** Rows as in checks.txt that no text can hold: long lists, and messages in few words. */
const computed = `
limit-above-maximum
  cut: GET /trades?limit=${limitMax + 1} 200 []
  refused: GET /trades?limit=${limitMax + 1} 400 -1130
  nothing: GET /trades?limit=${limitMax} 200 []
  nothing: GET /time?limit=${limitMax + 1} 200 {}
  nothing: GET /trades?limit=${limitMax + 1} 200 [${"{},".repeat(limitMax)}{}]
  cut: GET /trades?limit=${limitMax + 1} 200 [${"{},".repeat(limitMax - 1)}{}]
klines-beyond-limit
  oldest: GET /klines?interval=1m&startTime=1&endTime=60000000 200 [${"[1],".repeat(499)}[60000]]
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
`;

/** An assumption; below it, its readings and what shows them. */
const story = readFileSync(join(import.meta.dirname, "checks.txt"), "utf8");

const rows = `${story.trim()}${computed.trimEnd()}`.split(/\n(?=\S)/).flatMap((part) => {
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
    ({ reading, place }) => `${/^line \d$/.test(place.text) ? "" : "nowhere "}${reading}`,
  );
  expect([...new Set(seen)].join("+") || "nothing").toBe(readings);
});
