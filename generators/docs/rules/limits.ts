import { weightOf } from "../../../runtime/rate-limits/weight.ts";
import type { OperationDescriptor } from "../../../runtime/tables.ts";
import { componentsOf, objectIn, optionalNumber, textIn } from "../../contract/documents/json.ts";
import type { Contract, Operation } from "../../contract/model.ts";
import { operationDescriptor, weightText } from "../../write/operation-text.ts";
import { fieldList, rowsOf } from "../field-list.ts";
import { anchor, code, dataScript, type Html, html, joined, prose, table } from "../html.ts";
import { operationHref } from "../links.ts";
import { assumedIn, type Mark } from "../marks.ts";
import { grouped, spanInWords } from "../words.ts";

/** Costs of calls, amounts of windows, and a calculator for both. */
export function limits(contract: Contract, mark: Mark): Html {
  const node = objectIn(contract.documents.openapi["x-limits"]);
  return html`
<h1>Rate limits</h1>
<p class="lead">Each call has a weight. Each window limits the total weight, or the number of orders.
Response headers say how much is used.</p>
<h2 id="budget">What is left after your calls</h2>
${budget(contract)}
<h2 id="weights">Weight of each operation</h2>
${weights(contract, mark)}
<h2 id="limits">Windows</h2>
${windows(contract, mark)}
<h2 id="headers">Headers</h2>
${headers(contract)}
<h2 id="exceeded">Exceeding a limit, and more</h2>
<p>A call that exceeds a limit is refused; see <a href="rules.html#errors">errors</a> and
<a href="rules.html#retry">retries</a>.</p>
${fieldList(node, mark, ["windows"], "limits")}`;
}

/** The calculator; scripts/docs/browser/limits.ts makes its rows. */
function budget({ operations, limits: all }: Contract): Html {
  const start = exampleCall(operations);
  const data = {
    windows: all.map(({ origin, ...window }) => window),
    operations: operations.map(forCalculator),
    start: start === undefined ? [] : [start],
  };
  return html`
${start === undefined ? undefined : exampleText(start, operations, all)}
<p>The calculation assumes that all calls fall into the same windows, unused before. It is the code
of the client’s rate limiter.</p>
<form id="limits-form" class="calculator" autocomplete="off" hidden>
<div id="limits-calls"></div>
<p><button type="button" id="limits-add">Add a call</button></p>
<ul id="limits-result" class="budgets" aria-live="polite"></ul>
</form>
<noscript><p>The calculator needs JavaScript; the tables below do not.</p></noscript>
${dataScript("limits-data", data)}`;
}

interface ExampleCall {
  readonly operation: string;
  readonly times: number;
  readonly fields: Readonly<Record<string, string>>;
}

/** The call whose weight depends most on a parameter, at its maximum. */
function exampleCall(operations: readonly Operation[]): ExampleCall | undefined {
  const tiered = operations.find(({ weight }) => weight?.ip?.kind === "byTier");
  if (tiered === undefined) return undefined;
  const fields = tiered.parameters
    .filter(({ name, maximum }) => weightParameters(tiered).includes(name) && maximum !== undefined)
    .map(({ name, maximum }) => [name, String(maximum)]);
  return { operation: tiered.id, times: 20, fields: Object.fromEntries(fields) };
}

/** The result of the example as a sentence, for readers without scripts. */
function exampleText(
  { operation, times, fields }: ExampleCall,
  operations: readonly Operation[],
  all: Contract["limits"],
): Html {
  const { ip = 0 } = weightOf(
    operations.find(({ id }) => id === operation)?.weight ?? null,
    fields,
  );
  const sent = Object.entries(fields).map(([name, value]) => code(`${name}=${value}`));
  const left = all.flatMap(({ id, counts, amount }) =>
    counts !== "weight" || amount === null
      ? []
      : [
          html`${grouped(amount - times * ip)} of ${grouped(amount)} in <a href="#limit-${id}">${id}</a>`,
        ],
  );
  return html`<p>${times} calls of ${code(operation)} with ${joined(sent)} weigh ${times} × ${ip} =
${grouped(times * ip)}, which leaves ${joined(left, " and ")}.</p>`;
}

/** An operation with only the parameters that decide its weight. */
function forCalculator(operation: Operation): OperationDescriptor {
  const { parameters, ...descriptor } = operationDescriptor(operation);
  const names = weightParameters(operation);
  return { ...descriptor, parameters: parameters.filter(({ name }) => names.includes(name)) };
}

function weightParameters({ weight }: Operation): readonly string[] {
  return [weight?.ip, weight?.account].flatMap((one) =>
    one === undefined || one.kind === "fixed" ? [] : [one.parameter],
  );
}

function weights(contract: Contract, mark: Mark): Html {
  const rows = contract.operations.map((operation) => {
    const { id, weight } = operation;
    return [
      html`<a id="weight-${id}" href="${operationHref(operation)}">${id}</a>`,
      html`${prose(weightText(weight))}${mark(weight?.assumed)}`,
    ];
  });
  return table(["Operation", "Weight"], rows);
}

function windows({ documents }: Contract, mark: Mark): Html {
  const rows = rowsOf(objectIn(documents.openapi["x-limits"])["windows"]).map((row) => {
    const amount = optionalNumber(row["amount"]);
    return [
      anchor(`limit-${textIn(row["id"])}`, code(textIn(row["id"]))),
      html`<strong>${amount === undefined ? "not stated" : grouped(amount)}</strong>
${textIn(row["counts"])} in ${spanInWords(row["window"])} per ${row["per"] === "ip" ? "IP address" : textIn(row["per"])}${mark(assumedIn(row["amount"]))}`,
      prose(textIn(row["description"])),
    ];
  });
  return table(["Window", "Limit", "What it counts"], rows);
}

/** The response headers, with meaning and source. */
function headers({ documents, limits: all, statuses }: Contract): Html {
  const node = componentsOf(documents.openapi, "headers");
  const described = (name: string, fallback: string): Html =>
    prose(textIn(objectIn(node[name])["description"]) || fallback);
  const usage = all.map(({ id, header, carriedBy }) => [
    anchor(`header-${header}`, code(header)),
    html`<a href="#limit-${id}">${id}</a>`,
    html`${described(header, "")} ${carriedBy === "everyResponse" ? "On every response." : "On responses to orders."}`,
  ]);
  const others = statuses.flatMap(({ header, from, condition }) =>
    header === undefined
      ? []
      : [
          [
            anchor(`header-${header}`, code(header)),
            html`<a href="rules.html#status-${from}">${from}</a>`,
            described(header, condition),
          ],
        ],
  );
  return table(["Header", "See", "Meaning"], [...usage, ...others]);
}
