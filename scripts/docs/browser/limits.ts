/** What a sequence of calls leaves of each limit, by the rate limiter's own arithmetic. */

import { inputField, selectField } from "../../../generators/docs/fields.ts";
import { type Html, html } from "../../../generators/docs/html.ts";
import type { limitsData } from "../../../generators/docs/rules/limits.ts";
import { readFields } from "../../../runtime/encoding/wire.ts";
import { weightOf } from "../../../runtime/rate-limits/weight.ts";
import { chargesFor, countedWindows } from "../../../runtime/rate-limits/windows.ts";
import type { OperationDescriptor } from "../../../runtime/tables.ts";
import { assumedMark, byId, pageData, showIssue, whenChanged } from "./portal/form.ts";

const { windows, operations } = pageData<ReturnType<typeof limitsData>>("limits-data");
const counted = countedWindows(windows);
const calls = byId<HTMLElement>("limits-calls");
const add = byId<HTMLElement>("limits-add");
const result = byId<HTMLElement>("limits-result");
let rows = 0;

// The call whose weight depends most on a parameter, at its maximum.
const tiered = operations.find(({ weight }) => weight?.ip?.kind === "byTier");
addRow(
  tiered?.id,
  20,
  tiered?.parameters.map(({ maximum = "" }) => String(maximum)),
);
add.addEventListener("click", () => {
  addRow();
  calls.lastElementChild?.querySelector("select")?.focus();
  compute();
});
calls.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLSelectElement) showParameters(target.closest("fieldset"));
});
calls.addEventListener("click", ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return;
  target.closest("fieldset")?.remove();
  compute();
  add.focus();
});
whenChanged(byId<HTMLFormElement>("limits-form"), compute);

/** Adds a row for one kind of call. */
function addRow(operation?: string, times = 1, values?: readonly string[]): void {
  rows += 1;
  const id = `call-${rows}`;
  const names = operations.map((one) => [one.id, one.id] as const);
  const row = html`<fieldset class="call" id="${id}"><legend class="unseen">Call ${rows}</legend>
${inputField(`${id}-times`, "Times", String(times))}
${selectField(`${id}-operation`, "Operation", names, operation)}
<div class="parameters"></div><button type="button">Remove</button><p class="each"></p></fieldset>`;
  calls.insertAdjacentHTML("beforeend", row.markup);
  showParameters(calls.lastElementChild, values);
}

/** The fields of the chosen operation that decide its weight. */
function showParameters(row: Element | null, values: readonly string[] = []): void {
  const place = row?.querySelector(".parameters");
  if (row === null || !place) return;
  const fields = operationOf(row).parameters.map(({ name }, at) => {
    return inputField(`${row.id}-${name}`, name, values[at] ?? "");
  });
  place.innerHTML = html`${fields}`.markup;
}

function operationOf(row: Element): OperationDescriptor {
  const chosen = row.querySelector("select")?.value;
  return operations.find(({ id }) => id === chosen) as OperationDescriptor;
}

function compute(): void {
  const usage = new Map(counted.map(({ id }) => [id, 0]));
  const refused = new Map<string, number>();
  let made = 0;
  for (const row of calls.querySelectorAll<HTMLElement>("fieldset")) {
    const call = readRow(row);
    if (call === undefined) return result.replaceChildren();
    const { times, charges } = call;
    const rooms = charges.map(({ window, amount, cost }) => {
      const room = amount - (usage.get(window) ?? 0);
      return { window, cost, calls: (room - (room % cost)) / cost };
    });
    // A call that one window refuses counts in none.
    const accepted = Math.min(times, ...rooms.map((room) => room.calls));
    for (const { window, cost, calls: fitting } of rooms) {
      usage.set(window, (usage.get(window) ?? 0) + cost * accepted);
      const isFirst = fitting === accepted && accepted < times && !refused.has(window);
      if (isFirst) refused.set(window, made + accepted + 1);
    }
    made += times;
  }
  const budgets = counted.map(({ id, amount }) =>
    budget({ id, amount, used: usage.get(id) ?? 0, refused: refused.get(id) }),
  );
  result.innerHTML = html`${budgets}`.markup;
}

/** The call of a row and what one of it costs; nothing where a field of it is wrong. */
function readRow(row: HTMLElement) {
  const operation = operationOf(row);
  const times = byId(`${row.id}-times`);
  const isCount = /^\d{1,7}$/u.test(times.value.trim()) && Number(times.value) > 0;
  showIssue(times, isCount ? undefined : "Give a whole number from 1 to 9,999,999.");
  let isReadable = isCount;
  const pairs: [string, string][] = [];
  for (const parameter of operation.parameters) {
    const field = byId(`${row.id}-${parameter.name}`);
    const text = field.value.trim();
    const given: typeof pairs = text === "" ? [] : [[parameter.name, text]];
    // A field that is required need not be given to weigh the call.
    const [issue] = text === "" ? [] : readFields({ query: given, body: [] }, [parameter]).issues;
    showIssue(field, issue?.message);
    isReadable &&= issue === undefined;
    pairs.push(...given);
  }
  const each = row.querySelector(".each");
  if (each !== null) each.textContent = isReadable ? costText(operation, pairs) : "";
  if (!isReadable) return undefined;
  const charged = { operation, query: pairs, body: [], account: "", priority: 0 };
  return { times: Number(times.value), charges: chargesFor(counted, charged, 1) };
}

function costText({ weight }: OperationDescriptor, pairs: readonly [string, string][]): string {
  const { ip, account } = weightOf(weight, Object.fromEntries(pairs));
  if (ip === undefined && account === undefined) return "Its weight is not stated; it counts as 1.";
  const parts = [
    ...(ip === undefined ? [] : [`${ip} per IP address`]),
    ...(account === undefined ? [] : [`${account} per account`]),
  ];
  return `Each weighs ${parts.join(" and ")}.`;
}

interface Budget {
  readonly id: string;
  readonly amount: number;
  readonly used: number;
  /** The number of the first call that the window has no room for. */
  readonly refused: number | undefined;
}

/** One window: what is used of it, what is left, and which call it refuses. */
function budget({ id, amount, used, refused }: Budget): Html {
  const { description = "", assumed } = windows.find((one) => one.id === id) ?? {};
  const refusal =
    refused === undefined
      ? undefined
      : html`<p class="broken">Call ${grouped(refused)} is refused.</p>`;
  return html`<li><span><strong><a href="#limit-${id}">${id}</a></strong>${assumedMark(assumed)}</span>
<span class="left">${grouped(amount - used)} of ${grouped(amount)} left</span>
<meter max="${amount}" value="${used}" aria-label="Used of ${id}"></meter>
<p class="soft small">${grouped(used)} used. ${description}</p>${refusal}</li>`;
}

function grouped(value: number): string {
  return value.toLocaleString("en-US");
}
