/** What a control message may hold, over a real port, and what is refused without a disconnect. */

import { once } from "node:events";
import { readFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";

import { connectionLimits } from "../../../generated/streams.ts";
import { createVirtualClock, type VirtualClock } from "../../../sandbox/exchange/clock.ts";
import { type RunningSandbox, startSandbox } from "../../../sandbox/index.node.ts";

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(
  JSON.parse(readFileSync("generated/documents/asyncapi.json", "utf8")) as object,
  "asyncapi.json",
);

/** Whether a message fits a schema of the AsyncAPI document. */
function fits(name: string, message: unknown): boolean {
  return ajv.validate({ $ref: `asyncapi.json#/components/schemas/${name}` }, message);
}

let clock: VirtualClock;
let running: RunningSandbox;

beforeAll(async () => {
  clock = createVirtualClock(Date.UTC(2024, 0, 15));
  running = await startSandbox({ port: 0, clock });
});

afterAll(() => running.close());

/** A connection whose messages are answered one by one. */
async function open() {
  const socket = new WebSocket(`${running.streamUrl}/stream`);
  await once(socket, "open");
  return {
    ask: async (message: unknown): Promise<unknown> => {
      clock.advance(connectionLimits.inboundWindowMs);
      socket.send(JSON.stringify(message));
      const [data] = (await once(socket, "message")) as [Buffer];
      return JSON.parse(data.toString());
    },
    close: () => socket.close(),
  };
}

const params = ["btcusdt@trade"];
const ids = [0, 1, -1, 2 ** 53 - 1, 1 - 2 ** 53, "", "a", "x".repeat(36), "🚀".repeat(36), null];

test("an id is a number, a text or null, and comes back as it was", async () => {
  const { ask, close } = await open();
  for (const id of ids) {
    for (const [method, name] of [
      ["SUBSCRIBE", "SubscribeRequest"],
      ["UNSUBSCRIBE", "UnsubscribeRequest"],
    ] as const) {
      const message = { method, params, id };
      expect(fits(name, message), JSON.stringify(id)).toBe(true);
      const reply = await ask(message);
      expect(reply).toEqual({ result: null, id });
      expect(fits("ControlReply", reply)).toBe(true);
    }
    expect(await ask({ method: "LIST_SUBSCRIPTIONS", id })).toEqual({ result: [], id });
  }
  close();
});

const refused: readonly unknown[] = [
  ...["x".repeat(37), 1.5, 2 ** 53, -1e300, true, {}, [], ["a"]].map((id) => ({
    method: "SUBSCRIBE",
    params,
    id,
  })),
  ...["btcusdt@trade", 1, {}, [1], [null], [params], ["x".repeat(257)]].map((given) => ({
    method: "SUBSCRIBE",
    params: given,
    id: 1,
  })),
  ...[[], "SUBSCRIBE", null, 5],
  ...["subscribe", "", 5, null, {}, "__proto__"].map((method) => ({ method, params, id: 1 })),
];

test("anything else is refused with an error, and the connection goes on", async () => {
  const { ask, close } = await open();
  for (const message of refused) {
    const shown = JSON.stringify(message).slice(0, 80);
    expect(fits("SubscribeRequest", message), shown).toBe(false);
    const reply = await ask(message);
    expect(reply, shown).toMatchObject({
      error: { code: expect.any(Number), msg: expect.any(String) },
    });
    expect(fits("ControlError", reply), shown).toBe(true);
  }
  expect(await ask({ method: "LIST_SUBSCRIPTIONS", id: 2 })).toEqual({ result: [], id: 2 });
  close();
});
