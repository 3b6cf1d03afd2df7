import { adviceSentences } from "../../../runtime/errors.ts";
import type { RetryRule } from "../../../runtime/tables.ts";
import { objectIn, textIn, textsIn, unwrapped } from "../../contract/documents/json.ts";
import type { Contract, JsonObject } from "../../contract/model.ts";
import { rowsOf } from "../field-list.ts";
import { anchor, code, type Html, html, joined, prose, table } from "../html.ts";
import { operationLink } from "../links.ts";
import { assumedIn, type Mark } from "../marks.ts";
import { isSource } from "../reference/operation-errors.ts";
import { retryText } from "../words.ts";

/** Error codes and HTTP statuses, with what to do next. */
export function errors(contract: Contract, mark: Mark): Readonly<Record<string, Html>> {
  const node = objectIn(contract.documents.openapi["x-errors"]);
  const retried = rowsOf(objectIn(contract.documents.openapi["x-retry"])["rules"]);
  const codes = rowsOf(node["codes"]).map((row) => {
    const name = String(row["code"]);
    return [
      html`${anchor(`error${name}`, code(name))}${mark(assumedIn(row))}<br />
<span class="soft small">${textIn(row["name"])}</span>`,
      html`${prose(textIn(row["condition"]))}${causes(row)}`,
      html`${advice(row, retryAnchor(contract, Number(name)))}${outcome(row, mark)}`,
      givenBy(contract, Number(name)),
      html`${code(String(unwrapped(row["status"]) ?? ""))}${mark(assumedIn(row["status"]))}`,
    ];
  });
  const statuses = rowsOf(node["statuses"]).map((row) => {
    const status = String(row["status"]);
    const header = textIn(row["header"]);
    const link =
      header === "" ? undefined : html` <a href="limits.html#header-${header}">${code(header)}</a>`;
    const isRetried = retried.some((row) => String(objectIn(row["on"])["status"]) === status);
    return [
      html`${anchor(`status-${status}`, code(status))}${mark(assumedIn(row))}`,
      html`${prose(textIn(row["condition"]))}${link}`,
      html`${advice(row, isRetried ? `retry-${status}` : undefined)}${outcome(row, mark)}`,
    ];
  });
  return {
    codes: table(["Code", "Meaning", "What to do", "Returned by", "HTTP status"], codes),
    statuses: html`<h3 id="statuses">HTTP statuses</h3>
${table(["Status", "Meaning", "What to do"], statuses)}`,
  };
}

/** The operations that can return an error. */
function givenBy(contract: Contract, number: number): Html {
  const { givenBy: source } = contract.errors.find(({ code: one }) => one === number) ?? {};
  const own = contract.operations.filter((one) => source === undefined || isSource(source, one));
  if (own.length === contract.operations.length) return html`any operation`;
  const links = own.map((one) => operationLink(one));
  if (links.length <= 3) return joined(links);
  return html`<details><summary>${links.length} operations</summary>${joined(links)}</details>`;
}

function causes(row: JsonObject): Html | undefined {
  const all = textsIn(row["causes"]);
  if (all.length === 0) return undefined;
  return html` Usual causes: ${all.join(", ")}. <a href="signing.html#refusals">Find the cause</a>.`;
}

function advice(row: JsonObject, retry: string | undefined): Html {
  const sentence = adviceSentences[textIn(row["advice"]) as keyof typeof adviceSentences];
  const link = retry === undefined ? undefined : html` <a href="#${retry}">Retry rule</a>`;
  return html`${sentence ?? textIn(row["advice"])}${link}`;
}

function outcome(row: JsonObject, mark: Mark): Html | undefined {
  if (row["outcome"] === undefined) return undefined;
  return html` The request may have been executed.${mark(assumedIn(row["outcome"]))}`;
}

function retryAnchor({ retry }: Contract, number: number): string | undefined {
  return retry.rules.some((rule) => rule.code === number) ? `retry${number}` : undefined;
}

/** The retry rules, in order. */
export function retries(contract: Contract, mark: Mark): Readonly<Record<string, Html>> {
  const rows = rowsOf(objectIn(contract.documents.openapi["x-retry"])["rules"]).map((row) => {
    const { status, code: number } = objectIn(row["on"]);
    const name = String(status ?? number);
    const [id, error] =
      status === undefined ? [`retry${name}`, `error${name}`] : [`retry-${name}`, `status-${name}`];
    return [
      html`${anchor(id, html`${status === undefined ? "code" : "status"} ${code(name)}`)}${mark(assumedIn(row))}`,
      html`${prose(retryText(textIn(row["action"]) as RetryRule["action"], contract))}<br />
<span class="soft small">${prose(textIn(row["description"]))}</span>`,
      html`<a href="#${error}">meaning</a>`,
    ];
  });
  return { rules: table(["After", "Retry", "Error"], rows) };
}
