/** The page's view of faults and clock: switches, counters, and a form for every command. */

import { commandForm } from "./command-form.ts";
import { type ControlState, command, readState } from "./control-client.ts";
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
    element("switches").append(groupOf(title, group));
  }
  element("own-rule", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(async () => {
      const rule: unknown = JSON.parse(element("own-text", HTMLTextAreaElement).value);
      await command("addFaults", { rules: [rule] });
    });
  });
  await refresh((state) => {
    const rest = state.commands.filter(({ name }) => !ownCommands.includes(name));
    element("commands").replaceChildren(
      ...rest.map((one) => commandForm(one, (fields) => attempt(() => run(one.name, fields)))),
    );
  });
  setInterval(() => {
    if (!element("sandbox").hidden) void refresh();
  }, refreshMs);
}

async function run(name: string, fields: object): Promise<void> {
  const result = await command(name, fields);
  show("result", `${name}: ${result === null ? "done" : JSON.stringify(result, null, 1)}`);
}

function groupOf(title: string, group: readonly Preset[]): HTMLElement {
  const box = make("fieldset");
  box.append(make("legend", title), ...group.map(switchOf));
  return box;
}

/** A switch for a fault; its label is the name of its rule. */
function switchOf({ label, rule }: Preset): HTMLElement {
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

/** Does something, shows its error if any, and refreshes the view. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    show("error", "");
  } catch (error) {
    show("error", error instanceof Error ? error.message : String(error));
  }
  await refresh();
}

async function refresh(also: (state: ControlState) => void = () => {}): Promise<void> {
  try {
    const state = await readState();
    showSwitches(state);
    showRules(state);
    showNow(state);
    also(state);
  } catch (error) {
    show("error", error instanceof Error ? error.message : String(error));
  }
}

function showSwitches({ faults }: ControlState): void {
  const on = new Set(faults.rules.map(({ name }) => name));
  for (const box of element("switches").querySelectorAll("input")) {
    box.checked = on.has(box.dataset["rule"] ?? "");
  }
  for (const output of element("switches").querySelectorAll("output")) {
    output.textContent = String(faults.reached[output.dataset["fault"] ?? ""] ?? 0);
  }
}

function showRules({ faults }: ControlState): void {
  const lines = faults.rules.map(({ name, rule, seen, reached }) => {
    const rest = JSON.stringify({ ...rule, name: undefined });
    const line = row([name, rest, String(seen), String(reached)]);
    const button = make("button", "Remove");
    button.addEventListener("click", () => {
      void attempt(() => command("removeFault", { name }));
    });
    line.append(cell(button));
    return line;
  });
  element("rules").replaceChildren(...lines);
}

function showNow(state: ControlState): void {
  const rest = Object.entries(state).filter(([part]) => !knownParts.includes(part));
  const time = row(["time", `${new Date(state.time).toISOString().replace("T", " ")}`]);
  const lines = rest.map(([part, value]) => {
    return row([part, typeof value === "string" ? value : JSON.stringify(value)]);
  });
  element("now").replaceChildren(time, ...lines);
}
