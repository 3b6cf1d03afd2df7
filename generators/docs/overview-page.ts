import type { Contract } from "../contract/model.ts";
import type { Html } from "./html.ts";
import { code, html, prose, soft } from "./html.ts";
import { createMark } from "./marks.ts";
import type { DocsPage, PageFile } from "./page.ts";
import { page, table } from "./page.ts";
import { weightInWords } from "./words.ts";

/** The first page: links to the others, and every operation and stream. */
export function overviewPage(contract: Contract): DocsPage {
  const { title, version, description, operations, channels, assumptions, filters } = contract;
  const mark = createMark(assumptions);
  const cards = [
    ["rest.html", "REST", `${operations.length} operations with weights, fields and responses.`],
    ["streams.html", "Streams", `${channels.length} channels and how to subscribe.`],
    ["rules.html", "Rules", `Signing, limits, errors, orders, ${filters.length} filters.`],
    [
      "assumptions.html",
      "Assumptions",
      `${assumptions.length} gaps, and what is assumed for them.`,
    ],
  ] as const;
  const body = html` <h1>${title}</h1>
    <p class="lead">${prose(description)}</p>
    <div class="cards">${cards.map(([file, name, text]) => card(file, name, text))}</div>
    <h2 id="operations">Operations</h2>
    ${table(
      ["Operation", "Call", "Security", "Weight"],
      operations.map((operation) => [
        html`${code(operation.id)}${mark(operation.assumed)}`,
        html`${soft(operation.method)} ${operation.path}`,
        html`${code(operation.security.name)}${mark(operation.securityAssumed)}`,
        html`${prose(weightInWords(operation.weight))}${mark(operation.weight?.assumed)}`,
      ]),
    )}
    <h2 id="streams">Streams</h2>
    ${table(
      ["Channel", "Name", "Use"],
      channels.map((channel) => [
        html`${channel.id}${mark(channel.assumed)}`,
        channel.address === "" ? html`` : code(channel.address),
        prose(channel.description),
      ]),
    )}
    <h2 id="marks">How to read the marks</h2>
    <p>
      <span class="mark assumed">assumed</span> stands beside everything that the interface does not
      show. It links to the entry in the list of assumptions that says what is assumed, from which
      source, and how certain it is. <span class="mark open">left open</span> means that nothing is
      assumed.
    </p>
    <p class="soft small">
      Version ${version} of the interface. These pages are generated from the contract and need no
      network.
    </p>`;
  return page({
    file: "index.html",
    title: "Overview",
    product: `${title} ${version}`,
    body,
    contents: [
      { id: "operations", title: "Operations" },
      { id: "streams", title: "Streams" },
      { id: "marks", title: "Marks" },
    ],
  });
}

function card(file: PageFile, title: string, text: string): Html {
  const words = html`<strong>${title}</strong><p>${text}</p>`;
  return html`<a class="card" href="${file}">${words}</a>`;
}
