/** State outside of components, and the hook that subscribes to it. */

import { useEffect, useState } from "preact/hooks";

/** A mutable value with subscribers. */
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
