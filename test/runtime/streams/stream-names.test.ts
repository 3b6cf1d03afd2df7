import { expect, test } from "vitest";

import {
  createNameReader,
  each,
  fillStreamName,
  hasEventType,
} from "../../../runtime/streams/names.ts";

const depth = {
  address: "{symbol}@depth",
  parameters: [{ name: "symbol", letterCase: "lower" }],
} as const;
const userData = {
  address: "{listenKey}",
  parameters: [{ name: "listenKey", letterCase: "asIs" }],
} as const;

test("a stream name has its letters in the right case", () => {
  expect(fillStreamName(depth, { symbol: "BTCUSDT" })).toBe("btcusdt@depth");
  expect(fillStreamName(depth, { symbol: "币安人生USDT" })).toBe("币安人生usdt@depth");
  expect(fillStreamName(userData, { listenKey: "aB1-_" })).toBe("aB1-_");
});

test("an error says which name it is about, and what to give", () => {
  const texts = ["", "A/b@trade", "A?x=1", "A B", "$&", "€", "\ud800", "a/", "/a"];
  for (const symbol of [...texts, undefined, 5]) {
    expect(() => fillStreamName(depth, { symbol } as Record<string, string>)).toThrow(
      "The stream was not opened. symbol cannot be part of the stream name {symbol}@depth; give " +
        "letters and digits.",
    );
  }
  expect(() => fillStreamName(depth, null as never)).toThrow("symbol cannot be part of");
});

const patterns = [
  userData,
  depth,
  { address: "", parameters: [] },
  { address: "!status", parameters: [] },
  { address: "{symbol}@kline_{interval}", parameters: [] },
  { address: "{symbol}@kline", parameters: [] },
];
const names: readonly (readonly [name: string, address?: string, values?: object])[] = [
  ["btcusdt@depth", "{symbol}@depth", { symbol: "btcusdt" }],
  ["btcusdt@kline_1m", "{symbol}@kline_{interval}", { symbol: "btcusdt", interval: "1m" }],
  ["btcusdt@kline", "{symbol}@kline", { symbol: "btcusdt" }],
  ["!status", "!status", {}],
  ["aB1-_", "{listenKey}", { listenKey: "aB1-_" }],
  ["btcusdt@nothing"],
  ["btcusdt@depth@depth"],
  ["a/b@depth"],
  [""],
];
for (const [name, address, values] of names) {
  test(`the name ${JSON.stringify(name)} is read by its pattern`, () => {
    const parts = createNameReader(patterns)(name);
    expect(parts?.pattern.address).toBe(address);
    expect(parts && { ...parts.values }).toEqual(values);
  });
}

test("one value or several make as many parameters", () => {
  expect(each("symbol", "A")).toEqual([{ symbol: "A" }]);
  expect(each("symbol", ["A", "B"])).toEqual([{ symbol: "A" }, { symbol: "B" }]);
});

test("only a message with this event type announces itself", () => {
  expect(hasEventType({ e: "depthUpdate" }, "depthUpdate")).toBe(true);
  for (const message of [{ e: "trade" }, { E: "depthUpdate" }, {}, null, "depthUpdate", undefined])
    expect(hasEventType(message, "depthUpdate")).toBe(false);
});
