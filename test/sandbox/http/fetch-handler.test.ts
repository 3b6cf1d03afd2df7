/** What a request through `fetch` and one over a port have in common, and how a signal ends one. */

import { getEventListeners } from "node:events";

import { afterAll, beforeAll, expect, test } from "vitest";

import { bodyBytesMax } from "../../../sandbox/defaults.ts";
import { type RunningSandbox, startSandbox } from "../../../sandbox/index.node.ts";
import { createSandbox, type FaultRule } from "../../../sandbox/index.ts";

let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox({ port: 0 });
});
afterAll(() => running.close());

const commands =
  '[{"command":"addFaults","rules":[{"fault":"usage","name":"é"}]},{"command":"clearFaults"}]';

/** A body, its path, and the status and a part of the response. */
const bodies: readonly (readonly [name: string, path: string, body: string, want: unknown[]])[] = [
  ["as long as may be", "/api/v1/order", "a".repeat(bodyBytesMax), [401, "X-MBX-APIKEY"]],
  ["a byte longer", "/api/v1/order", "a".repeat(bodyBytesMax + 1), [413, "longer than"]],
  ["with letters of several bytes", "/control", commands, [200, '[["é"],null]']],
  ["with a byte order mark", "/control", `\uFEFF${commands}`, [400, "not JSON"]],
];

test.each(bodies)("a body %s", async (_, path, body, [status, part]) => {
  const bytes = new TextEncoder().encode(body);
  for (const ask of [running.sandbox.fetch, fetch]) {
    // One byte to a chunk, and so parts of letters.
    const chunks = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const sent = { method: "POST", body: chunks, duplex: "half" } as const;
    const response = await ask(`${running.baseUrl}${path}`, sent);
    expect([response.status, await response.text()]).toEqual([
      status,
      expect.stringContaining(String(part)),
    ]);
  }
});

const target = "http://sandbox/api/v1/time";
const slow = { fault: "dribble", bytes: 5, everyMs: 1000 } as const;

test.each([204, 205, 304])("a response with the status %i has no body", async (status) => {
  const { fetch } = createSandbox({ faults: [{ fault: "response", status }] });
  const response = await fetch(target);
  expect([response.status, response.body]).toEqual([status, null]);
});

test.each([
  [2, "terminated"],
  [3, "abc"],
  [4, "abc"],
])("a body of 3 bytes that ends after %i is %s", async (bytes, want) => {
  const { fetch } = createSandbox({
    faults: [
      { fault: "response", body: "abc" },
      { fault: "truncate", bytes },
    ],
  });
  const response = await fetch(target);
  expect(await response.text().catch((error: Error) => error.message)).toBe(want);
});

test("only the chunks after the first one wait", async () => {
  const { clock, fetch } = createSandbox({ faults: [slow] });
  const reader = (await fetch(target)).body?.getReader();
  expect((await reader?.read())?.value).toHaveLength(5);
  const second = reader?.read();
  await clock?.run(999);
  expect(await Promise.race([second, "waits"])).toBe("waits");
  await clock?.run(1);
  expect((await second)?.value).toHaveLength(5);
});

test("a body is sent slowly and cut off", async () => {
  const { clock, fetch } = createSandbox({ faults: [{ fault: "truncate", bytes: 6 }, slow] });
  const reader = (await fetch(target)).body?.getReader();
  await reader?.read();
  const second = reader?.read();
  await clock?.run(1000);
  expect((await second)?.value).toHaveLength(1);
  await expect(reader?.read()).rejects.toThrow("terminated");
});

test.each<readonly [FaultRule, "text" | "cancel"]>([
  [{ fault: "usage" }, "text"],
  [{ fault: "truncate", bytes: 100_000 }, "text"],
  [{ fault: "truncate", bytes: 5 }, "text"],
  [slow, "cancel"],
])("after a response with %j and %s(), no listener is left on its signal", async (fault, end) => {
  const { fetch } = createSandbox({ faults: [fault] });
  const { signal } = new AbortController();
  const response = await fetch(target, { signal });
  await (end === "text" ? response.text().catch(() => {}) : response.body?.cancel());
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a signal ends the reading of a response, also of what has come", async () => {
  const { fetch } = createSandbox({ faults: [slow] });
  const caller = new AbortController();
  const response = await fetch(target, { signal: caller.signal });
  caller.abort(new Error("enough"));
  await expect(response.text()).rejects.toThrow("enough");
});
