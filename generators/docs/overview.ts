import type { Contract } from "../contract/model.ts";
import { weightText } from "../write/operation-text.ts";
import { code, type Html, html, prose, soft, table } from "./html.ts";
import { channelHref, operationHref } from "./links.ts";
import type { Mark } from "./marks.ts";

/** The first page: links to the others, and all operations and streams. */
export function overview(contract: Contract, mark: Mark): Html {
  const { title, version, description, operations, channels, assumptions, filters } = contract;
  const cards = [
    ["rest.html", "REST", `${operations.length} operations with weights, fields and responses.`],
    ["streams.html", "Streams", `${channels.length} channels and their messages.`],
    ["rules.html", "Rules", `Signing, limits, errors, orders, ${filters.length} filters.`],
    ["fields.html", "Fields", "Every field of requests, responses and events, and what uses it."],
    [
      "assumptions.html",
      "Assumptions",
      `${assumptions.length} gaps of the interface, and what is assumed.`,
    ],
    ["guides/index.html", "Guides", "How to sign, place orders, follow streams, test a program."],
    ["client/index.html", "Client", "The reference of the TypeScript client."],
    ["spec/index.html", "Contract", "The files that all of this is generated from."],
  ] as const;
  return html`
<h1>${title}</h1>
<p class="lead">${prose(description)}</p>
<div class="cards">${cards.map(
    ([file, name, text]) =>
      html`<a class="card" href="${file}"><strong>${name}</strong><p>${text}</p></a>`,
  )}</div>
<h2 id="operations">Operations</h2>
${operationsTable(contract, mark)}
<h2 id="streams">Streams</h2>
${table(
  ["Channel", "Name", "Use"],
  channels.map(({ id, assumed, address, description: use }) => [
    html`<a href="${channelHref({ id })}">${id}</a>${mark(assumed)}`,
    address === "" ? html`` : code(address),
    prose(use),
  ]),
)}
<h2 id="downloads">Downloads</h2>
<p>
<a href="openapi.json" download>openapi.json</a> and
<a href="asyncapi.json" download>asyncapi.json</a> contain the whole contract for other tools. Each
page is also available as Markdown; <a href="llms.txt">llms.txt</a> lists them for language models.
</p>
<h2 id="marks">Marks</h2>
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
}

function operationsTable(contract: Contract, mark: Mark): Html {
  const rows = contract.operations.map((operation) => {
    const { id, method, path, assumed, security, securityAssumed, weight } = operation;
    return [
      html`<a href="${operationHref(contract, operation)}">${code(id)}</a>${mark(assumed)}`,
      html`${soft(method)} ${path}`,
      html`${code(security.name)}${mark(securityAssumed)}`,
      html`${prose(weightText(weight))}${mark(weight?.assumed)}`,
    ];
  });
  return table(["Operation", "Call", "Security", "Weight"], rows);
}
