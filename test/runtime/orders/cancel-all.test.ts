/** Canceling all orders of a symbol, whatever happens to them or to the requests meanwhile. */

import { expect, test } from "vitest";

import type { CallOptions } from "../../../generated/index.ts";
import { cancelAll, NotAllCanceledError } from "../../../generated/index.ts";
import type { Fetch } from "../../../runtime/platform.ts";
import type { FaultRule } from "../../../sandbox/faults/kinds.ts";
import { createWorld, resting } from "../../support/world.ts";
import { units } from "../user-data/session-world.ts";

/**
 * One story a line: orders; what happens before or after the n-th request; the requests that follow
 * (L a list, C a cancellation, Q a query); seconds; the end. Times are of a timeout of 30 seconds.
 */
const rows = `
none is open           | 0 |                               | L            |   0 | done
three are open         | 3 |                               | LCCCL        |   0 | canceled canceled canceled
one fills before       | 2 | before C1: fill               | LCCQL        |   0 | ended canceled
one fills after        | 2 | after C2: fill                | LCCL         |   0 | canceled canceled
half of one fills      | 1 | before C1: half               | LCL          |   0 | canceled
one by another         | 1 | before C1: cancel             | LCQL         |   0 | canceled
one placed meanwhile   | 1 | after C1: place               | LCLCL        |   0 | canceled canceled
one placed at the end  | 1 | before L2: place              | LCLCL        |   0 | canceled canceled
lost before            | 1 | C1: lost                      | LCQCL        |   0 | canceled
lost after             | 1 | C1: answer lost               | LCQL         |   0 | canceled
lost, and filled       | 1 | C1: lost; after C1: fill      | LCQL         |   0 | ended
a query is lost        | 1 | before C1: fill; Q1: lost     | LCQQL        | 0.5 | ended
no query answers       | 1 | before C1: fill; Q1: lost; Q2: lost; Q3: lost | LCQQQLQL | 2.5 | ended
no list comes          | 1 | L: no list                    | L            |   0 | TradespecError, open unknown
a list is lost         | 1 | L1: lost; L2: answer lost     | LLLCL        | 1.5 | canceled
429, then taken        | 2 | C1: 429                       | LCCCL        |   2 | canceled canceled
429 four times         | 1 | C1: 429; C2: 429; C3: 429; C4: 429 | LCCCLCCL |  8 | canceled
418 ends it            | 1 | C1: 418                       | LC           |   0 | ApiError 418, open 1
418 on the list        | 1 | L1: 418                       | L            |   0 | ApiError 418, open unknown
refused once           | 1 | C1: -2011                     | LCQLCL       |   1 | canceled
refused in other words | 2 | before C1: fill; C1: -1100    | LCCQL        |   0 | ended canceled
refused for good       | 2 | C1: -2015                     | LCC          |   0 | ApiError -2015, open 2
never refused, never taken | 1 | C: lost                   |              |  30 | UnknownCancellationError, open 1
no answers at all      | 1 | L: lost                       |              |  30 | TransportError, open unknown
`;
const stories = rows
  .trim()
  .split("\n")
  .map((row) => row.split("|").map((cell) => cell.trim()));

type Letter = "L" | "C" | "Q";
const operations = { L: "getOpenOrders", C: "cancelOrder", Q: "getOrder" } as const;

const faults: Readonly<Record<string, object>> = {
  lost: { fault: "reset", accepted: false },
  "answer lost": { fault: "reset", accepted: true },
  429: { fault: "throttle", retryAfter: 2 },
  418: { fault: "ban", ms: 120_000 },
  "no list": { fault: "response", body: '{"orders":[]}' },
  "-1100": { fault: "error", code: -1100 },
  "-2011": { fault: "error", code: -2011, accepted: false },
  "-2015": { fault: "error", code: -2015, accepted: false },
};

