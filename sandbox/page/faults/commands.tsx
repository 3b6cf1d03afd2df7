/** The state of the sandbox, and a form for every command that it says it takes. */

import { useState } from "preact/hooks";

import type { ControlState } from "../../control/state.ts";
import { label } from "../trade/parts.tsx";
import type { Control } from "./control.ts";

type CommandRow = ControlState["commands"][number];
type FieldRow = CommandRow["fields"][number];

/** Commands with their own controls on the page. */
const ownCommands = ["addFaults", "removeFault", "clearFaults"];

export function Commands({ control: { state, run } }: { readonly control: Control }) {
  const [result, setResult] = useState("");
  if (state === undefined) return <p class="empty">Reading the state of the sandbox…</p>;
  const commands = state.commands.filter(({ name }) => !ownCommands.includes(name));
  const send = async (name: string, fields: object): Promise<void> => {
    const ended = await run(name, fields);
    if (ended === undefined) setResult("");
    else setResult(`${label(name)}: ${ended === null ? "done" : JSON.stringify(ended)}`);
  };
  return (
    <section class="card" aria-label="State and commands">
      <h2>State</h2>
      <dl class="facts">
        <Fact name="Time">{new Date(state.time).toISOString().replace("T", " ")}</Fact>
        <Fact name="Clock">{state.clock}</Fact>
        <Fact name="Market maker">{state.maker}</Fact>
        <Fact name="Connections">{String(state.connections)}</Fact>
        {Object.entries(state.streams).map(([name, count]) => (
          <Fact key={name} name={name}>
            {String(count)}
          </Fact>
        ))}
      </dl>
      <h2>Commands</h2>
      <p role="status">{result}</p>
      {commands.map((command) => (
        <CommandForm
          key={command.name}
          command={command}
          onSend={(name, f) => void send(name, f)}
        />
      ))}
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface CommandFormProps {
  readonly command: CommandRow;
  readonly onSend: (name: string, fields: object) => void;
}

function CommandForm({ command, onSend }: CommandFormProps) {
  const { name, about, fields } = command;
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const submit = (event: Event): void => {
    event.preventDefault();
    const given = fields.flatMap((field) => {
      // A list that has to be chosen from begins with its first word.
      const [first] = field.optional ? [""] : (field.words ?? [""]);
      const text = texts[field.field] ?? String(first ?? "");
      return text === "" ? [] : [[field.field, readText(field, text)] as const];
    });
    onSend(name, Object.fromEntries(given));
  };
  return (
    <form class="command" data-command={name} onSubmit={submit}>
      <p>
        <b>{label(name)}</b> <span class="muted">{about}</span>
      </p>
      {fields.map((field) => (
        <CommandField
          key={field.field}
          row={field}
          id={`${name}-${field.field}`}
          text={texts[field.field]}
          onChange={(text) => setTexts({ ...texts, [field.field]: text })}
        />
      ))}
      <button type="submit">Run</button>
    </form>
  );
}

interface CommandFieldProps {
  readonly id: string;
  readonly row: FieldRow;
  readonly text: string | undefined;
  readonly onChange: (text: string) => void;
}

function CommandField({ id, row, text, onChange }: CommandFieldProps) {
  const { field, expects, words, optional } = row;
  const shared = { id, title: expects, value: text, required: !optional };
  return (
    <label for={id}>
      <span>{label(field)}</span>
      {words === undefined ? (
        <input
          {...shared}
          autocomplete="off"
          onInput={({ currentTarget: { value } }) => onChange(value)}
        />
      ) : (
        <select {...shared} onChange={({ currentTarget: { value } }) => onChange(value)}>
          {optional && <option value="">as it is</option>}
          {words.map((word) => (
            <option key={String(word)}>{String(word)}</option>
          ))}
        </select>
      )}
    </label>
  );
}

/** What cannot be read is sent as it is: the sandbox knows better words for what is wrong. */
function readText({ isText }: FieldRow, text: string): unknown {
  try {
    return isText ? text : JSON.parse(text);
  } catch {
    return text;
  }
}
