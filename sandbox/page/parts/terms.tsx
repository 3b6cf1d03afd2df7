import type { ComponentChildren } from "preact";

type Term = readonly [name: string, details: ComponentChildren];

/** Terms and their details; a term without details is left out. */
export function Terms({ of }: { readonly of: readonly Term[] }) {
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
