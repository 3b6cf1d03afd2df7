import type { ComponentChildren } from "preact";

interface RowsProps {
  readonly label: string;
  /** Says what is missing when there is no row. */
  readonly empty: string;
  readonly children: readonly ComponentChildren[];
}

/** A list of links; the arrow keys go from one to the next. */
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
    // Going through a list leaves no trail of addresses behind.
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
  readonly kind?: "inner" | "failed" | "inner failed" | undefined;
  readonly children: ComponentChildren;
}

/** One line of a list. */
export function Row({ href, isChosen, kind, children }: RowProps) {
  return (
    <li class={kind}>
      <a href={href} aria-current={isChosen}>
        {children}
      </a>
    </li>
  );
}
