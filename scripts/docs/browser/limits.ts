/** What a sequence of calls leaves of each limit, by the rate limiter's own arithmetic. */

import { readFields } from "../../../runtime/encoding/wire.ts";
import { weightOf } from "../../../runtime/rate-limits/weight.ts";
import { chargesFor, countedWindows } from "../../../runtime/rate-limits/windows.ts";
import type { LimitDescriptor, OperationDescriptor } from "../../../runtime/tables.ts";
import { assumedMark, byId, pageData, showIssue, whenChanged } from "./calculators/elements.ts";
import { element, link } from "./portal/element.ts";

interface LimitsData {
  readonly windows: readonly (LimitDescriptor & { readonly description: string })[];
  /** With the parameters that decide their weight, and no others. */
  readonly operations: readonly OperationDescriptor[];
  /** The calls that the page begins with. */
  readonly start: readonly StartingCall[];
}

interface StartingCall {
  readonly operation: string;
  readonly times: number;
  readonly fields: Readonly<Record<string, string>>;
}

const { windows, operations, start } = pageData<LimitsData>("limits-data");
const counted = countedWindows(windows);
const form = byId<HTMLFormElement>("limits-form");
const calls = byId<HTMLElement>("limits-calls");
let rows = 0;

for (const one of start) addRow(one);
byId<HTMLElement>("limits-add").addEventListener("click", () => {
  addRow({ operation: operations[0]?.id ?? "", times: 1, fields: {} }).focus();
  compute();
});
whenChanged(form, compute);

/** Adds a row for one kind of call, and gives its first field. */
function addRow(call: StartingCall): HTMLSelectElement {
  rows += 1;
  const id = `call-${rows}`;
  const row = element("fieldset", { className: "call" });
  const choice = element("select", {}, ...operations.map((one) => new Option(one.id)));
  choice.value = call.operation;
  const parameters = element("span", { className: "parameters" });
  const fill = (): void => {
    const { parameters: all = [] } = operationOf(choice);
    parameters.replaceChildren(
      ...all.map(({ name }) => {
        const field = element("input", { value: call.fields[name] ?? "" });
        field.dataset["parameter"] = name;
        return labelled(`${id}-${name}`, name, field);
      }),
    );
  };
  choice.addEventListener("input", fill);
  const value = String(call.times);
  const times = element("input", { value, inputMode: "numeric", className: "times" });
  const remove = element("button", { type: "button" }, "Remove");
  remove.addEventListener("click", () => {
    row.remove();
    compute();
    byId<HTMLElement>("limits-add").focus();
  });
  fill();
  row.append(
    element("legend", { className: "unseen" }, `Call ${rows}`),
    labelled(`${id}-times`, "Times", times),
    labelled(`${id}-operation`, "Operation", choice),
    parameters,
    remove,
    element("p", { className: "each" }),
  );
  calls.append(row);
  return choice;
}

/** A field with its label, and a place for its issue. */
function labelled(id: string, words: string, field: HTMLElement): HTMLElement {
  field.id = id;
  field.setAttribute("aria-describedby", `${id}-issue`);
  const label = element("label", { htmlFor: id }, words);
  const issue = element("span", { className: "issue", id: `${id}-issue`, hidden: true });
  return element("span", { className: "field" }, label, field, issue);
}

function operationOf(choice: HTMLSelectElement): Partial<OperationDescriptor> {
  return operations.find(({ id }) => id === choice.value) ?? {};
}

function compute(): void {
  const usage = new Map(counted.map(({ id }) => [id, 0]));
  const refused = new Map<string, number>();
  let made = 0;
  for (const row of calls.querySelectorAll<HTMLElement>("fieldset")) {
    const call = readRow(row);
    if (call === undefined) return byId<HTMLElement>("limits-result").replaceChildren();
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
  byId<HTMLElement>("limits-result").replaceChildren(
    ...counted.map(({ id, amount }) =>
      budget({ id, amount, used: usage.get(id) ?? 0, refused: refused.get(id) }),
    ),
  );
}

/** The call of a row and what one of it costs; nothing where a field of it is wrong. */
function readRow(row: HTMLElement) {
  const choice = row.querySelector("select");
  const times = row.querySelector<HTMLInputElement>(".times");
  if (choice === null || times === null) return undefined;
  const operation = operationOf(choice) as OperationDescriptor;
  const isCount = /^\d{1,7}$/u.test(times.value.trim()) && Number(times.value) > 0;
  showIssue(times, isCount ? undefined : "Give a whole number from 1 to 9,999,999.");
  let isReadable = isCount;
  const pairs: [string, string][] = [];
  for (const field of row.querySelectorAll<HTMLInputElement>("[data-parameter]")) {
    const [name, text] = [field.dataset["parameter"] ?? "", field.value.trim()];
    const own = operation.parameters.filter((one) => one.name === name);
    const { issues } = readFields({ query: text === "" ? [] : [[name, text]], body: [] }, own);
    const [issue] = text === "" ? [] : issues;
    showIssue(field, issue?.message);
    isReadable &&= issue === undefined;
    if (text !== "") pairs.push([name, text]);
  }
  const each = row.querySelector<HTMLElement>(".each");
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
function budget({ id, amount, used, refused }: Budget): HTMLElement {
  const meter = element("meter", { max: amount, value: used, ariaLabel: `Used of ${id}` });
  const { description = "", assumed } = windows.find((one) => one.id === id) ?? {};
  const mark = assumed === undefined ? [] : [" ", assumedMark(assumed)];
  const refusal =
    refused === undefined
      ? []
      : [element("p", { className: "broken" }, `Call ${grouped(refused)} is refused.`)];
  return element(
    "li",
    {},
    element("span", {}, element("strong", {}, link(`#limit-${id}`, id)), ...mark),
    element("span", { className: "left" }, `${grouped(amount - used)} of ${grouped(amount)} left`),
    meter,
    element("p", { className: "soft small" }, `${grouped(used)} used. ${description}`),
    ...refusal,
  );
}

function grouped(value: number): string {
  return value.toLocaleString("en-US");
}
