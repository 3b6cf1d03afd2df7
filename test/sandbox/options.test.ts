/** The options of a sandbox: each wrong one is named, with what it takes. */

import { expect, test } from "vitest";

import { createVirtualClock } from "../../sandbox/exchange/clock.ts";
import { createPacedClock, startSandbox } from "../../sandbox/index.node.ts";
import { createSandbox } from "../../sandbox/index.ts";

const wrong: readonly (readonly [options: object, message: string])[] = [
  [{ sede: "a" }, "sede is no option; did you mean seed?"],
  [{ seed: 7 }, "seed has a wrong value; give text"],
  [{ now: 5 }, "now has a wrong value; give a function"],
  [{ after: "soon" }, "after has a wrong value"],
  [{ startTime: -1 }, "startTime has a wrong value; give a whole number from 0"],
  [{ startTime: 0.5 }, "startTime has a wrong value"],
  [{ startTime: Number.NaN }, "startTime has a wrong value"],
  [{ clock: { now: () => 0 } }, "clock has a wrong value; give a virtual clock"],
  [{ maker: "on" }, "maker has a wrong value; give an object"],
  [{ maker: { everyMs: 0 } }, "maker.everyMs has a wrong value; give a whole number from 1"],
  [{ maker: { every: 5 } }, "maker.every is no option; did you mean everyMs?"],
  [{ history: 0 }, "history has a wrong value"],
  [{ history: Number.POSITIVE_INFINITY }, "history has a wrong value"],
  [{ moreSymbols: -1 }, "moreSymbols has a wrong value"],
  [{ moreSymbols: "3" }, "moreSymbols has a wrong value"],
  [{ journal: "file" }, "journal has a wrong value; give a journal"],
  [{ onLog: true }, "onLog has a wrong value"],
  [{ onRequest: {} }, "onRequest has a wrong value"],
  [{ page: "/" }, "page has a wrong value"],
  [{ signing: "hex" }, "signing has a wrong value; give one of raw, percent, both"],
  [{ report: null }, "report has a wrong value"],
];

test.each(wrong)("createSandbox(%j) is refused", async (options, message) => {
  expect(() => createSandbox(options)).toThrow(message);
  await expect(startSandbox({ port: 0, ...options })).rejects.toThrow(message);
});

test.each([
  [{}, "port is missing"],
  [{ port: -1 }, "port has a wrong value; give a whole number from 0 to 65535"],
  [{ port: 65_536 }, "port has a wrong value"],
  [{ port: "9700" }, "port has a wrong value"],
  [{ port: 0, host: "" }, "host has a wrong value"],
  [{ port: 0, requestMs: 0 }, "requestMs has a wrong value"],
  [{ port: 0, requestMS: 5 }, "requestMS is no option"],
])("startSandbox(%j) is refused", async (options, message) => {
  await expect(startSandbox(options as { port: number })).rejects.toThrow(message);
});

test("options on their bounds, and those that are undefined, are taken", async () => {
  const taken: readonly object[] = [
    { seed: "", startTime: 0, history: 1, moreSymbols: 0, maker: { everyMs: 1 } },
    { seed: undefined, clock: createVirtualClock(0), maker: false, signing: "both" },
    { clock: createPacedClock(0, { now: () => 0, after: () => () => {} }), maker: true },
  ];
  for (const options of taken) createSandbox(options).close();
  const running = await startSandbox({ port: 0, requestMs: 1, host: "127.0.0.1" });
  await running.close();
});
