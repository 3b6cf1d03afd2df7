/** One field of an operation's form. */

import { signing } from "../../../generated/signing.ts";
import type { FieldDescription, ParameterDescriptor } from "../../../runtime/tables.ts";
import { Assumed } from "../parts/assumed.tsx";
import { Problem } from "../parts/problem.tsx";
import { Select } from "../parts/select.tsx";
import { takesOf } from "./form.ts";

interface FieldProps {
  readonly parameter: ParameterDescriptor;
  readonly about: FieldDescription | undefined;
  /** How the chosen order type treats the field; empty if it says nothing. */
  readonly use: string;
  readonly text: string;
  readonly issue: string | undefined;
  readonly onChange: (text: string) => void;
}

export function Field({ use, ...props }: FieldProps) {
  const { parameter, about, text, issue } = props;
  const { name, required, assumed } = parameter;
  const isStamped = name === signing.timestamp;
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
      <Input id={id} {...props} />
      <p id={`${id}-about`} class="muted">
        {about?.text} <i>{takesOf(parameter)}.</i> {about?.choices?.[text]}
      </p>
      <Problem id={`${id}-issue`} text={issue ?? ""} />
    </div>
  );
}

type InputProps = Omit<FieldProps, "use"> & { readonly id: string };

const keyboards: Readonly<Partial<Record<ParameterDescriptor["kind"], "decimal" | "numeric">>> = {
  decimal: "decimal",
  integer: "numeric",
  int64: "numeric",
};

/** A select for a closed list; otherwise a text input with suggestions. */
function Input({ parameter, about, id, text, issue, onChange }: InputProps) {
  const { kind, choices = [], open = false } = parameter;
  const words = kind === "boolean" ? ["true", "false"] : choices;
  const described = `${id}-about${issue === undefined ? "" : ` ${id}-issue`}`;
  const shared = { id, "aria-describedby": described, "aria-invalid": issue !== undefined };
  if (words.length > 0 && !open) {
    return (
      <Select
        {...shared}
        values={["", ...words]}
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
        inputMode={keyboards[kind] ?? "text"}
        autocomplete="off"
        spellcheck={false}
        list={words.length > 0 ? `${id}-list` : undefined}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {words.length > 0 && (
        <datalist id={`${id}-list`}>
          {words.map((word) => (
            <option key={word} value={word}>
              {about?.choices?.[word]}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}
