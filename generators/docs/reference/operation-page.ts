/** The page of one operation: everything that a caller needs, in plain sight. */

import * as read from "../../contract/documents/read.ts";
import type { Contract, Operation } from "../../contract/model.ts";
import { securityText, weightText } from "../../write/operation-text.ts";
import { code, joined, link, list, type Md, md, prose, raw, soft, terms } from "../markdown.ts";
import { alsoAssumedSection, mark } from "../marks.ts";
import { operationNode } from "../nodes.ts";
import { ownHeaders, ownResponses } from "../own-responses.ts";
import { bookLink } from "../rules/used-in.ts";
import { fieldsOf } from "../schema-tables.ts";
import { hasSandbox, pagesInWords, retryInWords } from "../words.ts";
import { examples, samplesIn } from "./examples.ts";
import { errorsInWords } from "./operation-errors.ts";
import { orderTypeMatrix, requestFields } from "./request-fields.ts";
import { operationSamples, type ShownRequest, serverUrl } from "./samples.ts";

/** The text of the page; its links are relative to the portal's root. */
export function operationPage(contract: Contract, operation: Operation, hasClient: boolean): Md {
  const { id, method, path, summary, description, assumed, origin, placement } = operation;
  const { weight, security, securityAssumed } = operation;
  const node = operationNode(contract, operation);
  const open = read.text(node, "x-unstated");
  const success = read.resolved(contract.documents.openapi, read.at(node, "responses", "200"));
  const text = md`
# ${id}

**${method}** ${code(path)}

${summary}.${mark(assumed)}

${raw(description.trim())}
${terms([
  [
    "Weight",
    md`${link(`limits.html#weight-${id}`, prose(weightText(weight)))}${mark(weight?.assumed)}`,
  ],
  [
    "Security",
    md`${link(`signing.html#security-${security.name}`, prose(securityText(operation)))}${mark(securityAssumed)}`,
  ],
  open !== "" && ["More", md`not stated by the interface${mark(open)}`],
])}
## {#request} Request fields

${requestFields(contract, operation)}
${placement && orderTypeMatrix(contract)}
## {#response} Response

${prose(read.text(success, "description"))}
${ownHeaders(contract, success)}
${responses(contract, operation)}
## {#errors} Errors

${raw(errorsInWords(contract, operation))}
${ownResponses(contract, operation)}
## {#more} More
${list(moreInWords(contract, operation, hasClient))}`;
  return md`${text}
${alsoAssumedSection(contract, contract.documents.openapi, node, text)}

${soft("Contract:")} ${code(`${origin.file}:${origin.line}`)}
${samples(contract, operation)}`;
}

function responses(contract: Contract, { responses: all }: Operation): Md {
  if (all.length === 0) return md`The interface does not show a body.`;
  return md`\n\n${all.map(({ schema, when, assumed }) => {
    const presence = when?.is === "present" ? "With" : "Without";
    const head = when && md`\n\n### ${presence} ${code(when.parameter)}\n\n`;
    const shown = assumed && md`This body is not shown.${mark(assumed)}`;
    return md`${head}${shown}
${fieldsOf(contract, schema, "response")}`;
  })}`;
}

/** Paging, retries and places of fields. */
function moreInWords(contract: Contract, operation: Operation, hasClient: boolean): readonly Md[] {
  const { id, places, pagesAssumed } = operation;
  const paging = pagesInWords(operation);
  const placing = read.at(operationNode(contract, operation), "x-placement", "description");
  const texts = [
    placing === undefined ? "" : md`**Placement:** ${prose(read.text(placing))}`.source,
    `**Retries:** ${retryInWords(contract, operation)}. See [retries](rules.md#retry).`,
    paging && md`${raw(paging)}${mark(pagesAssumed)}`.source,
    places.includes("body")
      ? "**Places:** fields may be in the query, in a form body, or split between them. See [signing](signing.md)."
      : "",
    id === contract.streamRules.bookSync.operation ? bookLink.source : "",
    hasClient ? `**Client:** [\`client.${id}\`](client/tradespec.md#${id.toLowerCase()}).` : "",
  ];
  return texts.filter((text) => text !== "").map(raw);
}

/** Samples in each language, and each recorded response of a successful call. */
function samples(contract: Contract, operation: Operation): Md {
  const texts = operationSamples(contract, operation);
  const languages = [
    { title: "TypeScript", language: "typescript", text: texts.typescript },
    { title: "Python", language: "python", text: texts.python },
    { title: "curl", language: "bash", text: texts.curl },
  ];
  const variables = joined(texts.variables.map(code), " and ");
  const reading = texts.variables.length > 0 && md` They read ${variables} from the environment.`;
  const address = tryAddress(contract, operation, texts.request);
  const attempt = hasSandbox(contract) && md`; ${link(address, "try it")} in a running sandbox`;
  const note = md`Programs that make the call${attempt}.${reading}`;
  return md`${samplesIn(languages, note)}
## {#recorded} Recorded response

${examples(contract, operation)}`;
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
