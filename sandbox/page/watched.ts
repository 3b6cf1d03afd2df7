import { useEffect, useMemo } from "preact/hooks";

/** Something that runs until it is closed. */
interface Closable {
  readonly close: () => void;
}

/** Opens something for as long as the component shows it; a change of inputs opens another one. */
export function useWatched<Watched extends Closable>(
  open: () => Watched,
  inputs: readonly unknown[],
): Watched {
  const watched = useMemo(open, inputs);
  useEffect(() => () => watched.close(), [watched]);
  return watched;
}
