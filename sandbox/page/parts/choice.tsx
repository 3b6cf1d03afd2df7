interface ChoiceProps<Value extends string> {
  /** What is chosen, for those who cannot see it. */
  readonly label: string;
  readonly values: readonly (readonly [value: Value, text: string])[];
  readonly isChosen: (value: Value) => boolean;
  readonly onChoose: (value: Value) => void;
  readonly class?: string;
}

/** A few buttons, of which one or several are pressed. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, values, isChosen, onChoose } = props;
  return (
    <fieldset class={`choice row ${props.class ?? ""}`} aria-label={label}>
      {values.map(([value, text]) => (
        <button
          key={value}
          type="button"
          aria-pressed={isChosen(value)}
          onClick={() => onChoose(value)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
