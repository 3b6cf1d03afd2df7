/** The state of the sandbox, and a form for every admin command that it lists. */

import { useId, useState } from "preact/hooks";

import type { ControlState } from "../../control/state.ts";
import { Fact } from "../parts/fact.tsx";
import { label, utcText } from "../parts/format.ts";
import type { Control } from "./control.ts";

type CommandRow = ControlState["commands"][number];
type FieldRow = CommandRow["fields"][number];

/** Existing names, by the field that takes one. */
type Suggestions = Readonly<Record<string, readonly string[]>>;

/** Commands with their own controls on the page. */
const ownCommands = ["addFaults", "removeFault", "clearFaults"];

export function Commands({ control: { state, run } }: { readonly control: Control }) {
  const [result, setResult] = useState("");
  if (state === undefined) return <p class="empty">Reading the state of the sandbox…</p>;
  const commands = state.commands.filter(({ name }) => !ownCommands.includes(name));
  const suggestions: Suggestions = {
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
      <dl class="details">
        <Fact name="Time">{utcText(state.time)}</Fact>
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
      {Object.entries(suggestions).map(([field, names]) => (
        <datalist key={field} id={`known-${field}`}>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
      ))}
      {commands.map((command) => (
        <CommandForm
          key={command.name}
          command={command}
          suggestions={suggestions}
          onSend={(name, f) => void send(name, f)}
        />
      ))}
    </section>
  );
}

interface CommandFormProps {
  readonly command: CommandRow;
  readonly suggestions: Suggestions;
  readonly onSend: (name: string, fields: object) => void;
}

function CommandForm({ command, suggestions, onSend }: CommandFormProps) {
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
        <CommandField
          key={field.field}
          row={field}
          isSuggested={Object.hasOwn(suggestions, field.field)}
        />
      ))}
      <button type="submit">Run</button>
    </form>
  );
}

interface CommandFieldProps {
  readonly row: FieldRow;
  readonly isSuggested: boolean;
}

function CommandField({ row, isSuggested }: CommandFieldProps) {
  const { field: name, about, expects, words, optional } = row;
  const id = useId();
  const shared = { id, name, title: expects, required: !optional };
  return (
    <label for={id}>
      <span>{about ?? label(name)}</span>
      {words === undefined ? (
        <input {...shared} autocomplete="off" list={isSuggested ? `known-${name}` : undefined} />
      ) : (
        <select {...shared}>
          {optional && <option value="">unchanged</option>}
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
  try {
    return isText ? text : JSON.parse(text);
  } catch {
    return text;
  }
}
