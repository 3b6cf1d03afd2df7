/**
 * Plays a recorded stream as a reducer: takes events of the client and of a timer, returns
 * messages. The exchange's messages keep their recorded order; replies wait for the client's
 * message, and messages after a REST call wait for that call.
 */

import { encodeJson, parseJson } from "../../runtime/encoding/json.ts";
import { requestKey } from "../recordings/requests.ts";
import type { StreamRecording, StreamStep } from "../recordings/stream-recording.ts";

type PlayerState = Readonly<ReturnType<typeof startPlaying>>;

export type PlayerEvent =
  /** Something may be possible now: the connection is open, or a call was made. */
  | { readonly kind: "continue" }
  | { readonly kind: "message"; readonly text: string }
  /** The client made the call with this key; what follows it waits for `continue`. */
  | { readonly kind: "call"; readonly key: string }
  /** The delay of the latest `wait` is over. */
  | { readonly kind: "timer" };

type PlayerEffect =
  | { readonly kind: "send"; readonly text: string }
  | { readonly kind: "close"; readonly code: number; readonly reason: string }
  /** The client's message does not match; `expected` would. */
  | { readonly kind: "mismatch"; readonly text: string; readonly expected: string | undefined }
  | { readonly kind: "wait"; readonly ms: number };

interface Transition {
  readonly state: PlayerState;
  readonly effects: readonly PlayerEffect[];
}

/** Starts a stream whose connection has just opened; `isTimed`: it keeps the recorded times. */
export function startPlaying({ steps }: StreamRecording, isTimed: boolean) {
  const opening = steps.findIndex(({ kind }) => kind === "opens");
  return {
    /** After the opening. */
    steps: steps.slice(opening + 1),
    next: 0,
    /** Recorded time of the previous step. */
    reachedAt: steps[opening]?.at ?? 0,
    /** Later steps that the client has already done. */
    done: new Set() as ReadonlySet<number>,
    /** A timer for the next step is running. */
    isWaiting: false as boolean,
    isTimed,
  };
}

export function play(state: PlayerState, event: PlayerEvent): Transition {
  switch (event.kind) {
    case "continue":
      return advance(state, false);
    case "timer":
      return advance({ ...state, isWaiting: false }, true);
    case "call": {
      const found = nextCall(state, event.key);
      return { state: found === undefined ? state : markDone(state, found.index), effects: [] };
    }
    case "message": {
      const sent = nextOf(state, "sends");
      if (sent !== undefined && isSameMessage(sent.step.text, event.text)) {
        return advance(markDone(state, sent.index), false);
      }
      const expected = sent?.step.text;
      return { state, effects: [{ kind: "mismatch", text: event.text, expected }] };
    }
  }
}

/** The next call with a key, and whether nothing continues without it. */
export function expectedCall(state: PlayerState, key: string) {
  const found = nextCall(state, key);
  return found && { call: found.step.call, isDue: found.index === state.next };
}

/** Calls that a client makes at once, as for two order books, may come in any order. */
function nextCall(state: PlayerState, key: string) {
  return nextOf(state, "calls", ({ call }) => requestKey(call.request) === key);
}

/** Advances as far as possible; `isDue`: the delay before the next step is over. */
function advance(start: PlayerState, isDue: boolean): Transition {
  const effects: PlayerEffect[] = [];
  let state = start;
  for (let mayWait = !isDue; !state.isWaiting; mayWait = true) {
    const step = state.steps[state.next];
    if (step === undefined || (isOfClient(step) && !state.done.has(state.next))) break;
    const ms = isOfClient(step) || !state.isTimed ? 0 : step.at - state.reachedAt;
    if (ms > 0 && mayWait) {
      effects.push({ kind: "wait", ms });
      state = { ...state, isWaiting: true };
    } else {
      effects.push(...effectsOf(step));
      state = { ...state, next: state.next + 1, reachedAt: step.at };
    }
  }
  return { state, effects };
}

function effectsOf(step: StreamStep): readonly PlayerEffect[] {
  if (step.kind === "receives") return [{ kind: "send", text: step.text }];
  if (step.kind !== "ends" || isOfClient(step)) return [];
  return [{ kind: "close", code: step.end.code, reason: step.end.reason }];
}

function isOfClient(step: StreamStep): boolean {
  if (step.kind === "ends") return step.end.by === "client";
  return step.kind === "sends" || step.kind === "calls";
}

function markDone(state: PlayerState, index: number): PlayerState {
  return { ...state, done: new Set([...state.done, index]) };
}

type StepOf<Kind> = Extract<StreamStep, { readonly kind: Kind }>;

/** The first step of a kind that the client has not done. */
function nextOf<Kind extends "sends" | "calls">(
  { steps, done }: PlayerState,
  kind: Kind,
  isWanted: (step: StepOf<Kind>) => boolean = () => true,
) {
  const index = steps.findIndex((step, at) => {
    return step.kind === kind && !done.has(at) && isWanted(step as StepOf<Kind>);
  });
  const step = steps[index] as StepOf<Kind> | undefined;
  return step && { index, step };
}

/** Whether two messages are equal except for the order of properties. */
export function isSameMessage(one: string, other: string): boolean {
  return one === other || canonical(one) === canonical(other);
}

/**
 * The text with sorted properties, parsed in two ways: one keeps all digits of numbers, the other
 * all properties, whatever their names.
 */
function canonical(text: string): string {
  try {
    const properties = JSON.stringify(sortProperties(JSON.parse(text)));
    return `${properties}\n${encodeJson(sortProperties(parseJson(text)))}`;
  } catch {
    return text;
  }
}

function sortProperties(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortProperties);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, sortProperties(each)]));
}
