/** Words and formulas of the docs: contract data in, text out. */

import { expect, test } from "vitest";

import { grouped, spanInWords } from "../../../generators/contract/documents/quotes.ts";
import type { FilterRule } from "../../../generators/contract/model.ts";
import { html } from "../../../generators/docs/html.ts";
import { prose } from "../../../generators/docs/markdown.ts";
import { expressionText, ruleText } from "../../../generators/docs/rules/filters.ts";
import { bookExample } from "../../../generators/docs/rules/order-book.ts";
import { securityText, weightText } from "../../../generators/write/operation-text.ts";
import * as given from "../../support/given.ts";

const rule = (bound: FilterRule["bound"], from?: string): FilterRule =>
  given.rule({ value: "price * quantity", bound, from });

const tiers = [
  { from: 1, to: 100, weight: 1 },
  { from: 101, to: 1000, weight: 5 },
];

const rows: readonly { name: string; got: string; want: string }[] = [
  {
    name: "a minimum",
    got: ruleText(rule({ kind: "minimum", expression: "a" })),
    want: "price × quantity ≥ a",
  },
  {
    name: "a maximum",
    got: ruleText(rule({ kind: "maximum", expression: "a + 1" })),
    want: "price × quantity ≤ a + 1",
  },
  {
    name: "a grid",
    got: ruleText(rule({ kind: "multipleOf", expression: "s" }, "m")),
    want: "price × quantity − m is a multiple of s",
  },
  {
    name: "a condition",
    got: expressionText('type == "MARKET" && !x || n != 0'),
    want: "type = MARKET and not x or n ≠ 0",
  },
  { name: "a list", got: expressionText('type in ["A", "B"]'), want: "type is one of [A, B]" },
  { name: "a call", got: expressionText("ceil(a / b) >= 1"), want: "ceil(a ÷ b) ≥ 1" },
  { name: "no weight", got: weightText(null), want: "not stated by the interface" },
  {
    name: "both budgets",
    got: weightText({ ip: { kind: "fixed", weight: 1 }, account: { kind: "fixed", weight: 2 } }),
    want: "1 per IP address, and 2 per account",
  },
  {
    name: "all tiers",
    got: weightText({ ip: { kind: "byTier", parameter: "limit", default: 500, tiers } }),
    want: "by `limit` 1 for 1 to 100, 5 for 101 to 1000 (without `limit`: 5), per IP address",
  },
  ...(
    [
      [100, 1],
      [101, 5],
    ] as const
  ).map(([standard, cost]) => ({
    name: `a default of ${standard} at the border of a tier`,
    got: weightText({ ip: { kind: "byTier", parameter: "limit", default: standard, tiers } }),
    want: `by \`limit\` 1 for 1 to 100, 5 for 101 to 1000 (without \`limit\`: ${cost}), per IP address`,
  })),
  {
    name: "by presence",
    got: weightText({ ip: { kind: "byPresence", parameter: "symbol", present: 1, absent: 2 } }),
    want: "1 with `symbol` and 2 without, per IP address",
  },
  { name: "no budget", got: weightText({}), want: "not stated by the interface" },
  {
    name: "credentials",
    got: securityText(given.operation({ security: given.security("SIGNED") })),
    want: "`SIGNED`: an API key, a timestamp and a signature",
  },
  { name: "a day", got: spanInWords({ every: 1, unit: "day" }) ?? "", want: "1 day" },
  { name: "days", got: spanInWords({ every: 1200, unit: "day" }) ?? "", want: "1,200 days" },
  { name: "no duration", got: String(spanInWords({ every: 1 })), want: "undefined" },
  {
    name: "the events of the order book's example, judged by other conditions",
    got:
      bookExample({
        ...{ fields: { first: "A", last: "B" }, snapshot: { last: "id" } },
        ...{ drop: "B < lastUpdateId", first: "A > lastUpdateId", next: "A >= previous.B" },
      })
        .source.replaceAll(/`|\| /gu, "")
        .match(/^A.*$/gmu)
        ?.join("; ") ?? "",
    want:
      "A 97, B 99 dropped 99 < 105 |; A 100, B 103 dropped 103 < 105 |; " +
      "A 104, B 108 a gap: fetch a new snapshot 104 > 105 does not hold |; " +
      "A 109, B 111 applied 109 ≥ 108 |; A 114, B 117 applied 114 ≥ 111 |",
  },
  { name: "thousands", got: grouped(1234567), want: "1,234,567" },
  {
    name: "text is escaped",
    got: html`<i title="${'"'}">${"<&'"}</i>`.markup,
    want: '<i title="&quot;">&lt;&amp;&#39;</i>',
  },
  { name: "code in prose", got: prose("see `a<b`.").source, want: "see `a<b`." },
  {
    name: "signs of Markdown in prose",
    got: prose("*a* [b] _c GOOD_D").source,
    want: "\\*a\\* \\[b\\] \\_c GOOD_D",
  },
];

for (const { name, got, want } of rows) test(name, () => expect(got).toBe(want));
