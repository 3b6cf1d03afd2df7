/** The filter calculator: an order against the filters of a symbol, by the product's own checks. */

import { compileFilters } from "../../../generated/filters.ts";
import { checkOrderType } from "../../../generated/order-rules.ts";
import { parseJson } from "../../../runtime/encoding/json.ts";
import { fieldsIn, listIn } from "../../../runtime/encoding/json-value.ts";
import { orderFieldIssues } from "../../../runtime/filters/order-check.ts";
import type {
  CompiledFilters,
  OrderContext,
  OrderFields,
  OrderFit,
  Violation,
} from "../../../runtime/filters/types.ts";
import { assumedMark, byId, showIssue, whenChanged } from "./calculators/elements.ts";
import { element, link } from "./portal/element.ts";

const form = byId<HTMLFormElement>("filters-form");
const information = byId<HTMLTextAreaElement>("filters-information");
const symbols = byId<HTMLSelectElement>("filters-symbol");
const result = byId<HTMLElement>("filters-result");

/** The listings of the pasted text, by symbol. */
let listed: ReadonlyMap<string, CompiledFilters> = new Map();

information.addEventListener("input", readInformation);
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
  let given: unknown;
  try {
    given = parseJson(text);
  } catch {
    return { issue: "This is not JSON." };
  }
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
  result.replaceChildren(
    element("p", { className: broken === 0 ? "verdict" : "verdict broken" }, `${verdict}${open}.`),
    ...list("violations", [
      ...issues.map(({ field, rule, message, assumed }) => {
        const name = link(`rules.html#order-type-${order.type}`, `${order.type} (${rule})`);
        return finding({ name, message, fields: { field }, assumed });
      }),
      ...violations.map(violationOf),
    ]),
    ...fitOf(filters.fitOrder(order, context)),
    ...section("Without a result", "unknown", unknown),
    ...section(
      "Not evaluated",
      "not-evaluated",
      notEvaluated.map(({ filter, reason }) => {
        return { filter, message: reason };
      }),
    ),
    ...section("Depends on where steps start", "warnings", warnings),
    ...section(
      "Switched off by the filter’s own fields",
      "disabled",
      filters.disabled.map((one) => {
        return { ...one, message: "is off." };
      }),
    ),
  );
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
  readonly name: Node;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string | undefined>>;
  readonly assumed?: string | undefined;
}

function violationOf(violation: Violation): HTMLElement {
  const { message, field, value } = violation;
  if (violation.kind === "notation") {
    return finding({
      name: document.createTextNode("notation"),
      message,
      fields: { field, value },
    });
  }
  const { filter, rule, bound, filterField, nearest, assumed } = violation;
  const fields = { field, value, [filterField ?? "bound"]: bound, nearest };
  return finding({ name: ruleLink(filter, rule), message, fields, assumed });
}

function ruleLink(filter: string, rule: string | undefined): HTMLElement {
  return link(
    `#${rule === undefined ? filter : `${filter}.${rule}`}`,
    [filter, rule].filter(Boolean).join(" · "),
  );
}

/** One result: the rule, the sentence, and the values that were compared. */
function finding({ name, message, fields = {}, assumed }: Finding): HTMLElement {
  const values = Object.entries(fields).flatMap(([term, value]) =>
    value === undefined ? [] : [element("span", {}, `${term} `, element("code", {}, value))],
  );
  const mark = assumed === undefined ? [] : [assumedMark(assumed)];
  return element(
    "li",
    {},
    element("strong", {}, name),
    " ",
    ...mark,
    element("p", { className: "message" }, message),
    ...(values.length === 0 ? [] : [element("p", { className: "compared" }, ...values)]),
  );
}

/** A list under a heading; nothing where there are no entries. */
function section(
  title: string,
  id: string,
  entries: readonly {
    readonly filter: string;
    readonly rule?: string;
    readonly message: string;
    readonly assumed?: string;
  }[],
): readonly HTMLElement[] {
  const items = entries.map(({ filter, rule, message, assumed }) =>
    finding({ name: ruleLink(filter, rule), message, assumed }),
  );
  return items.length === 0 ? [] : [element("h3", {}, title), ...list(id, items)];
}

function list(id: string, items: readonly HTMLElement[]): readonly HTMLElement[] {
  if (items.length === 0) return [];
  return [element("ul", { className: "findings", id: `filters-${id}` }, ...items)];
}

/** The rounded order, with a button that applies it. */
function fitOf(fit: OrderFit<OrderFields>): readonly HTMLElement[] {
  const title = element("h3", {}, "Rounded order");
  if (fit.kind === "impossible" || fit.changes.length === 0) {
    const same = "No amount needs rounding.";
    return [title, element("p", { id: "filters-fit" }, "why" in fit ? fit.why : same)];
  }
  const changes = fit.changes.map(({ field, from, to, why }) => {
    const [name, value] = [field, to].map((word) => element("code", {}, word));
    return element("li", {}, name ?? "", ` ${from} → `, value ?? "", `. ${why}`);
  });
  const use = element("button", { type: "button" }, "Use these amounts");
  use.addEventListener("click", () => {
    for (const { field, to } of fit.changes) byId(`order-${field}`).value = to;
    check();
    byId(`order-${fit.changes[0]?.field}`).focus();
  });
  return [title, ...list("fit", changes), use];
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
