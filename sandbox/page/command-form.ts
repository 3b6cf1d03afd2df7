/** A form for any command that the sandbox says it takes. */

import type { CommandRow, FieldRow } from "./control-client.ts";
import { make } from "./elements.ts";

/** The form; `run` gets the fields that were filled in, as the command takes them. */
export function commandForm(
  { name, about, fields }: CommandRow,
  run: (fields: object) => void,
): HTMLFormElement {
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
    run(Object.fromEntries(filled.map(([field, { value }]) => [field.field, read(field, value)])));
  });
  return form;
}

function inputOf({ field, expects, words, optional }: FieldRow) {
  const input = words === undefined ? make("input") : make("select");
  input.title = `${field}: ${expects}`;
  input.ariaLabel = field;
  input.required = !optional;
  if (input instanceof HTMLInputElement) input.placeholder = field;
  else if (words !== undefined) {
    const none = optional ? [new Option(field, "")] : [];
    input.append(...none, ...words.map((word) => new Option(String(word))));
  }
  return input;
}

/** What cannot be read is sent as it is: the sandbox knows better words for what is wrong. */
function read({ isText }: FieldRow, text: string): unknown {
  if (isText) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
