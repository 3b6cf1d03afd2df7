import { expect, test } from "vitest";

import {
  camelCase,
  messageName,
  pascalCase,
  plural,
  propertyKey,
  quoted,
} from "../../../generators/write/names.ts";
import * as given from "../../support/given.ts";

const cases: readonly [(text: string) => string, string, string][] = [
  [pascalCase, "PRICE_FILTER", "PriceFilter"],
  [pascalCase, "OrderBook", "OrderBook"],
  [pascalCase, "getDepth", "GetDepth"],
  [pascalCase, "24hrTicker", "_24hrTicker"],
  [pascalCase, "X-MBX-USED-WEIGHT-10S", "XMbxUsedWeight10s"],
  [pascalCase, "", "_"],
  [pascalCase, "</script>", "Script"],
  [camelCase, "BookTicker", "bookTicker"],
  [camelCase, "HTTPServer", "httpServer"],
  [camelCase, "open time", "openTime"],
  [camelCase, "delete", "delete_"],
  [camelCase, "E", "e"],
  [camelCase, "getOrder", "getOrder"],
  [propertyKey, "price", "price"],
  [propertyKey, "class", "class"],
  [propertyKey, "a-b", '"a-b"'],
  [propertyKey, "__proto__", '["__proto__"]'],
  [propertyKey, 'x": evil(), "y', '"x\\": evil(), \\"y"'],
  [quoted, "a\u2028b\u2029c", '"a\\u2028b\\u2029c"'],
  [quoted, 'a"b\\c\nd`${e}', '"a\\"b\\\\c\\nd`${e}"'],
  [plural, "orderStatus", "orderStatuses"],
  [plural, "side", "sides"],
  [plural, "currency", "currencies"],
];
for (const [make, from, want] of cases) {
  test(`${make.name}: ${JSON.stringify(from)} gives ${want}`, () => {
    expect(make(from)).toBe(want);
  });
}

test("a message is of the type of its payload, or of one named after it", () => {
  const payload = { kind: "record", properties: [], additional: undefined } as const;
  const messages = [given.message(), given.message({ name: "trade", payload })];
  expect(messages.map(messageName)).toEqual(["DepthUpdate", "TradeMessage"]);
});
