/** The state of the sandbox, and a form for every admin command that it lists. */

import { useId, useState } from "preact/hooks";

import { parseJsonOr } from "../../../runtime/encoding/json-or.ts";
import type { ControlState } from "../../control/state.ts";
import { label, utcText } from "../parts/format.ts";
import { Terms } from "../parts/terms.tsx";
import type { Control } from "./control.ts";
import { Time } from "./time.tsx";

type CommandRow = ControlState["commands"][number];
type FieldRow = CommandRow["fields"][number];

/** Existing names, by the field that takes one. */
type Names = Readonly<Record<string, readonly string[]>>;

/** Commands with their own controls on the page. */
const ownCommands = ["addFaults", "removeFault", "clearFaults", "save", "rewind", "seek"];

export function Commands({ control: { state, run } }: { readonly control: Control }) {
  const [result, setResult] = useState("");
  if (state === undefined) return <p class="empty">Reading the state of the sandbox…</p>;
  const isVirtual = state.clock.startsWith("virtual");
  const commands = state.commands.filter(
    ({ name }) => !ownCommands.includes(name) && (name !== "clock" || isVirtual),
  );
  const names: Names = {
    account: state.accounts.map(({ account }) => account),
    symbol: state.symbols,
    asset: state.assets,
  };
  const send = async (name: string, fields: object): Promise<void> => {
    const ended = await run(name, fields);
    if (ended === undefined) setResult("");
    else setResult(`${label(name)}: ${ended === null ? "done" : JSON.stringify(ended)}`);
  };
  return (
    <section class="card" aria-label="State and commands">
      <h2>State</h2>
      <Terms
        of={[
          ["Time", utcText(state.time)],
          ["Clock", state.clock],
          ["Market maker", state.maker],
          ["Connections", String(state.connections)],
          ...Object.entries(state.streams),
        ]}
      />
      {isVirtual && <Time state={state} run={run} />}
      <h2>Commands</h2>
      <p role="status">{result}</p>
      {commands.map((command) => (
        <CommandForm
          key={command.name}
          command={command}
          names={names}
          onSend={(name, f) => void send(name, f)}
        />
      ))}
    </section>
  );
}

interface CommandFormProps {
  readonly command: CommandRow;
  readonly names: Names;
  readonly onSend: (name: string, fields: object) => void;
}

function CommandForm({ command, names, onSend }: CommandFormProps) {
  const { name, about, fields } = command;
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const filled = fields.flatMap((field) => {
      const text = String(given.get(field.field) ?? "");
      return text === "" ? [] : [[field.field, readText(field, text)] as const];
    });
    onSend(name, Object.fromEntries(filled));
  };
  return (
    <form class="command row" data-command={name} onSubmit={submit}>
      <p>
        <b>{label(name)}</b> <span class="muted">{about}</span>
      </p>
      {fields.map((field) => (
        <CommandField key={field.field} row={field} names={names[field.field]} />
      ))}
      <button type="submit">Run</button>
    </form>
  );
}

interface CommandFieldProps {
  readonly row: FieldRow;
  /** Existing ones to choose from, if the field takes one. */
  readonly names: readonly string[] | undefined;
}

function CommandField({ row, names }: CommandFieldProps) {
  const { field: name, about, expects, words = names, optional } = row;
  const id = useId();
  const shared = { id, name, title: expects, required: !optional };
  return (
    <label for={id}>
      <span>{about ?? label(name)}</span>
      {words === undefined ? (
        <input {...shared} autocomplete="off" />
      ) : (
        <select {...shared}>
          {optional && <option value="">not given</option>}
          {words.map((word) => (
            <option key={String(word)} value={String(word)}>
              {word === true ? "yes" : word === false ? "no" : String(word)}
            </option>
          ))}
        </select>
      )}
    </label>
  );
}

/** Text that is not JSON is sent unchanged: the sandbox explains the error better. */
function readText({ isText }: FieldRow, text: string): unknown {
  return isText ? text : parseJsonOr(text, text);
}
