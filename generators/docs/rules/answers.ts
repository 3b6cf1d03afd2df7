import { type AnswerRow, listAnswers } from "../../../runtime/call/answers.ts";
import { adviceSentences } from "../../../runtime/errors.ts";
import * as read from "../../contract/documents/read.ts";
import { answerTables } from "../../contract/errors/errors.ts";
import type { Contract, JsonObject } from "../../contract/model.ts";
import { code, joined, link, type Md, md, prose, soft, table } from "../markdown.ts";
import { mark, markOf } from "../marks.ts";
import { sharedResponses } from "../own-responses.ts";
import { retryText } from "../words.ts";

/** What the client does with each status and code, and what decides: computed, not written. */
export function answers(contract: Contract): Md {
  const node = read.object(contract.documents.openapi, "x-errors");
  const rows = listAnswers(answerTables(contract), contract.errors);
  return md`
# Error responses

What the client does with each error response, and whether a placement may have been executed. What
each code means is in the list of [errors](rules.md#errors).

A read is sent again as the table says, which follows from the [retry rules](rules.md#retry). Any
other request is sent again only if its outcome is certain. A placement whose outcome is open is
queried first, and sent again only if there is no order and none can come. Documented rules decide
before assumed ones.
${table(heads, [...rows.map((row) => cells(row, node, contract)), lost(node, contract)])}
## {#meanings} What they mean

Most operations have these; the page of an operation describes its own.
${sharedResponses(contract)}`;
}

const heads = ["HTTP status", "Code", "What to do", "Sent again", "Outcome", "By"];

function cells(row: AnswerRow, node: JsonObject, contract: Contract): readonly Md[] {
  const { statuses, codes, advice, action, isOpen } = row;
  const outcomes = read.objects(node, "statuses").flatMap(({ status, outcome }, index) => {
    const { from = 0 } = contract.statuses[index] ?? {};
    const isIn = statuses.some((range) => range.from <= from && from <= range.to);
    return isIn && status !== undefined ? [markOf(outcome)] : [];
  });
  // A row with successes is of codes: it holds each status that no other row has.
  const isOfCodes = statuses.some(({ from }) => from < 400);
  const isOfMost = codes.length > contract.errors.length / 2;
  return [
    isOfCodes
      ? md`any other`
      : joined(statuses.map(({ from, to }) => code(from === to ? from : `${from}–${to}`))),
    isOfMost && !isOfCodes ? md`any other` : codeLinks(codes),
    md`${adviceSentences[advice]}`,
    prose(retryText(action, contract)),
    isOpen ? md`open${outcomes}` : md`not executed`,
    decider(row, contract),
  ];
}

function codeLinks(codes: AnswerRow["codes"]): Md {
  const links = codes.map((number) =>
    number === undefined ? md`none, or another` : link(`rules.html#error${number}`, code(number)),
  );
  return joined(links);
}

/** What decides, with its label where it is assumed. */
function decider({ by, rule, assumed }: AnswerRow, contract: Contract): Md {
  const label = mark(assumed) ?? md` ${soft("documented")}`;
  if (by === "default") return soft("the client's default");
  if (rule === undefined) return md`the ${by}${label}`;
  const { status, code: number } = read.object(
    read.objects(contract.documents.openapi, "x-retry", "rules")[rule],
    "on",
  );
  const anchor = status === undefined ? `retry${number}` : `retry-${status}`;
  return md`${link(`rules.html#${anchor}`, "the retry rule")}${label}`;
}

/** The row of a request without a response, which the client sends again like one after 5XX. */
function lost(node: JsonObject, contract: Contract): readonly Md[] {
  const { outcome } = read.object(node, "withoutResponse");
  return [
    md`no response`,
    md``,
    md`${adviceSentences.queryFirst}`,
    prose(retryText("backOff", contract)),
    md`${read.text(outcome)}${markOf(outcome)}`,
    soft("the client's default"),
  ];
}
