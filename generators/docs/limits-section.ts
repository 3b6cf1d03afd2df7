import { objectIn, textIn } from "../contract/documents/json.ts";
import type { Contract } from "../contract/model.ts";
import { facts } from "./facts.ts";
import type { Html } from "./html.ts";
import { code, html, prose, soft } from "./html.ts";
import type { Mark } from "./marks.ts";
import { table } from "./page.ts";
import { duration, grouped, weightInWords } from "./words.ts";

const carriers = {
  everyResponse: "on every response",
  orderResponses: "on responses to orders",
} as const;

/** The rate-limit windows, other limits, and the weight of each operation. */
export function limitsSection(contract: Contract, mark: Mark): Html {
  const { limits, operations, documents } = contract;
  const block = objectIn(documents.openapi["x-limits"]);
  return html` <h2 id="limits">Limits and windows</h2>
    ${table(
      ["Window", "Counts", "Per", "Amount", "Header"],
      limits.map(({ windowMs, counts, per, amount, header, assumed, carriedBy }) => [
        html`${duration(windowMs)}`,
        html`${counts === "weight" ? "request weight" : "orders"}`,
        html`${per === "ip" ? "IP address" : "account"}`,
        html`${amount === null ? "not stated" : grouped(amount)}${mark(assumed)}`,
        html`<code>${header}</code>
          <span class="soft small">${carriers[carriedBy]}</span>`,
      ]),
    )}
    ${facts(block, mark, ["windows"])}
    <h3 id="weights">Weight of each operation</h3>
    ${table(
      ["Operation", "Call", "Weight"],
      operations.map((operation) => [
        html`${code(operation.id)}${mark(operation.assumed)}`,
        html`${soft(operation.method)} ${operation.path}`,
        html`${prose(weightInWords(operation.weight))}${mark(operation.weight?.assumed)}`,
      ]),
    )}`;
}

/** Limits of stream connections, the user data session and the local book. */
export function streamsSection({ documents }: Contract, mark: Mark): Html {
  const parts = [
    { id: "connection", title: "Stream connections", block: documents.asyncapi["x-connection"] },
    { id: "session", title: "User data session", block: documents.asyncapi["x-user-data"] },
    { id: "book", title: "Keeping a local order book", block: documents.asyncapi["x-book-sync"] },
  ];
  return html`${parts.map(({ id, title, block }) => {
    const node = objectIn(block);
    return html`<h2 id="${id}">${title}</h2>
      <p>${prose(textIn(node["description"]))}</p>
      ${facts(node, mark)} `;
  })}`;
}
