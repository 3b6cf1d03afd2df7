interface ChoiceProps<Value extends string> {
  /** Accessible label. */
  readonly label: string;
  readonly values: readonly (readonly [value: Value, text: string])[];
  /** Absent while none is pressed. */
  readonly chosen?: Value;
  readonly onChoose: (value: Value) => void;
  readonly class?: string;
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, values, chosen, onChoose } = props;
  return (
    <fieldset class={`choice row ${props.class ?? ""}`} aria-label={label}>
      {values.map(([value, text]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
