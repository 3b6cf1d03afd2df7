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

const oneIp = { kind: "fixed", weight: 1 } as const;
const byTier = (standard: number) => ({
  ip: { kind: "byTier", parameter: "limit", default: standard, tiers } as const,
});
const ofTiers = (cost: number) =>
  `by \`limit\` 1 for 1 to 100, 5 for 101 to 1000 (without \`limit\`: ${cost}), per IP address`;
const bySymbol = { kind: "byPresence", parameter: "symbol", present: 1, absent: 2 } as const;
const signed = given.operation({ security: given.security("SIGNED") });
const judged = bookExample({
  ...{ fields: { first: "A", last: "B" }, snapshot: { last: "id" } },
  ...{ drop: "B < lastUpdateId", first: "A > lastUpdateId", next: "A >= previous.B" },
});
const judgedEvents = judged.source.replaceAll(/`|\| /gu, "").match(/^A.*$/gmu);

const rows: readonly (readonly [name: string, got: string, want: string])[] = [
  ["a minimum", ruleText(rule({ kind: "minimum", expression: "a" })), "price × quantity ≥ a"],
  ["a sum", ruleText(rule({ kind: "maximum", expression: "a + 1" })), "price × quantity ≤ a + 1"],
  [
    "a grid",
    ruleText(rule({ kind: "multipleOf", expression: "s" }, "m")),
    "price × quantity − m is a multiple of s",
  ],
  [
    "a condition",
    expressionText('type == "MARKET" && !x || n != 0'),
    "type = MARKET and not x or n ≠ 0",
  ],
  ["a list", expressionText('type in ["A", "B"]'), "type is one of [A, B]"],
  ["a call", expressionText("ceil(a / b) >= 1"), "ceil(a ÷ b) ≥ 1"],
  ["no weight", weightText(null), "not stated by the interface"],
  ["no budget", weightText({}), "not stated by the interface"],
  [
    "both budgets",
    weightText({ ip: oneIp, account: { kind: "fixed", weight: 2 } }),
    "1 per IP address, and 2 per account",
  ],
  ["all tiers", weightText(byTier(500)), ofTiers(5)],
  ["a default at the end of a tier", weightText(byTier(100)), ofTiers(1)],
  ["a default at the start of a tier", weightText(byTier(101)), ofTiers(5)],
  ["by presence", weightText({ ip: bySymbol }), "1 with `symbol` and 2 without, per IP address"],
  ["credentials", securityText(signed), "`SIGNED`: an API key, a timestamp and a signature"],
  ["a day", spanInWords({ every: 1, unit: "day" }) ?? "", "1 day"],
  ["days", spanInWords({ every: 1200, unit: "day" }) ?? "", "1,200 days"],
  ["no duration", String(spanInWords({ every: 1 })), "undefined"],
  [
    "the events of the order book's example, judged by other conditions",
    judgedEvents?.join("; ") ?? "",
    "A 97, B 99 dropped 99 < 105 |; A 100, B 103 dropped 103 < 105 |; " +
      "A 104, B 108 a gap: fetch a new snapshot 104 > 105 does not hold |; " +
      "A 109, B 111 applied 109 ≥ 108 |; A 114, B 117 applied 114 ≥ 111 |",
  ],
  ["thousands", grouped(1234567), "1,234,567"],
  [
    "text is escaped",
    html`<i title="${'"'}">${"<&'"}</i>`.markup,
    '<i title="&quot;">&lt;&amp;&#39;</i>',
  ],
  ["code in prose", prose("see `a<b`.").source, "see `a<b`."],
  ["signs of Markdown", prose("*a* [b] _c GOOD_D").source, "\\*a\\* \\[b\\] \\_c GOOD_D"],
];

for (const [name, got, want] of rows) test(name, () => expect(got).toBe(want));
