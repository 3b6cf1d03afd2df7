/** When a watched book fetches a snapshot: a pure reducer, run by watch.ts. */

/** Where the fetching of snapshots stands. */
interface FetchState {
  /** `waiting` for the timer of the next attempt. */
  readonly phase: "idle" | "waiting" | "fetching" | "closed";
  /** Fetches since the last event was applied: a snapshot that does not last is no success. */
  readonly attempts: number;
  /** The shortest wait that the exchange asked for, in milliseconds. */
  readonly retryAfterMs: number;
}

/** What happens to a watched book. */
export type FetchEvent =
  /** The book is not live, and events may come. */
  | { readonly kind: "needed" }
  | { readonly kind: "applied" }
  | { readonly kind: "timer" }
  | { readonly kind: "fetched" }
  | { readonly kind: "failed"; readonly retryAfterMs: number }
  | { readonly kind: "disconnected" }
  | { readonly kind: "closed" };

/** What the owner does about it; `cancel` ends the wait or the fetch under way. */
export type FetchEffect =
  | { readonly kind: "fetch" }
  | { readonly kind: "wait"; readonly attempts: number; readonly retryAfterMs: number }
  | { readonly kind: "cancel" };

export const notFetching: FetchState = { phase: "idle", attempts: 0, retryAfterMs: 0 };

/** The state after something happened, and what is to be done about it. */
export function reduceFetch(
  state: FetchState,
  event: FetchEvent,
): { readonly state: FetchState; readonly effects: readonly FetchEffect[] } {
  const { phase, attempts, retryAfterMs } = state;
  if (phase === "closed") return { state, effects: [] };
  switch (event.kind) {
    case "needed":
      if (phase !== "idle") return { state, effects: [] };
      if (attempts === 0) return { state: fetching(state), effects: [{ kind: "fetch" }] };
      return {
        state: { ...state, phase: "waiting" },
        effects: [{ kind: "wait", attempts, retryAfterMs }],
      };
    case "applied":
      return { state: { ...state, attempts: 0 }, effects: [] };
    case "timer":
      if (phase !== "waiting") return { state, effects: [] };
      return { state: fetching(state), effects: [{ kind: "fetch" }] };
    case "fetched":
      return { state: { ...state, phase: "idle" }, effects: [] };
    case "failed":
      return { state: { ...state, phase: "idle", retryAfterMs: event.retryAfterMs }, effects: [] };
    case "disconnected":
      return { state: { ...state, phase: "idle" }, effects: [{ kind: "cancel" }] };
    case "closed":
      return { state: { ...state, phase: "closed" }, effects: [{ kind: "cancel" }] };
  }
}

function fetching({ attempts }: FetchState): FetchState {
  return { phase: "fetching", attempts: attempts + 1, retryAfterMs: 0 };
}
