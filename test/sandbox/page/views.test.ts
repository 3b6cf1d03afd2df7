/** What the page shows of the contract and of records: forms, messages, JSON. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createClient } from "../../../generated/client.ts";
import { messageDescriptions } from "../../../generated/descriptions.ts";
import { operations } from "../../../generated/operations.ts";
import { signing } from "../../../generated/signing.ts";
import { streams } from "../../../generated/streams.ts";
import type { StreamDescriptor } from "../../../runtime/streams/types.ts";
import {
  callAddress,
  formOf,
  operationIds,
  readForm,
  takesOf,
} from "../../../sandbox/page/call/form.ts";
import { describeMessage, readMessage } from "../../../sandbox/page/inspect/messages.ts";
import { createTrader } from "../../../sandbox/page/live/trader.ts";
import { laidOut } from "../../../sandbox/page/parts/json.tsx";

describe("forms", () => {
  test.each(operationIds)("%s has a text for each parameter", (id) => {
    const { operation, about } = formOf(id) ?? {};
    const { parameters = [] } = operation ?? {};
    expect(about?.summary).not.toBe("");
    const mute = parameters.filter((one) => !about?.parameters[one.name]?.text || !takesOf(one));
    expect(mute).toEqual([]);
    const needed = parameters.filter((one) => one.required && one.name !== signing.timestamp);
    const wrong = operation && readForm(operation, {}).issues.map(({ field }) => field);
    expect(wrong).toEqual(expect.arrayContaining(needed.map(({ name }) => name)));
  });

  test("an unknown operation has none", () => expect(formOf("toString")).toBeUndefined());

  const big = 2n ** 53n + 1n;
  const tooLong = `${signing.windowMsMax + 1}`;
  /** Operation, texts, what the client is given, and the fields that are wrong. */
  const rows = [
    ["getDepth", { symbol: "BTCUSDT", limit: "" }, { symbol: "BTCUSDT" }, []],
    ["getDepth", { symbol: "BTCUSDT", limit: "5" }, { symbol: "BTCUSDT", limit: 5 }, []],
    ["getDepth", { limit: "x" }, {}, ["limit", "symbol"]],
    ["getOrder", { symbol: "A", orderId: `${big}` }, { symbol: "A", orderId: big }, []],
    ["getAccount", { timestamp: "5", recvWindow: tooLong }, { timestamp: 5 }, ["recvWindow"]],
    ["getKlines", { symbol: "A", interval: "7m" }, { symbol: "A" }, ["interval"]],
  ] as const;
  test.each(rows)("%s with %o", (id, texts, values, wrong) => {
    const filled = readForm(operations[id], texts);
    expect(filled.values).toEqual(values);
    expect(filled.issues.map(({ field }) => field).toSorted()).toEqual(wrong);
  });

  test("an address fills a form in, whatever the texts hold", () => {
    const texts = { symbol: "A&B=#/? é", limit: "5" };
    const [, query = ""] = callAddress("getDepth", texts).split(/\?(.*)/u);
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual(texts);
  });
});

describe("messages", () => {
  test("each message of a stream is described", () => {
    const messages: readonly StreamDescriptor[] = Object.values(streams);
    for (const { name, eventType } of messages.flatMap((stream) => stream.messages)) {
      expect(messageDescriptions[name]).toMatchObject({ text: expect.stringMatching(/\w/u) });
      expect(messageDescriptions[name]?.eventType).toBe(eventType);
    }
  });

  test("fields have their texts, words their meanings, and numbers all their digits", () => {
    const data = '{"e":"executionReport","x":"TRADE","i":9007199254740993,"zz":1}';
    const read = readMessage(`{"stream":"listenKey","data":${data}}`, "in");
    expect(read).toMatchObject({ name: "executionReport", stream: "listenKey" });
    const { rows, assumed } = describeMessage(read.name, read.value);
    expect(assumed).toBe("execution-report-payload");
    expect(rows).toMatchObject([
      { path: ["e"], value: "executionReport", text: "Event type." },
      { path: ["x"], value: "TRADE", meaning: expect.stringContaining("filled") },
      { path: ["i"], value: 2n ** 53n + 1n, text: "Order id." },
      { path: ["zz"], value: 1, text: "" },
    ]);
  });

  test("a balance is a row of its own, and a level of a book is not", () => {
    const balances = describeMessage("outboundAccountPosition", { B: [{ a: "BTC", f: "1" }] });
    expect(balances.rows.map(({ path }) => path.join("."))).toEqual(["B", "B.0.a", "B.0.f"]);
    const levels = describeMessage("depthUpdate", { b: [["1", "2"]] });
    expect(levels.rows).toMatchObject([{ path: ["b"], value: [["1", "2"]] }]);
  });

  /** Text, direction and name. */
  const rows = [
    ['{"result":null,"id":1}', "in", "controlReply"],
    ['{"code":2,"msg":"no","id":1}', "in", "controlError"],
    ['{"method":"UNSUBSCRIBE","params":[],"id":1}', "out", "unsubscribe"],
    ['{"stream":"btcusdt@bookTicker","data":{"u":1}}', "in", "bookTicker"],
    ['{"stream":"btcusdt@depth","data":{"e":"trade"}}', "in", "unknown"],
    ["[]", "in", "unknown"],
    ["", "in", "not JSON"],
  ] as const;
  test.each(rows)("%s is %s: %s", (text, direction, name) => {
    expect(readMessage(text, direction).name).toBe(name);
  });
});

/** What is known of an order, and the type that its edit places: none if it may still wait. */
const stops = [
  [{ isWorking: false }, "STOP_LOSS_LIMIT"],
  [{ isWorking: true }, undefined],
  [{ isWorking: true, executedQty: "1" }, "LIMIT"],
  [{ isWorking: true, type: "STOP_LOSS", price: "0" }, "STOP_LOSS"],
] as const;
test.each(stops)("a stop order with %o is edited as %s", (fields, type) => {
  const trader = createTrader(createClient({ baseUrl: "http://sandbox" }), () => undefined);
  trader.edit({ type: "STOP_LOSS_LIMIT", price: "8", stopPrice: "9", ...fields });
  expect(trader.store.get().edited?.next["type"]).toBe(type);
});

describe("JSON", () => {
  test("only white space changes, whatever the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(laidOut(text)).toBe(JSON.stringify(JSON.parse(text), undefined, 2));
      }),
      { numRuns: 200 },
    );
  });

  test("numbers keep their digits, and what is not JSON stays as it came", () => {
    expect(laidOut('{"id":9007199254740993,"p":1.10}')).toBe(
      '{\n  "id": 9007199254740993,\n  "p": 1.10\n}',
    );
    expect(laidOut('{"a":[],"b":{}}')).toBe('{\n  "a": [],\n  "b": {}\n}');
    expect(laidOut("<html>")).toBe("<html>");
  });
});
