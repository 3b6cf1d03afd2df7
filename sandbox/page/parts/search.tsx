interface SearchProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** An input that filters a list. */
export function Search({ label, text, onChange }: SearchProps) {
  return (
    <input
      type="search"
      placeholder={label}
      aria-label={label}
      value={text}
      onInput={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}
