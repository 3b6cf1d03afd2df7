import { useEffect, useRef } from "preact/hooks";

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
