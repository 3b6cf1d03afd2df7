/** A signal, and how many listeners it has. */
export function watchedSignal() {
  const abort = new AbortController();
  const { signal } = abort;
  let listening = 0;
  const [add, remove] = [signal.addEventListener, signal.removeEventListener];
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    listening += 1;
    add.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    listening -= 1;
    remove.apply(signal, given);
  };
  return { abort, signal, listening: () => listening };
}
