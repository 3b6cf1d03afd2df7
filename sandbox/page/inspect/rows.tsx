import type { ComponentChildren } from "preact";

interface RowsProps {
  readonly label: string;
  /** Text in place of rows when there are none. */
  readonly empty: string;
  readonly children: readonly ComponentChildren[];
}

/** A list of links; the arrow keys move between them. */
export function Rows({ label, empty, children }: RowsProps) {
  if (children.length === 0) return <p class="empty rows">{empty}</p>;
  const move = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const links = [...event.currentTarget.querySelectorAll("a")];
    const next = links[links.findIndex((link) => link.matches(":focus")) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    // Moving through a list adds nothing to the browser's history.
    location.replace(next.href);
  };
  return (
    <ol class="rows" aria-label={label} onKeyDown={move}>
      {children}
    </ol>
  );
}

interface RowProps {
  readonly href: string;
  readonly isChosen: boolean;
  readonly kind?: "failed" | undefined;
  readonly children: ComponentChildren;
}

/** One row of a list. */
export function Row({ href, isChosen, kind, children }: RowProps) {
  return (
    <li class={kind}>
      <a href={href} aria-current={isChosen}>
        {children}
      </a>
    </li>
  );
}
