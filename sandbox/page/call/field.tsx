/** One field of an operation's form. */

import { Assumed } from "../parts/assumed.tsx";
import { Problem } from "../parts/problem.tsx";
import { Select } from "../parts/select.tsx";
import type { FormField } from "./form.ts";

interface FieldProps {
  readonly field: FormField;
  /** What the chosen type of order makes of it; empty where that says nothing. */
  readonly use: string;
  readonly text: string;
  readonly fault: string | undefined;
  readonly onChange: (text: string) => void;
}

export function Field({ field, use, text, fault, onChange }: FieldProps) {
  const { name, about, takes, required, isStamped, assumed, choices } = field;
  const id = `field-${name}`;
  return (
    <div class="input">
      <label class="row" for={id}>
        <b>{name}</b>
        {required && !isStamped && <span class="muted">needed</span>}
        {use !== "" && <span class="muted">{use}</span>}
        {isStamped && <span class="muted">filled in when it is sent</span>}
        {assumed !== undefined && <Assumed id={assumed} />}
      </label>
      <Input {...{ field, id, text, fault, onChange }} />
      <p id={`${id}-about`} class="muted">
        {about} <i>{takes}.</i> {choices.find(({ value }) => value === text)?.meaning}
      </p>
      <Problem id={`${id}-fault`} text={fault ?? ""} />
    </div>
  );
}

type InputProps = Omit<FieldProps, "use"> & { readonly id: string };

/** A closed list is chosen from; everything else is typed, with the known words at hand. */
function Input({ field, id, text, fault, onChange }: InputProps) {
  const { choices, isOpen, keyboard } = field;
  const described = `${id}-about${fault === undefined ? "" : ` ${id}-fault`}`;
  const shared = { id, "aria-describedby": described, "aria-invalid": fault !== undefined };
  if (choices.length > 0 && !isOpen) {
    return (
      <Select
        {...shared}
        values={["", ...choices.map(({ value }) => value)]}
        value={text}
        textOf={(value) => value || "not sent"}
        onChange={onChange}
      />
    );
  }
  return (
    <>
      <input
        {...shared}
        value={text}
        inputMode={keyboard}
        autocomplete="off"
        spellcheck={false}
        list={choices.length > 0 ? `${id}-list` : undefined}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {choices.length > 0 && (
        <datalist id={`${id}-list`}>
          {choices.map(({ value, meaning }) => (
            <option key={value} value={value}>
              {meaning}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}
