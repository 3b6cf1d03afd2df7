import { openModal } from "./modal.ts";

interface ConfirmationProps {
  readonly question: string;
  readonly action: string;
  /** Label of the button that cancels. */
  readonly dismiss?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an irreversible action; Escape and the first button cancel. */
export function Confirmation(props: ConfirmationProps) {
  const { question, action, dismiss = "Keep them", onConfirm, onClose } = props;
  return (
    <dialog ref={openModal} onClose={onClose} aria-label={question}>
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
