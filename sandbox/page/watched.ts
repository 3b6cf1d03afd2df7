import { useEffect, useMemo } from "preact/hooks";

/** Something that runs until it is closed. */
interface Closable {
  readonly close: () => void;
}

/** Opens something while the component shows it; reopens it when an input changes. */
export function useWatched<Watched extends Closable>(
  open: () => Watched,
  inputs: readonly unknown[],
): Watched {
  const watched = useMemo(open, inputs);
  useEffect(() => () => watched.close(), [watched]);
  return watched;
}
