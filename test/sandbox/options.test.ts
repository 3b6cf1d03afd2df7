/** The options of a sandbox: each wrong one is named, with what it takes. */

import { expect, test } from "vitest";

import { createVirtualClock } from "../../sandbox/exchange/clock.ts";
import { createPacedClock, startSandbox } from "../../sandbox/index.node.ts";
import { createSandbox } from "../../sandbox/index.ts";
import { storiesIn } from "../support/story.ts";

/** What is wrong, and the options. */
const written = storiesIn(import.meta.dirname, "wrong-options.txt");

const wrong: readonly (readonly [options: object, message: string])[] = [
  ...written.map(([message, text]) => [JSON.parse(text) as object, message] as const),
  [{ clock: { now: () => 0 } }, "clock has an invalid value; give a virtual clock"],
  [{ now: Date.now, startTime: 5 }, "startTime needs a virtual clock"],
];

test.each(wrong)("createSandbox(%j) is refused", async (options, message) => {
  expect(() => createSandbox(options)).toThrow(message);
  await expect(startSandbox({ port: 0, ...options })).rejects.toThrow(message);
});

test.each([
  [{}, "port is missing"],
  [{ port: -1 }, "port has an invalid value; give a whole number from 0 to 65535"],
  [{ port: 65_536 }, "port has an invalid value"],
  [{ port: "9700" }, "port has an invalid value"],
  [{ port: 0, host: "" }, "host has an invalid value"],
  [{ port: 0, requestMs: 0 }, "requestMs has an invalid value"],
  [{ port: 0, requestMS: 5 }, "requestMS is not an option"],
])("startSandbox(%j) is refused", async (options, message) => {
  await expect(startSandbox(options as { port: number })).rejects.toThrow(message);
});

test("options on their bounds, and those that are undefined, are taken", async () => {
  const taken: readonly object[] = [
    { seed: "", startTime: 0, history: 1, maker: { everyMs: 1 } },
    { seed: undefined, clock: createVirtualClock(0), maker: false, signing: "both" },
    { clock: createPacedClock(0, { now: () => 0, after: () => () => {} }), maker: true },
  ];
  for (const options of taken) createSandbox(options).close();
  const running = await startSandbox({ port: 0, requestMs: 1, host: "127.0.0.1" });
  await running.close();
});
