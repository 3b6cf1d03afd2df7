/** The switchboard: faults on and off, what was reached, the clock, and every other command. */

import { commandForm } from "./command-form.ts";
import { command, type KeeperState, readState } from "./control-client.ts";
import { cell, element, make, row, show } from "./elements.ts";
import { type Preset, presets } from "./presets.ts";

const refreshMs = 1000;

/** Commands that the switchboard has better buttons for. */
const ownCommands = ["addFaults", "removeFault"];

/** What each part of the state is that has no place of its own. */
const knownParts = ["faults", "commands", "accounts", "time"];

/** Shows the switchboard from now on, and keeps it fresh while it is seen. */
export async function startSwitchboard(): Promise<void> {
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
  const told = await command(name, fields);
  show("told", `${name}: ${told === null ? "done" : JSON.stringify(told, null, 1)}`);
}

function groupOf(title: string, group: readonly Preset[]): HTMLElement {
  const box = make("fieldset");
  box.append(make("legend", title), ...group.map(switchOf));
  return box;
}

/** A switch, whose rule in the plan has the name of its label. */
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
  reached.title = `how often ${rule.fault} was reached`;
  line.append(box, make("span", label), make("code", rule.fault), reached);
  return line;
}

/** Does something, shows what the sandbox says against it, and shows how things are then. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    show("trouble", "");
  } catch (error) {
    show("trouble", error instanceof Error ? error.message : String(error));
  }
  await refresh();
}

async function refresh(also: (state: KeeperState) => void = () => {}): Promise<void> {
  try {
    const state = await readState();
    showSwitches(state);
    showRules(state);
    showNow(state);
    also(state);
  } catch (error) {
    show("trouble", error instanceof Error ? error.message : String(error));
  }
}

function showSwitches({ faults }: KeeperState): void {
  const on = new Set(faults.rules.map(({ name }) => name));
  for (const box of element("switches").querySelectorAll("input")) {
    box.checked = on.has(box.dataset["rule"] ?? "");
  }
  for (const output of element("switches").querySelectorAll("output")) {
    output.textContent = String(faults.reached[output.dataset["fault"] ?? ""] ?? 0);
  }
}

function showRules({ faults }: KeeperState): void {
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

function showNow(state: KeeperState): void {
  const rest = Object.entries(state).filter(([part]) => !knownParts.includes(part));
  const time = row(["time", `${new Date(state.time).toISOString().replace("T", " ")}`]);
  const lines = rest.map(([part, value]) => {
    return row([part, typeof value === "string" ? value : JSON.stringify(value)]);
  });
  element("now").replaceChildren(time, ...lines);
}
