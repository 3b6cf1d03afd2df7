interface ChoiceProps<Value extends string> {
  /** What is chosen, for those who cannot see it. */
  readonly label: string;
  readonly values: readonly (readonly [value: Value, text: string])[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** A few buttons of which one is pressed. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, values, chosen, onChoose } = props;
  return (
    <fieldset class="choice row" aria-label={label}>
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
