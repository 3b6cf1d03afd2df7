/** The page's view of faults and clock: switches, counters, and a form for every command. */

import type { ControlState } from "../../control/state.ts";
import { cell, element, make, row, show } from "./elements.ts";
import { type Preset, presets } from "./presets.ts";

const refreshMs = 1000;

/** Commands with their own controls on the page. */
const ownCommands = ["addFaults", "removeFault"];

/** Parts of the state that are shown elsewhere on the page. */
const knownParts = ["faults", "commands", "accounts", "time"];

/** Shows the view, and refreshes it while it is visible. */
export async function startAdminView(): Promise<void> {
  for (const [title, group] of Object.entries(presets)) {
    const box = make("fieldset");
    box.append(make("legend", title), ...group.map(switchOf));
    element("switches").append(box);
  }
  element("own-rule", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const text = element("own-text", HTMLTextAreaElement).value;
    void attempt(async () => command("addFaults", { rules: [JSON.parse(text)] }));
  });
  await refresh(({ commands }) => {
    const rest = commands.filter(({ name }) => !ownCommands.includes(name));
    element("commands").replaceChildren(...rest.map(commandForm));
  });
  setInterval(() => {
    if (!element("sandbox").hidden) void refresh();
  }, refreshMs);
}

/** A switch for a fault; its label is the name of its rule. */
function switchOf([label, rule]: Preset): HTMLElement {
  const line = make("label");
  const box = make("input");
  box.type = "checkbox";
  box.dataset["rule"] = label;
  box.addEventListener("change", () => {
    void attempt(() =>
      box.checked
        ? command("addFaults", { rules: [{ ...rule, name: label }] })
        : command("removeFault", { name: label }),
    );
  });
  const reached = make("output");
  reached.dataset["fault"] = rule.fault;
  reached.title = `how often ${rule.fault} was injected`;
  line.append(box, make("span", label), make("code", rule.fault), reached);
  return line;
}

type CommandRow = ControlState["commands"][number];
type FieldRow = CommandRow["fields"][number];

/** A form for any command that the sandbox says it takes. */
function commandForm({ name, about, fields }: CommandRow): HTMLFormElement {
  const form = make("form");
  form.className = "command";
  form.dataset["command"] = name;
  const inputs = fields.map((field) => [field, inputOf(field)] as const);
  const button = make("button", name);
  button.title = about;
  form.append(button, ...inputs.map(([, input]) => input));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const filled = inputs.filter(([, { value }]) => value !== "");
    const given = filled.map(([field, { value }]) => [field.field, readText(field, value)]);
    void attempt(async () => {
      const result = await command(name, Object.fromEntries(given));
      show("result", `${name}: ${result === null ? "done" : JSON.stringify(result, null, 1)}`);
    });
  });
  return form;
}

function inputOf({ field, expects, words, optional }: FieldRow) {
  const input = words === undefined ? make("input") : make("select");
  input.title = `${field}: ${expects}`;
  input.ariaLabel = field;
  input.required = !optional;
  if (input instanceof HTMLInputElement) input.placeholder = field;
  else {
    if (optional) input.append(new Option(field, ""));
    input.append(...(words ?? []).map((word) => new Option(String(word))));
  }
  return input;
}

/** What cannot be read is sent as it is: the sandbox knows better words for what is wrong. */
function readText({ isText }: FieldRow, text: string): unknown {
  try {
    return isText ? text : JSON.parse(text);
  } catch {
    return text;
  }
}

/** Does something, shows its error if any, and refreshes the view. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    show("error", "");
  } catch (error) {
    showError(error);
  }
  await refresh();
}

async function refresh(also: (state: ControlState) => void = () => {}): Promise<void> {
  try {
    const state = (await send({})) as ControlState;
    showSwitches(state);
    showRules(state);
    showNow(state);
    also(state);
  } catch (error) {
    showError(error);
  }
}

function showError(error: unknown): void {
  show("error", error instanceof Error ? error.message : String(error));
}

function showSwitches({ faults }: ControlState): void {
  const on = new Set(faults.rules.map(({ name }) => name));
  for (const box of element("switches").querySelectorAll("input")) {
    box.checked = on.has(box.dataset["rule"] ?? "");
  }
  const reached: Readonly<Record<string, number>> = faults.reached;
  for (const output of element("switches").querySelectorAll("output")) {
    output.textContent = String(reached[output.dataset["fault"] ?? ""] ?? 0);
  }
}

function showRules({ faults }: ControlState): void {
  const lines = faults.rules.map(({ name, rule, seen, reached }) => {
    const rest = JSON.stringify({ ...rule, name: undefined });
    const line = row([name, rest, String(seen), String(reached)]);
    const button = make("button", "Remove");
    button.addEventListener("click", () => void attempt(() => command("removeFault", { name })));
    line.append(cell(button));
    return line;
  });
  element("rules").replaceChildren(...lines);
}

function showNow(state: ControlState): void {
  const rest = Object.entries(state).filter(([part]) => !knownParts.includes(part));
  const lines = rest.map(([part, value]) => {
    return row([part, typeof value === "string" ? value : JSON.stringify(value)]);
  });
  const time = new Date(state.time).toISOString().replace("T", " ");
  element("now").replaceChildren(row(["time", time]), ...lines);
}

/** Runs a command and gives its result. Rejects with the sandbox's error message. */
async function command(name: string, fields: object): Promise<unknown> {
  return send({ method: "POST", body: JSON.stringify({ command: name, ...fields }) });
}

async function send(init: RequestInit): Promise<unknown> {
  const response = await fetch("control", init);
  const result: unknown = await response.json();
  if (response.ok) return result;
  throw new Error((result as { readonly message?: string }).message ?? `status ${response.status}`);
}
