/** State outside of components, and the hooks that open it and subscribe to it. */

import { useEffect, useMemo, useState } from "preact/hooks";

export interface Store<State> {
  readonly get: () => State;
  /** Replaces these fields. */
  readonly set: (change: Partial<State>) => void;
  /** Calls a listener after each change; returns a function that removes it. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (change) => {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The state of a store; renders again when it changes. */
export function useStore<State>(store: Store<State>): State {
  const [, rerender] = useState<State>(store.get());
  useEffect(() => {
    const follow = (): void => rerender(store.get());
    // It may have changed since the first rendering.
    follow();
    return store.subscribe(follow);
  }, [store]);
  return store.get();
}

/** Opens something while the component shows it; reopens it when an input changes. */
export function useWatched<Watched extends { readonly close: () => void }>(
  open: () => Watched,
  inputs: readonly unknown[],
): Watched {
  const watched = useMemo(open, inputs);
  useEffect(() => () => watched.close(), [watched]);
  return watched;
}
