/** What an entry of a journal has to be. */

import { expect, test } from "vitest";

import { checkedEntry } from "../../../runtime/orders/types.ts";

const entry = {
  operation: "placeOrder",
  clientId: "a",
  isOwnId: true,
  fields: { symbol: "BTCUSDT" },
  stampMs: 1,
};

const damaged: readonly (readonly [entry: unknown, clientId: string, wrong: string])[] = [
  [{ ...entry, operation: 1 }, "a", "operation"],
  [{ ...entry, clientId: 7 }, "7", "clientId"],
  [{ ...entry, isOwnId: "true" }, "a", "isOwnId"],
  [{ ...entry, fields: null }, "a", "fields"],
  [{ ...entry, fields: "symbol" }, "a", "fields"],
  [{ ...entry, fields: { symbol: "BTCUSDT", price: 1 } }, "a", "fields"],
  [{ ...entry, stampMs: "1" }, "a", "stampMs"],
  [{ ...entry, stampMs: Number.POSITIVE_INFINITY }, "a", "stampMs"],
  [{ ...entry, isOwnId: undefined, stampMs: Number.NaN }, "a", "isOwnId, stampMs"],
  [undefined, "undefined", "operation, clientId, isOwnId, fields, stampMs"],
  [null, "undefined", "operation, clientId, isOwnId, fields, stampMs"],
];

test.for(damaged)("%j of the placement %s has wrong: %s", ([given, clientId, wrong]) => {
  expect(() => checkedEntry(given)).toThrow(
    new RegExp(
      `^The journal's entry of the placement ${clientId} is damaged: ${wrong}. Look the order up ` +
        "by hand, and remove the entry.$",
      "u",
    ),
  );
});

test("an entry that is whole is given as it is", () => {
  for (const whole of [entry, { ...entry, isOwnId: false, fields: {}, stampMs: 0 }]) {
    expect(checkedEntry(whole)).toBe(whole);
  }
});
