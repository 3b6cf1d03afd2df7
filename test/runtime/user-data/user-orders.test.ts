/** Orders put together from events and records, in every order, against the engine's own. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { canMove, isFinal } from "../../../generated/order-states.ts";
import { userRecords } from "../../../generated/user-data.ts";
import { type Fields, fieldsIn } from "../../../runtime/encoding/json-value.ts";
import { createOrderList, mergeOrder, readRecord } from "../../../runtime/user-data/records.ts";
import { step } from "../../../sandbox/engine/step.ts";
import { orderRecord } from "../../../sandbox/handlers/records.ts";
import { executionReport } from "../../../sandbox/streams/messages.ts";
import { openingDeposits, sequence } from "../../sandbox/support/commands.ts";
import { ordersOf } from "../../sandbox/support/orders-of.ts";
import { smallExchange } from "../../sandbox/support/scenario.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";

const rules = { ...userRecords.order, isFinal, canMove };
const report = userRecords.events.executionReport.order;

/** What a session may receive of one order: each report, and each record of a REST response. */
function lives(
  commands: Parameters<typeof sequence.map>[0] extends (row: infer Row) => unknown ? Row : never,
) {
  const state = smallExchange();
  const histories = new Map<number, { records: Fields[]; last: Fields }>();
  const add = (orderId: number, record: Fields, last: Fields): void => {
    const history = histories.get(orderId) ?? { records: [], last };
    history.records.push(record);
    history.last = last;
    histories.set(orderId, history);
  };
  const all = [...openingDeposits.map((command) => ({ command, waitMs: 0 })), ...commands];
  for (const { command, waitMs } of all) {
    const { events } = step(state, command, state.now + waitMs, "all");
    for (const event of events) {
      if (event.kind !== "order") continue;
      const record = readRecord(fieldsIn(executionReport(event)), report);
      add(event.order.orderId, record, record);
    }
    for (const order of ordersOf(state)) {
      const record = fieldsIn(orderRecord(order));
      if (histories.has(order.orderId)) add(order.orderId, record, record);
    }
  }
  return [...histories.values()];
}

/** What events alone say is left out. */
function comparable({ orderListId: _, icebergQty: __, ...order }: Fields): Fields {
  return order;
}

function merge(records: readonly Fields[]): Fields {
  let order: Fields | undefined;
  for (const record of records) {
    const next = mergeOrder(order, record, rules);
    if (order !== undefined) {
      expect(Number(next["executedQty"])).toBeGreaterThanOrEqual(Number(order["executedQty"]));
      if (isFinal(String(order["status"]))) expect(next["status"]).toBe(order["status"]);
    }
    order = next;
  }
  return order ?? {};
}

