/** The filter calculator: an order against the filters of a symbol, by the product's own checks. */

import { compileFilters } from "../../../generated/filters.ts";
import { checkOrderType } from "../../../generated/order-rules.ts";
import { type Html, html } from "../../../generators/docs/html.ts";
import { parseJson } from "../../../runtime/encoding/json.ts";
import { parseJsonOr } from "../../../runtime/encoding/json-or.ts";
import { fieldsIn, listIn } from "../../../runtime/encoding/json-value.ts";
import { orderFieldIssues } from "../../../runtime/filters/order-check.ts";
import type {
  CompiledFilters,
  OrderContext,
  OrderFields,
  OrderFit,
  Violation,
} from "../../../runtime/filters/types.ts";
import { assumedMark, byId, showIssue, whenChanged } from "./portal/form.ts";

const form = byId<HTMLFormElement>("filters-form");
const information = byId<HTMLTextAreaElement>("filters-information");
const symbols = byId<HTMLSelectElement>("filters-symbol");
const result = byId<HTMLElement>("filters-result");

/** The listings of the pasted text, by symbol. */
let listed: ReadonlyMap<string, CompiledFilters> = new Map();
/** The order that the button takes over. */
let fit: OrderFit<OrderFields> | undefined;

information.addEventListener("input", readInformation);
result.addEventListener("click", useAmounts);
readInformation();
whenChanged(form, check);

function readInformation(): void {
  const read = listingsIn(information.value);
  showIssue(information, "issue" in read ? read.issue : undefined);
  listed = "issue" in read ? new Map() : read;
  const chosen = symbols.value;
  symbols.replaceChildren(...[...listed.keys()].map((name) => new Option(name)));
  if (listed.has(chosen)) symbols.value = chosen;
}

/** Every symbol of exchange information, with its filters and those of the whole exchange. */
function listingsIn(
  text: string,
): ReadonlyMap<string, CompiledFilters> | { readonly issue: string } {
  const given = parseJsonOr(text, undefined, parseJson);
  if (given === undefined) return { issue: "This is not JSON." };
  const outer = fieldsIn(given);
  // It may come in the envelope; a single symbol will do as well.
  const body = outer["symbols"] === undefined ? fieldsIn(outer["data"] ?? outer) : outer;
  const all = Array.isArray(body["filters"]) ? [body] : body["symbols"];
  if (!Array.isArray(all) || all.length === 0) {
    return { issue: "This JSON has no list of symbols: paste a response of exchange information." };
  }
  const exchangeFilters = listIn(body["exchangeFilters"]);
  return new Map(
    all.map(fieldsIn).map(({ symbol, filters }) => {
      return [String(symbol), compileFilters(listIn(filters), { exchangeFilters })];
    }),
  );
}

function check(): void {
  const filters = listed.get(symbols.value);
  result.hidden = filters === undefined;
  if (filters === undefined) return;
  const order: OrderFields = { symbol: symbols.value, ...typed("order-") };
  const context: OrderContext = typed("market-");
  const { violations, unknown, notEvaluated, warnings } = filters.checkOrder(order, context);
  const issues = orderFieldIssues({ ...order }, checkOrderType);
  const broken = issues.length + violations.length;
  const open = unknown.length === 0 ? "" : `; ${count(unknown.length, "rule")} without a result`;
  const verdict = broken === 0 ? "Violates no rule" : `Violates ${count(broken, "rule")}`;
  const ofType = issues.map(({ rule, field, ...issue }) => {
    const name = html`<a href="rules.html#order-type-${order.type}">${order.type} (${rule})</a>`;
    return finding({ ...issue, name, values: { field } });
  });
  fit = filters.fitOrder(order, context);
  result.innerHTML = html`<p class="verdict${broken === 0 ? "" : " broken"}">${verdict}${open}.</p>
${list("violations", [...ofType, ...violations.map(violationOf)])}
${fitted(fit)}
${section("Without a result", "unknown", unknown)}
${section("Not evaluated", "not-evaluated", notEvaluated)}
${section("Depends on where steps start", "warnings", warnings)}
${section("Switched off by the filter’s own fields", "disabled", filters.disabled)}`.markup;
}

/** The fields that hold something, by their names; a blank one is absent. */
function typed(prefix: string): Readonly<Record<string, string>> {
  const fields = form.querySelectorAll<HTMLInputElement>(`[id^="${prefix}"]:is(input, select)`);
  return Object.fromEntries(
    [...fields]
      .map(({ id, value }) => [id.slice(prefix.length), value.trim()] as const)
      .filter(([, value]) => value !== ""),
  );
}

interface Finding {
  readonly name: Html | string;
  readonly message: string;
  /** The values that were compared. */
  readonly values?: Readonly<Record<string, string | undefined>>;
  readonly assumed?: string | undefined;
}

function violationOf(violation: Violation): Html {
  const { message, field, value } = violation;
  if (violation.kind === "notation")
    return finding({ name: "notation", message, values: { field, value } });
  const { filter, rule, bound, filterField, nearest, assumed } = violation;
  const values = { field, value, [filterField ?? "bound"]: bound, nearest };
  return finding({ name: ruleLink(filter, rule), message, values, assumed });
}

function ruleLink(filter: string, rule: string | undefined): Html {
  const names = [filter, rule].filter((name) => name !== undefined);
  return html`<a href="#${names.join(".")}">${names.join(" · ")}</a>`;
}

/** One result: the rule, the sentence, and the values that were compared. */
function finding({ name, message, values, assumed }: Finding): Html {
  const compared = Object.entries(values ?? {}).map(([term, value]) => {
    return value === undefined ? undefined : html`<span>${term} <code>${value}</code></span>`;
  });
  return html`<li><strong>${name}</strong>${assumedMark(assumed)}
<p class="message">${message}</p>${values && html`<p class="compared">${compared}</p>`}</li>`;
}

interface SectionRow {
  readonly filter: string;
  readonly rule?: string;
  readonly message?: string;
  /** Why a filter is not evaluated. */
  readonly reason?: string;
  readonly assumed?: string;
}

/** A list under a heading; nothing where there are no rows. */
function section(title: string, id: string, rows: readonly SectionRow[]): Html | undefined {
  if (rows.length === 0) return undefined;
  const items = rows.map(({ filter, rule, reason = "is off.", message = reason, assumed }) =>
    finding({ name: ruleLink(filter, rule), message, assumed }),
  );
  return html`<h3>${title}</h3>${list(id, items)}`;
}

function list(id: string, items: readonly Html[]): Html | undefined {
  return items.length === 0
    ? undefined
    : html`<ul class="findings" id="filters-${id}">${items}</ul>`;
}

/** The rounded order, with a button that applies it. */
function fitted(rounded: OrderFit<OrderFields>): Html {
  if (rounded.kind === "impossible" || rounded.changes.length === 0) {
    const words = "why" in rounded ? rounded.why : "No amount needs rounding.";
    return html`<h3>Rounded order</h3><p id="filters-fit">${words}</p>`;
  }
  const changes = rounded.changes.map(({ field, from, to, why }) => {
    return html`<li><code>${field}</code> ${from} → <code>${to}</code>. ${why}</li>`;
  });
  return html`<h3>Rounded order</h3>${list("fit", changes)}
<button type="button">Use these amounts</button>`;
}

function useAmounts({ target }: Event): void {
  if (!(target instanceof HTMLButtonElement) || fit?.kind !== "fitted") return;
  for (const { field, to } of fit.changes) byId(`order-${field}`).value = to;
  byId(`order-${fit.changes[0]?.field}`).focus();
  check();
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
