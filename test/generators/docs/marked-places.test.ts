/** The ways between rules, fields, operations and assumptions. */

import { expect, test } from "vitest";

import { md } from "../../../generators/docs/markdown.ts";
import { type MarkedPlace, markedPlaces } from "../../../generators/docs/marks.ts";
import { rulesOfField } from "../../../generators/docs/rules/used-in.ts";
import { contract, pages } from "../../support/contract-pages.ts";

const mark = (id: string) => md`[assumed](assumptions.md#${id})`;

test("a mark belongs to the anchor that stands last before it", () => {
  const body = md`${mark("a")}\n\n## {#one} One ${mark("b")}${mark("b")}\n[Two]{#two}${mark("a")}`;
  const places = markedPlaces([{ path: "p.html", title: "P", body }]);
  const onPage = (id: string): readonly MarkedPlace[] | undefined =>
    places.get(id)?.filter(({ href }) => href.startsWith("p.html"));
  expect(onPage("a")).toEqual([
    { href: "p.html", words: "P" },
    { href: "p.html#two", words: "P: two" },
  ]);
  expect(onPage("b")).toEqual([{ href: "p.html#one", words: "P: one" }]);
});

const shownAt: readonly (readonly [id: string, href: string])[] = [
  ["cancel-order", "operations/cancelOrder.html"],
  ["limit-order-quantity", "rules.html#order-type-LIMIT.quantity"],
  ["lot-size-zero", "filters.html#LOT_SIZE.quantity-step"],
  ["order-rate-numbers", "limits.html#limit-orders10s"],
  ["status-of-codes", "rules.html#error-1021"],
  ["crossed-order-book", "order-book.html#more"],
  ["limit-above-maximum", "operations/getKlines.html#field.limit"],
];

test.each(shownAt)("the assumption %s links to %s", (id, href) => {
  const [, entry = ""] = (pages.get("assumptions.html")?.text ?? "").split(`id="${id}"`);
  const [own = ""] = entry.split("</section>");
  expect(own).toContain(`href="${href}"`);
});

const fields: readonly (readonly [operation: string, field: string, rules: string])[] = [
  ["placeOrder", "icebergQty", "Checked by ICEBERG_PARTS, LOT_SIZE"],
  ["placeOrder", "timeInForce", "Required for LIMIT, STOP_LOSS_LIMIT, TAKE_PROFIT_LIMIT"],
  ["placeOrder", "stopPrice", "Not allowed for LIMIT, MARKET, LIMIT_MAKER"],
  ["getDepth", "limit", "See weight of getDepth"],
  ["getAccount", "recvWindow", "See time window"],
];

test.each(fields)("%s.%s: %s", (id, field, rules) => {
  const operation = contract.operations.find((one) => one.id === id);
  const sentences = operation && rulesOfField(contract, operation, field);
  const texts = sentences?.map(({ source }) => source.replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, "$1"));
  expect(texts).toContain(`${rules}.`);
});
