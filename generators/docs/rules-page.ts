import type { Contract } from "../contract/model.ts";
import { errorsSection } from "./errors-section.ts";
import { filtersSection } from "./filters-section.ts";
import { html } from "./html.ts";
import { limitsSection, streamsSection } from "./limits-section.ts";
import { createMark } from "./marks.ts";
import { ordersSection } from "./orders-section.ts";
import type { DocsPage } from "./page.ts";
import { page } from "./page.ts";
import { signingSection } from "./signing-section.ts";

/** The page of rules that hold across operations, in the order that a new user needs them. */
export function rulesPage(contract: Contract): DocsPage {
  const mark = createMark(contract.assumptions);
  const body = html` <h1>Rules</h1>
    <p class="lead">
      What holds across operations: how requests are signed, what they cost, which errors occur,
      which fields and states an order has, and which values a symbol accepts.
    </p>
    ${signingSection(contract, mark)} ${limitsSection(contract, mark)}
    ${errorsSection(contract, mark)} ${ordersSection(contract, mark)}
    ${filtersSection(contract, mark)} ${streamsSection(contract, mark)}`;
  return page({
    file: "rules.html",
    title: "Rules",
    product: `${contract.title} ${contract.version}`,
    body,
    contents: [...body.markup.matchAll(/<h2 id="([^"]+)">([^<]+)<\/h2>/gu)].map(
      ([, id = "", title = ""]) => ({ id, title }),
    ),
  });
}
