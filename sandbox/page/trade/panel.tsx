import type { ComponentChildren } from "preact";

import type { Outdated } from "../live/market.ts";
import { clockText } from "../parts/format.ts";

interface PanelProps {
  readonly name: string;
  readonly title: ComponentChildren;
  readonly outdated?: Outdated | undefined;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A titled panel; grey, with the time, while its data may be outdated. */
export function Panel({ name, title, outdated, tools, children }: PanelProps) {
  return (
    <section
      class={`box ${name}`}
      style={{ gridArea: name }}
      aria-labelledby={`${name}-title`}
      data-outdated={!!outdated}
    >
      <header class="row">
        <h2 id={`${name}-title`}>{title}</h2>
        {tools}
      </header>
      {outdated && (
        <p class="outdated" role="status">
          Outdated since {clockText(outdated.since)}: {outdated.why}
        </p>
      )}
      {children}
    </section>
  );
}
