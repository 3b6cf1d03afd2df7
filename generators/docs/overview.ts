import type { Contract } from "../contract/model.ts";
import { type Html, html, prose } from "./html.ts";

/** The first page: links to the others. */
export function overview(contract: Contract): Html {
  const { title, version, description, operations, channels, assumptions, filters } = contract;
  const cards = [
    [
      "rest.html",
      "REST",
      `${operations.length} operations, each with weight, fields, samples and errors.`,
    ],
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
