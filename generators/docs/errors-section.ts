import type { Advice } from "../../runtime/tables.ts";
import { listIn, objectIn, textIn } from "../contract/documents/json.ts";
import type { Contract } from "../contract/model.ts";
import { facts } from "./facts.ts";
import type { Html } from "./html.ts";
import { html, prose } from "./html.ts";
import type { Mark } from "./marks.ts";
import { assumedIn } from "./marks.ts";
import { table } from "./page.ts";
import { actionInWords, duration, errorInWords, statusInWords } from "./words.ts";

/** Error codes and statuses with what to do next, the retry policy, and the envelope. */
export function errorsSection(contract: Contract, mark: Mark): Html {
  const { errors, statuses, retry, documents } = contract;
  const { openapi } = documents;
  const { firstMs, factor, maxMs, jitter } = retry.backoff;
  const blocks = objectIn(openapi["x-retry"]);
  const written = objectIn(openapi["x-errors"]);
  const listed = { codes: listIn(written["codes"]), statuses: listIn(written["statuses"]) };
  return html` <h2 id="errors">Errors</h2>
    <p>
      An error is an HTTP status, a code in the envelope, or both. The names of the codes are ours.
    </p>
    <h3 id="statuses">HTTP statuses</h3>
    ${table(
      ["Status", "Condition", "What to do"],
      statuses.map(({ from, to, condition, advice, header }, index) => [
        html`<code>${statusInWords({ from, to })}</code>${mark(assumedIn(listed.statuses[index]))}`,
        prose(condition),
        html`${advised(advice)}${header === undefined ? "" : html` (<code>${header}</code>)`}`,
      ]),
    )}
    <h3 id="codes">Codes</h3>
    ${table(
      ["Code", "Name", "Condition", "Status", "What to do"],
      errors.map(({ code, name, condition, status, advice, assumed }, index) => [
        html`<code>${code}</code>${mark(assumed)}`,
        html`<span class="small">${name}</span>`,
        prose(condition),
        html`${status ?? ""}${mark(assumedIn(objectIn(listed.codes[index])["status"]))}`,
        html`${advised(advice)}`,
      ]),
    )}
    ${facts(written, mark, ["codes", "statuses"])}
    <h2 id="retry">Retries</h2>
    <p>${prose(textIn(blocks["description"]))}</p>
    ${table(
      ["After", "Retried"],
      retry.rules.map((rule) => [
        html`<code>${errorInWords(rule)}</code>`,
        prose(actionInWords(rule.action)),
      ]),
    )}
    <p>
      The backoff starts at ${duration(firstMs)} and is multiplied by ${factor} up to
      ${duration(maxMs)}, with
      ${jitter === "full" ? "full jitter: the client waits a random part of it" : "no jitter"}.
    </p>
    ${facts(blocks, mark, ["rules"])}
    <h2 id="envelope">Envelope</h2>
    <p>${prose(textIn(objectIn(openapi["x-envelope"])["description"]))}</p>
    ${facts(objectIn(openapi["x-envelope"]), mark)}
    <h2 id="versioning">Versions and change</h2>
    ${facts(objectIn(openapi["x-versioning"]), mark)}`;
}

function advised(advice: Advice): string {
  switch (advice) {
    case "wait":
      return "Wait as long as the header says.";
    case "backOff":
      return "Slow down, then try again.";
    case "resyncClock":
      return "Set the clock by the server's time and sign again.";
    case "newKey":
      return "Make a new key.";
    case "queryFirst":
      return "Query the outcome before anything else.";
    case "fixRequest":
      return "Fix the request.";
    case "stop":
      return "Stop; do not send it again.";
  }
}
