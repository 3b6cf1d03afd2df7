/** Opens a dialog once it is on the page: its `ref`. */
export function openModal(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
}
