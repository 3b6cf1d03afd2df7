/** Small parts that the panels of the trading screen share. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { clockText } from "../parts/format.ts";

/** Why something on the screen may be outdated, and since when in milliseconds. */
export interface Outdated {
  readonly since: number;
  readonly why: string;
}

interface PanelProps {
  readonly name: string;
  readonly title: ComponentChildren;
  readonly outdated?: Outdated | undefined;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A titled part of the screen; grey, with the time, while what it shows may be outdated. */
export function Panel({ name, title, outdated, tools, children }: PanelProps) {
  return (
    <section class={`box ${name}`} aria-labelledby={`${name}-title`} data-outdated={!!outdated}>
      <header>
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

/** A word of the interface as people write it: `STOP_LOSS` is `Stop loss`. */
export function label(word: string): string {
  const text = word
    .replace(/([a-z])([A-Z])/gu, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface ConfirmationProps {
  readonly question: string;
  readonly action: string;
  /** The button that does nothing. */
  readonly dismiss?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone; Escape and the first button do nothing. */
export function Confirmation(props: ConfirmationProps) {
  const { question, action, dismiss = "Keep them", onConfirm, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-label={question}>
      <p>{question}</p>
      <form method="dialog">
        <button type="submit">{dismiss}</button>
        <button type="submit" class="danger" onClick={onConfirm}>
          {action}
        </button>
      </form>
    </dialog>
  );
}
