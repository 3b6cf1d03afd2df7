import { useState } from "preact/hooks";

import { openModal } from "./modal.ts";

interface Question {
  readonly question: string;
  readonly action: string;
  /** Label of the button that cancels. */
  readonly dismiss: string;
  readonly onConfirm: () => void;
}

/**
 * Asks before an irreversible action; Escape and the first button cancel. Returns a function that
 * asks, and the dialog to show.
 */
export function useConfirmation({ question, action, dismiss, onConfirm }: Question) {
  const [isAsking, setIsAsking] = useState(false);
  const dialog = isAsking && (
    <dialog ref={openModal} onClose={() => setIsAsking(false)} aria-label={question}>
      <p>{question}</p>
      <form method="dialog">
        <button type="submit">{dismiss}</button>
        <button type="submit" class="danger" onClick={onConfirm}>
          {action}
        </button>
      </form>
    </dialog>
  );
  return [() => setIsAsking(true), dialog] as const;
}
