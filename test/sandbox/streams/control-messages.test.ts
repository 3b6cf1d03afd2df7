/** Control messages: what they may hold by the contract, and what comes back for each. */

import { readFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";

import { createSandbox } from "../../../sandbox/index.ts";
import { handleControlMessage } from "../../../sandbox/streams/control-messages.ts";

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const document = JSON.parse(readFileSync("generated/documents/asyncapi.json", "utf8"));
ajv.addSchema(document, "asyncapi.json");

/** Whether a message fits a schema of the AsyncAPI document. */
function fits(name: string, message: unknown): boolean {
  return ajv.validate({ $ref: `asyncapi.json#/components/schemas/${name}` }, message);
}

/** A connection, and the reply to a message. */
function open() {
  const { exchange, hub } = createSandbox();
  const reader = { format: "raw", send: () => {}, close: () => {}, cut: () => {} } as const;
  const connection = hub.connect(reader);
  return (message: unknown): unknown => {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    return JSON.parse(handleControlMessage(text, exchange, connection));
  };
}

const params = ["btcusdt@trade"];
const list = { method: "LIST_SUBSCRIPTIONS" };

test("streams are subscribed to as a whole list or not at all, and left", () => {
  const ask = open();
  const known = ["btcusdt@depth"];
  const unknown = expect.stringContaining("stream 2 of the list does not exist");
  expect(ask({ method: "SUBSCRIBE", params: known, id: 1 })).toEqual({ result: null, id: 1 });
  expect(ask({ method: "SUBSCRIBE", params: [...params, "x"], id: 2 })).toEqual({
    ...{ error: { code: 2, msg: unknown }, id: 2 },
  });
  expect(ask({ ...list, id: 3 })).toEqual({ result: known, id: 3 });
  expect(ask({ method: "UNSUBSCRIBE", params: known, id: 4 })).toEqual({ result: null, id: 4 });
  expect(ask({ ...list, id: 5 })).toEqual({ result: [], id: 5 });
  expect(ask({ method: "SUBSCRIBE", params: [] })).toEqual({ result: null, id: null });
});

const ids = [0, 1, -1, 2 ** 53 - 1, 1 - 2 ** 53, "", "a", "x".repeat(36), "🚀".repeat(36), null];

test.each(ids)("the id %j comes back as it was", (id) => {
  const ask = open();
  for (const [method, name] of [
    ["SUBSCRIBE", "SubscribeRequest"],
    ["UNSUBSCRIBE", "UnsubscribeRequest"],
  ] as const) {
    expect(fits(name, { method, params, id })).toBe(true);
    const reply = ask({ method, params, id });
    expect(reply).toEqual({ result: null, id });
    expect(fits("ControlReply", reply)).toBe(true);
  }
  expect(ask({ ...list, id })).toEqual({ result: [], id });
});

/** What is no message, the code of the error, and the id that comes back. */
const refused: readonly (readonly [message: unknown, code: number, id: unknown])[] = [
  ...["x".repeat(37), 1.5, 2 ** 53, -1e300, true, {}, [], ["a"]].map((id) => {
    return [{ method: "SUBSCRIBE", params, id }, 2, null] as const;
  }),
  ...["btcusdt@trade", 1, {}, [1], [null], [params]].map((given) => {
    return [{ method: "SUBSCRIBE", params: given, id: 1 }, 1, 1] as const;
  }),
  [{ method: "SUBSCRIBE", params: ["x".repeat(257)], id: "a" }, 2, "a"],
  ...["subscribe", "FLY", "", 5, null, {}, "__proto__"].map((method) => {
    return [{ method, params, id: 1 }, 2, 1] as const;
  }),
  ...[[], null, 5, "not json", '"SUBSCRIBE"'].map((message) => [message, 3, null] as const),
];

test.each(refused)("%j is refused with the code %i", (message, code, id) => {
  expect(fits("SubscribeRequest", message)).toBe(false);
  const reply = open()(message);
  expect(reply).toEqual({ error: { code, msg: expect.any(String) }, id });
  expect(fits("ControlError", reply)).toBe(true);
});