/** The exchange, whose only bids are our own, and what happens around its requests. */
function exchangeOf(happenings: string) {
  const { sandbox, clock, client, outcome, sweep } = createWorld();
  const account = sandbox.accounts[0]?.account ?? "";
  const sell = (quantity: string, price: string): void => {
    const order = { kind: "place", account: "taker", symbol: "BTCUSDT", side: "SELL" } as const;
    const limit = { type: "LIMIT", timeInForce: "IOC", price: units(price) } as const;
    sandbox.exchange.execute({ ...order, ...limit, quantity: units(quantity) });
  };
  sell("1000", "30000.01");
  const place = (): void => {
    const order = { kind: "place", account, symbol: "BTCUSDT", side: "BUY" } as const;
    const amounts = { quantity: units(resting.quantity), price: units(resting.price) };
    sandbox.exchange.execute({ ...order, type: "LIMIT", timeInForce: "GTC", ...amounts });
  };
  const events: Readonly<Record<string, () => void>> = {
    place,
    fill: () => sell(resting.quantity, resting.price),
    half: () => sell("0.0005", resting.price),
    cancel: sweep,
  };
  const around: Record<string, () => void> = {};
  for (const [, at = "", what = ""] of happenings.matchAll(/([^;:]+): ([^;]+)/g)) {
    const [, when, letter = "", nth] = /(?:(before|after) )?([LCQ])(\d*)/.exec(at) ?? [];
    const event = events[what];
    if (event !== undefined) around[`${when} ${letter}${nth}`] = event;
    const operation = operations[letter as Letter];
    const rule = { ...faults[what], when: { operation, ...(nth && { nth: Number(nth) }) } };
    if (when === undefined) sandbox.faults.add(rule as FaultRule);
  }
  const sent: string[] = [];
  const fetch: Fetch = async (url, init) => {
    const letter = url.includes("openOrders") ? "L" : { DELETE: "C", GET: "Q" }[init.method];
    if (letter === undefined || url.endsWith("/time"))
      return sandbox.fetch(url, init as RequestInit);
    sent.push(letter);
    const nth = `${letter}${sent.filter((each) => each === letter).length}`;
    around[`before ${nth}`]?.();
    try {
      return await sandbox.fetch(url, init as RequestInit);
    } finally {
      around[`after ${nth}`]?.();
    }
  };
  return { place, outcome, clock, sent, own: client({ fetch, limits: false }) };
}

/** The end of it: the kinds of outcomes, or the error with its cause and what was open. */
function endOf(settled: unknown): string {
  if (Array.isArray(settled)) return settled.map(({ kind }) => kind).join(" ") || "done";
  if (!(settled instanceof NotAllCanceledError)) throw settled;
  const { open, cause } = settled;
  const { name, code, status } = cause as { name: string; code?: number; status?: number };
  const detail = name === "ApiError" ? ` ${status === 418 ? status : code}` : "";
  return `${name}${detail}, open ${open === undefined ? "unknown" : open.length}`;
}

test.each(stories)(
  "%s, of %s orders",
  async (_, orders, happenings = "", requests, seconds, end) => {
    const { place, outcome, clock, sent, own } = exchangeOf(happenings);
    for (let count = Number(orders); count > 0; count -= 1) place();
    const startMs = clock.now();
    const canceling = cancelAll(own, { symbol: "BTCUSDT" });
    const settled = await outcome(canceling.catch((error: unknown) => error));
    const took = Math.floor((clock.now() - startMs) / 100) / 10;
    expect([endOf(settled), took]).toEqual([end, Number(seconds)]);
    if (requests !== "") expect(sent.join("")).toBe(requests);
  },
);

test("the signal ends it, and what is known so far is kept", async () => {
  const { place, outcome, clock, own } = exchangeOf("C2: 429; C3: 429");
  place();
  place();
  const ending = new AbortController();
  const options: CallOptions = { signal: ending.signal };
  clock.after(1000, () => ending.abort());
  const canceling = cancelAll(own, { symbol: "BTCUSDT" }, options);
  const error = await outcome(canceling.catch((caught: unknown) => caught));
  expect(error).toMatchObject({
    name: "NotAllCanceledError",
    operation: "cancelOrder",
    message:
      "Canceling all orders did not end: open at the last look: 2. Trying again does no harm. " +
      "Cause: cancelOrder was aborted by its caller. The exchange has not executed it.",
    outcomes: [{ kind: "canceled" }, { kind: "rejected", error: { name: "AbortedError" } }],
    cause: { name: "AbortedError" },
  });
});
