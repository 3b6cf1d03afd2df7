/** The page of one operation: everything that a caller needs, in plain sight. */

import { lookUp, objectIn, textIn } from "../../contract/documents/json.ts";
import type { Contract, JsonObject, Operation } from "../../contract/model.ts";
import { securityText, weightText } from "../../write/operation-text.ts";
import { code, type Html, html, prose } from "../html.ts";
import type { Mark } from "../marks.ts";
import { renderMarkdown } from "../portal/markdown.ts";
import { bookLink } from "../rules/used-in.ts";
import { fieldsOf } from "../schema-tables.ts";
import { pagesInWords, retryInWords } from "../words.ts";
import { alsoAssumed } from "./also-assumed.ts";
import { examples, type Sample, sampleTabs } from "./examples.ts";
import { errorsInWords } from "./operation-errors.ts";
import { orderTypeMatrix } from "./order-type-matrix.ts";
import { requestFields } from "./request-fields.ts";
import { operationSamples, type ShownRequest, serverUrl } from "./samples.ts";

/** The body of the page; its links are relative to the portal's root. */
export function operationPage(contract: Contract, operation: Operation, mark: Mark): Html {
  const { id, method, path, summary, description, assumed, origin, placement } = operation;
  const node = operationNode(contract, operation);
  const about = description.trim() === "" ? undefined : inline(description);
  const body = html`<h1>${id}</h1>
<p class="call"><span class="method ${method.toLowerCase()}">${method}</span> ${code(path)}</p>
<p class="lead">${summary}.${mark(assumed)}</p>
${about}
${badges(operation, mark)}
${openPoint(node, mark)}
<h2 id="request">Request fields</h2>
${requestFields(contract, operation, mark)}
${placement === undefined ? undefined : orderTypeMatrix(contract, mark)}
<h2 id="response">Response</h2>
${responses(contract, operation, mark)}
<h2 id="errors">Errors</h2>
${inline(errorsInWords(contract, operation))}
<h2 id="more">More</h2>
${inline(moreInWords(contract, operation))}
`;
  const document = contract.documents.openapi;
  return html`
<div class="reference">
<div class="text">
${body}
${alsoAssumed(contract, { document, node, body }, mark)}
<p class="soft small">Contract: ${origin.file}:${origin.line}</p>
</div>
<section class="code" aria-label="Samples">
${samples(contract, operation, node)}
</section>
</div>`;
}

/** What a call costs and needs, at one look. */
function badges(operation: Operation, mark: Mark): Html {
  const { id, weight, security, securityAssumed } = operation;
  return html`<dl class="badges">
<dt>Weight</dt><dd><a href="limits.html#weight-${id}">${prose(weightText(weight))}</a>${mark(weight?.assumed)}</dd>
<dt>Security</dt><dd><a href="signing.html#security-${security.name}">${prose(securityText(operation))}</a>${mark(securityAssumed)}</dd>
</dl>`;
}

/** What the contract leaves open about the whole operation. */
function openPoint(node: JsonObject, mark: Mark): Html | undefined {
  const open = textIn(node["x-unstated"]);
  return open === "" ? undefined : html`<p>The interface does not say more.${mark(open)}</p>`;
}

function responses(contract: Contract, { responses: all }: Operation, mark: Mark): Html {
  if (all.length === 0) return html`<p>The interface does not show a body.</p>`;
  return html`${all.map(({ schema, when, assumed }) => {
    const condition = when === undefined ? undefined : whenText(when);
    const shown =
      assumed === undefined ? undefined : html`<p>This body is not shown.${mark(assumed)}</p>`;
    return html`${condition}${shown}${fieldsOf(contract, schema, mark)}`;
  })}`;
}

function whenText({ parameter, is }: { readonly parameter: string; readonly is: string }): Html {
  return html`<h3>${is === "present" ? "With" : "Without"} ${code(parameter)}</h3>`;
}

/** Paging, retries and places of fields, as a Markdown list. */
function moreInWords(contract: Contract, operation: Operation): string {
  const { id, places, pagesAssumed } = operation;
  const page = pagesAssumed === undefined ? "" : ` [Assumed](assumptions.html#${pagesAssumed}).`;
  const texts = [
    `**Retries:** ${retryInWords(contract, operation)}. See [retries](rules.html#retry).`,
    pagesInWords(operation, page),
    places.includes("body")
      ? "**Places:** fields may be in the query, in a form body, or split between them. See [signing](signing.html)."
      : "",
    id === contract.streamRules.bookSync.operation ? bookLink : "",
    `**Client:** [\`client.${id}\`](client/tradespec.html#${id.toLowerCase()}).`,
  ];
  return texts
    .filter((text) => text !== "")
    .map((text) => `- ${text}`)
    .join("\n");
}

/** Samples in each language, and each recorded response of a successful call. */
function samples(contract: Contract, operation: Operation, node: JsonObject): Html {
  const texts = operationSamples(contract, operation);
  const languages: readonly Sample[] = [
    { title: "TypeScript", language: "typescript", text: texts.typescript },
    { title: "Python", language: "python", text: texts.python },
    { title: "curl", language: "bash", text: texts.curl },
  ];
  const keys = operation.security.sendsKey
    ? html`<p class="soft small">Samples read <code>API_KEY</code> and <code>API_SECRET</code> from the environment; a sandbox prints its own.</p>`
    : undefined;
  return html`<h2 class="side-title" id="samples">Sample</h2>
${sampleTabs(languages)}
${keys}
<p><a class="try" href="${tryAddress(contract, operation, texts.request)}">Try it</a> in a running sandbox.</p>
<h2 class="side-title" id="recorded">Recorded response</h2>
${examples(node, contract.documents.openapi)}`;
}

/** The form of the trading page, filled in with the fields of the sample. */
function tryAddress(
  { documents, signing }: Contract,
  { id }: Operation,
  { query, body }: ShownRequest,
): string {
  const stamped = [signing.timestamp, signing.signature];
  const fields = [...query, ...body].filter(([name]) => !stamped.includes(name));
  const text = new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
  return `${serverUrl(documents.openapi)}/#call/${id}${text === "" ? "" : `?${text}`}`;
}

function operationNode({ documents }: Contract, { method, path }: Operation): JsonObject {
  return objectIn(lookUp(documents.openapi, ["paths", path, method.toLowerCase()]));
}

/** Markdown whose links are already those of the portal. */
function inline(text: string): Html {
  return renderMarkdown(text, (href) => href);
}