describe("an order", () => {
  test(
    "is the engine's, in whatever order its reports and records come, and however often",
    () => {
      fc.assert(
        fc.property(
          sequence,
          fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
          (commands, draws) => {
            for (const { records, last } of lives(commands)) {
              const shuffled = [...records, ...records.slice(0, 3)]
                .map((record, index) => ({
                  record,
                  at: ((draws[index % 8] ?? 0) * (index + 7)) % 101,
                }))
                .sort((one, other) => one.at - other.at)
                .map(({ record }) => record);
              expect(comparable(merge(shuffled))).toEqual(comparable(last));
            }
          },
        ),
        { numRuns: runs({ commit: 3, gate: 10_000, release: 100_000 }) },
      );
    },
    propertyTimeoutMs,
  );

  const nothing = { executedQty: "0", cumulativeQuoteQty: "0" };
  const base = { symbol: "BTCUSDT", orderId: 1, ...nothing, type: "LIMIT" };
  const at = (status: string, own: Fields = {}): Fields => ({ ...base, status, ...own });

  const bothWays = (one: Fields, other: Fields) => [
    [one, other],
    [other, one],
  ];

  test("takes equal times and a lost trade from whoever knows more", () => {
    const late = { executedQty: "0.7", cumulativeQuoteQty: "7" };
    const final = at("CANCELED", { executedQty: "0.5", cumulativeQuoteQty: "5" });
    for (const order of bothWays(final, at("PARTIALLY_FILLED", late))) {
      expect(merge(order)).toMatchObject({ ...late, status: "CANCELED" });
    }
  });

  test("takes the later state where neither amounts nor times say which it is", () => {
    for (const order of bothWays(at("NEW"), at("PARTIALLY_FILLED"))) {
      expect(merge(order)).toMatchObject({ status: "PARTIALLY_FILLED" });
    }
  });

  test("that ended stays as it ended", () => {
    const filled = at("FILLED", { executedQty: "1", cumulativeQuoteQty: "9" });
    const canceled = at("CANCELED", { executedQty: "0.5" });
    expect(merge([canceled, filled])).toMatchObject({ status: "CANCELED", executedQty: "1" });
    expect(merge([filled, canceled])).toMatchObject({ status: "FILLED", executedQty: "1" });
  });

  const known = { ...base, status: "NEW", updateTime: 5, price: "1" };

  /** Which of two records is the later one; the other adds only what it lacks. */
  test.each<[why: string, known: Fields, record: Fields, change: Fields | "the same"]>([
    ["the time", {}, { updateTime: 6, price: "2" }, "the same"],
    ["an earlier time", {}, { updateTime: 4, price: "2" }, {}],
    ["an equal time", {}, { price: "2", side: "BUY" }, { side: "BUY" }],
    ["no time", {}, { updateTime: undefined, price: "2" }, {}],
    ["a time where none was", { updateTime: "no time" }, {}, { updateTime: 5 }],
    ["that it works", { isWorking: false }, { isWorking: true, updateTime: 4 }, "the same"],
    ["that it does not work", { isWorking: true }, { isWorking: false, updateTime: 6 }, {}],
    ["a status that follows", {}, { status: "PARTIALLY_FILLED", updateTime: 4 }, "the same"],
    [
      "a filled amount, whatever the status",
      { status: "PARTIALLY_FILLED" },
      { executedQty: "0.1", price: "2" },
      { status: "NEW", executedQty: "0.1", price: "2" },
    ],
    ["an amount where none was", { executedQty: "" }, {}, { executedQty: "0" }],
    ["no amount", {}, { executedQty: "x", updateTime: 6 }, {}],
    [
      "a time at equal amounts",
      { cumulativeQuoteQty: "5" },
      { executedQty: "0.0", cumulativeQuoteQty: "4", updateTime: 6 },
      "the same",
    ],
    ["nothing that it leaves out", {}, { updateTime: 6, price: undefined }, { updateTime: 6 }],
    ["the same id as a bigint", {}, { orderId: 1n }, {}],
  ])("is the later one by %s", (_, own, record, change) => {
    const first = { ...known, ...own };
    const merged = mergeOrder(first, { ...known, ...record }, rules);
    expect(merged).toEqual({ ...first, ...(change === "the same" ? record : (change as Fields)) });
    if (Object.keys(change).length === 0) expect(merged).toBe(first);
  });

  test("that ended is never open again, and forgotten after a thousand others", () => {
    const list = createOrderList(rules);
    const ended = (orderId: number | bigint) => ({ ...known, orderId, status: "FILLED" });
    for (let orderId = 0; orderId < 1000; orderId += 1) list.update(ended(orderId));
    expect(list.find(ended(0n))).toMatchObject({ status: "FILLED" });
    expect(list.update({ ...known, orderId: 0 })?.change).toBe("none");
    list.update(ended(1000));
    expect([list.find(ended(0)), list.find(ended(1))]).toMatchObject([undefined, ended(1)]);
    expect([list.open(), list.update({ status: "NEW" })]).toEqual([[], undefined]);
  });
});
