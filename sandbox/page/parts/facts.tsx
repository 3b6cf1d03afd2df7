import type { ComponentChildren } from "preact";

interface FactsProps {
  /** A term and its details; without details it is left out. */
  readonly of: readonly (readonly [name: string, details: ComponentChildren])[];
}

/** Terms and their details. */
export function Facts({ of }: FactsProps) {
  const shown = of.filter(([, details]) => details !== undefined && details !== "");
  return (
    <dl class="details">
      {shown.map(([name, details], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{details}</dd>
        </div>
      ))}
    </dl>
  );
}
