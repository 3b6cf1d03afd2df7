import { type AnswerRow, listAnswers } from "../../../runtime/call/answers.ts";
import { adviceSentences } from "../../../runtime/errors.ts";
import { objectIn, textIn } from "../../contract/documents/json.ts";
import { answerTables } from "../../contract/errors/errors.ts";
import type { Contract, JsonObject } from "../../contract/model.ts";
import { rowsOf } from "../field-list.ts";
import { code, type Html, html, joined, prose, soft, table } from "../html.ts";
import { assumedIn, type Mark } from "../marks.ts";
import { retryText } from "../words.ts";

/** What the client does with each status and code, and what decides: computed, not written. */
export function answers(contract: Contract, mark: Mark): Html {
  const node = objectIn(contract.documents.openapi["x-errors"]);
  const rows = listAnswers(answerTables(contract), contract.errors);
  return html`
<h1>Error responses</h1>
<p class="lead">What the client does with each error response, and whether a placement may have been
executed. The table is computed from the <a href="rules.html#errors">errors</a> and the
<a href="rules.html#retry">retry rules</a>, and holds every status with every code.</p>
<p>A read is sent again as the table says. Any other request is sent again only if its outcome is
certain. A placement whose outcome is open is queried first, and sent again only if there is no order
and none can come. A documented rule decides before an assumed one; a contract in which it does not
is refused.</p>
${table(heads, [...rows.map((row) => cells(row, node, contract, mark)), lost(node, contract, mark)])}`;
}

const heads = ["HTTP status", "Code", "What to do", "Sent again", "Outcome", "By"];

function cells(row: AnswerRow, node: JsonObject, contract: Contract, mark: Mark): readonly Html[] {
  const { statuses, codes, advice, action, isOpen } = row;
  const outcomes = rowsOf(node["statuses"]).flatMap(({ status, outcome }, index) => {
    const { from = 0 } = contract.statuses[index] ?? {};
    const isIn = statuses.some((range) => range.from <= from && from <= range.to);
    return isIn && status !== undefined ? [mark(assumedIn(outcome))] : [];
  });
  return [
    // A row with successes is of a code: it holds each status that no other row has.
    statuses.some(({ from }) => from < 400)
      ? html`any other`
      : joined(statuses.map(({ from, to }) => code(from === to ? from : `${from}–${to}`))),
    codes.length > contract.errors.length / 2 ? html`any other` : codeLinks(codes),
    html`${adviceSentences[advice]}`,
    prose(retryText(action, contract)),
    isOpen ? html`open${outcomes}` : html`not executed`,
    decider(row, contract, mark),
  ];
}

function codeLinks(codes: AnswerRow["codes"]): Html {
  const links = codes.map((number) =>
    number === undefined
      ? html`none, or another`
      : html`<a href="rules.html#error${number}">${code(number)}</a>`,
  );
  if (links.length <= 4) return joined(links);
  return html`<details><summary>${links.length} codes</summary>${joined(links)}</details>`;
}

/** What decides, with its label where it is assumed. */
function decider({ by, rule, assumed }: AnswerRow, contract: Contract, mark: Mark): Html {
  const label = mark(assumed) ?? html` ${soft("documented")}`;
  if (by === "default") return soft("the client's default");
  if (rule === undefined) return html`the ${by}${label}`;
  const { status, code: number } = objectIn(
    objectIn(rowsOf(objectIn(contract.documents.openapi["x-retry"])["rules"])[rule])["on"],
  );
  const anchor = status === undefined ? `retry${number}` : `retry-${status}`;
  return html`<a href="rules.html#${anchor}">the retry rule</a>${label}`;
}

/** The row of a request without a response, which the client sends again like one after 5XX. */
function lost(node: JsonObject, contract: Contract, mark: Mark): readonly Html[] {
  const { outcome, description } = objectIn(node["withoutResponse"]);
  return [
    html`no response`,
    html``,
    html`${adviceSentences.queryFirst}`,
    prose(retryText("backOff", contract)),
    html`${textIn(outcome)}${mark(assumedIn(outcome))}`,
    html`<span title="${textIn(description)}">${soft("the client's default")}</span>`,
  ];
}
