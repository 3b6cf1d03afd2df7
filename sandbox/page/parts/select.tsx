import type { SelectHTMLAttributes } from "preact";

interface SelectProps<Value extends string>
  extends Omit<SelectHTMLAttributes, "value" | "onChange" | "role" | "size" | "multiple"> {
  readonly values: readonly Value[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Label of a value; the value itself when absent. */
  readonly textOf?: (value: Value) => string;
  readonly isDisabled?: (value: Value) => boolean;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { values, value, onChange, textOf = String, isDisabled, ...attributes } = props;
  return (
    <select
      {...attributes}
      value={value}
      onChange={({ currentTarget: { selectedIndex } }) => {
        const chosen = values[selectedIndex];
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {values.map((one) => (
        <option key={one} value={one} disabled={isDisabled?.(one)}>
          {textOf(one)}
        </option>
      ))}
    </select>
  );
}
