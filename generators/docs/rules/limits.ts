import type { OperationDescriptor } from "../../../runtime/tables.ts";
import { grouped, spanInWords } from "../../contract/documents/quotes.ts";
import * as read from "../../contract/documents/read.ts";
import type { Contract, Operation } from "../../contract/model.ts";
import { operationDescriptor, weightText } from "../../write/operation-text.ts";
import { operationHref } from "../links.ts";
import { anchor, code, link, list, type Md, md, prose, table, widget } from "../markdown.ts";
import { alsoAssumed, mark, markOf } from "../marks.ts";
import { sentencesOf } from "./sentences.ts";

/** Costs of calls, amounts of windows, and a calculator for both. */
export function limits(contract: Contract): Md {
  const node = read.object(contract.documents.openapi, "x-limits");
  const text = md`
# Rate limits

Each call has a weight. Each window limits the total weight, or the number of orders.
Response headers say how much is used.

## {#budget} What is left after your calls

The calculation assumes that all calls fall into the same windows, unused before. It is the code of the
client’s rate limiter.
${widget("limits", "a calculator of what calls leave of each window")}

## {#weights} Weight of each operation

${weights(contract)}

## {#limits} Windows

${windows(contract)}

## {#headers} Headers

${headers(contract)}

## {#exceeded} Exceeding a limit, and more

See also ${link("rules.html#errors", "errors")} and ${link("rules.html#retry", "retries")}.

${list(sentencesOf(contract, "x-limits"))}`;
  return md`${text}${alsoAssumed(contract, contract.documents.openapi, node, text)}`;
}

/** What the calculator reads. */
export function limitsData({ operations, limits: all }: Contract) {
  return {
    windows: all.map(({ origin, ...window }) => window),
    operations: operations.map(forCalculator),
  };
}

/** An operation with only the parameters that decide its weight. */
function forCalculator(operation: Operation): OperationDescriptor {
  const { parameters, ...descriptor } = operationDescriptor(operation);
  const { ip, account } = operation.weight ?? {};
  const names = [ip, account].flatMap((one) =>
    one === undefined || one.kind === "fixed" ? [] : [one.parameter],
  );
  return { ...descriptor, parameters: parameters.filter(({ name }) => names.includes(name)) };
}

function weights(contract: Contract): Md {
  const rows = contract.operations.map((operation) => {
    const { id, weight } = operation;
    return [
      md`${anchor(`weight-${id}`, link(operationHref(operation), id))}`,
      md`${prose(weightText(weight))}${mark(weight?.assumed)}`,
    ];
  });
  return table(["Operation", "Weight"], rows);
}

function windows({ documents }: Contract): Md {
  const rows = read.objects(documents.openapi, "x-limits", "windows").map((row) => {
    const amount = read.optionalNumber(row, "amount");
    return [
      anchor(`limit-${read.text(row, "id")}`, code(read.text(row, "id"))),
      md`**${amount === undefined ? "not stated" : grouped(amount)}**
${read.text(row, "counts")} in ${spanInWords(row["window"])} per ${row["per"] === "ip" ? "IP address" : read.text(row, "per")}${markOf(row["amount"])}`,
      prose(read.text(row, "description")),
    ];
  });
  return table(["Window", "Limit", "What it counts"], rows, "The contract has none.");
}

/** The response headers, with meaning and source. */
function headers({ documents, limits: all, statuses }: Contract): Md {
  const node = read.components(documents.openapi, "headers");
  const described = (name: string, fallback: string): Md =>
    prose(read.text(node[name], "description") || fallback);
  const usage = all.map(({ id, header, carriedBy }) => [
    anchor(`header-${header}`, code(header)),
    link(`#limit-${id}`, id),
    md`${described(header, "")} ${carriedBy === "everyResponse" ? "On every response." : "On responses to orders."}`,
  ]);
  const others = statuses.flatMap(({ header, from, condition }) =>
    header === undefined
      ? []
      : [
          [
            anchor(`header-${header}`, code(header)),
            link(`rules.html#status-${from}`, from),
            described(header, condition),
          ],
        ],
  );
  return table(["Header", "See", "Meaning"], [...usage, ...others], "The contract has none.");
}
