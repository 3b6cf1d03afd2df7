/**
 * Replays recorded stream sessions: messages in their recorded order and, where that is wanted,
 * at their recorded times. What the exchange said in answer waits for the client's message; what
 * followed a REST call waits for that call.
 */

import { type Adapters, platform } from "../../runtime/defaults.ts";
import { encodeJson, parseJson } from "../../runtime/encoding/json.ts";
import { parsePairs, splitTarget } from "../recordings/fields.ts";
import type { Recording } from "../recordings/recording.ts";
import {
  openingKey,
  openingOf,
  type StreamRecording,
  type StreamStep,
} from "../recordings/session.ts";
import { explainMessage, explainOpening } from "./closest-session.ts";
import { type Question, questionKey, recordedQuestion } from "./matching.ts";
import { type PlainAnswer, recordedAnswer } from "./server.ts";

/** How fast sessions are replayed. */
export interface ReplayOptions {
  /**
   * At once when absent; `real` keeps the recorded times, and a number is the factor by which they
   * are stretched.
   */
  readonly timing?: "atOnce" | "real" | number | undefined;
  /** Runs something after a delay in milliseconds; the platform's when absent. */
  readonly after?: Adapters["after"] | undefined;
}

/** The fixture server's end of one connection. */
export interface ReplayWire {
  readonly send: (text: string) => void;
  readonly close: (code: number, reason: string) => void;
}

/** One connection while it lasts. */
export interface ReplaySession {
  /** The client sent a message. */
  readonly message: (text: string) => void;
  /** The connection is gone; nothing more is sent. */
  readonly ended: () => void;
}

/** A connection that is to be had, or why there is none. */
export type ReplayOpening =
  | { readonly kind: "open"; readonly start: (wire: ReplayWire) => ReplaySession }
  | { readonly kind: "refused"; readonly msg: string };

/** All recorded sessions, and who is at which point of one. */
export interface StreamReplay {
  /** What becomes of an upgrade to this path and query. */
  readonly open: (target: string) => ReplayOpening;
  /** The answer to a REST call that an open session waits for. */
  readonly expected: (question: Question) => PlainAnswer | undefined;
  /** The answer to a call that leads to a session which nobody has opened yet. */
  readonly leading: (question: Question) => PlainAnswer | undefined;
  /** The calls of all sessions, each under the name of its session. */
  readonly calls: readonly Recording[];
}

/** Makes a replay; each is a world of its own. */
export function createStreamReplay(
  recordings: readonly StreamRecording[],
  options: ReplayOptions = {},
): StreamReplay {
  const live = new Set<Course>();
  const turns = indexTurns(recordings);
  const leading = new Map(recordings.flatMap(callsBefore));
  return {
    open: (target) => {
      const { path, query } = splitTarget(target);
      const pairs = parsePairs(query);
      const key = openingKey({ path, query: Object.fromEntries(pairs) });
      const found = turns.get(key);
      const recording = found?.sessions[Math.min(found.next, found.sessions.length - 1)];
      if (found === undefined || recording === undefined) {
        return { kind: "refused", msg: explainOpening(path, pairs, recordings) };
      }
      found.next += 1;
      return {
        kind: "open",
        start: (wire) => {
          const course = startCourse({ recording, recordings, wire, options });
          live.add(course);
          return {
            message: course.message,
            ended: () => {
              live.delete(course);
              course.ended();
            },
          };
        },
      };
    },
    expected: (question) => {
      const courses = [...live].filter((course) => course.expects(question));
      // The one that can go no further without it comes first.
      const course = courses.find((each) => each.isWaiting()) ?? courses[0];
      return course?.call();
    },
    leading: (question) => leading.get(questionKey(question, "place")),
    calls: recordings.flatMap(({ name, summary, steps }) =>
      steps.flatMap((step) => (step.kind === "calls" ? [{ name, summary, ...step.call }] : [])),
    ),
  };
}

/** Sessions with the same opening, and which of them comes next. */
interface Turns {
  readonly sessions: StreamRecording[];
  next: number;
}

function indexTurns(recordings: readonly StreamRecording[]): Map<string, Turns> {
  const index = new Map<string, Turns>();
  for (const recording of recordings) {
    const key = openingKey(openingOf(recording));
    const turns = index.get(key) ?? { sessions: [], next: 0 };
    turns.sessions.push(recording);
    index.set(key, turns);
  }
  return index;
}

function callsBefore({ steps }: StreamRecording): readonly (readonly [string, PlainAnswer])[] {
  const opening = steps.findIndex(({ kind }) => kind === "opens");
  return steps
    .slice(0, opening)
    .flatMap((step) => (step.kind === "calls" ? [[keyOf(step), recordedAnswer(step.call)]] : []));
}

function keyOf({ call }: Extract<StreamStep, { kind: "calls" }>): string {
  return questionKey(recordedQuestion(call.request), "place");
}

/** One session on its way. */
interface Course extends ReplaySession {
  /** Whether the next call of the session asks this. */
  readonly expects: (question: Question) => boolean;
  /** Whether the session goes no further without its next call. */
  readonly isWaiting: () => boolean;
  /** Makes the next call; gives the answer. */
  readonly call: () => PlainAnswer | undefined;
}

interface CourseParts {
  readonly recording: StreamRecording;
  readonly recordings: readonly StreamRecording[];
  readonly wire: ReplayWire;
  readonly options: ReplayOptions;
}

function startCourse({ recording, recordings, wire, options }: CourseParts): Course {
  const { steps } = recording;
  const { timing = "atOnce", after = platform.after } = options;
  const factor = timing === "atOnce" ? 0 : timing === "real" ? 1 : timing;
  const opening = steps.findIndex(({ kind }) => kind === "opens");
  let next = opening + 1;
  let reachedAt = steps[opening]?.at ?? 0;
  /** What the client has done already of what is recorded further on. */
  const done = new Set<number>();
  let stop: (() => void) | undefined;
  let isOver = false;

  const reach = (step: StreamStep): void => {
    next += 1;
    reachedAt = step.at;
  };

  const happen = (step: StreamStep): void => {
    stop = undefined;
    reach(step);
    if (step.kind === "receives") wire.send(step.text);
    if (step.kind === "ends") wire.close(step.end.code, step.end.reason);
    goOn();
  };

  const goOn = (): void => {
    for (;;) {
      const step = steps[next];
      if (isOver || stop !== undefined || step === undefined) return;
      const isClients =
        step.kind === "sends" ||
        step.kind === "calls" ||
        (step.kind === "ends" && step.end.by === "client");
      if (isClients) {
        if (!done.has(next)) return;
        reach(step);
      } else {
        const waitMs = (step.at - reachedAt) * factor;
        if (waitMs > 0) stop = after(waitMs, () => happen(step));
        else return happen(step);
      }
    }
  };

  /** The next step of a kind that the client has not done. */
  const awaited = (kind: "sends" | "calls"): { index: number; step: StreamStep | undefined } => {
    const index = steps.findIndex((step, at) => {
      return at > opening && step.kind === kind && !done.has(at);
    });
    return { index, step: steps[index] };
  };

  // Nothing is sent before the client can listen.
  queueMicrotask(goOn);
  return {
    message: (text) => {
      const { index, step } = awaited("sends");
      const expected = step?.kind === "sends" ? step.text : undefined;
      if (expected !== undefined && sameMessage(expected, text)) {
        done.add(index);
        goOn();
      } else wire.send(explainMessage(text, { recording, expected, recordings }));
    },
    expects: (question) => {
      const { step } = awaited("calls");
      return step?.kind === "calls" && keyOf(step) === questionKey(question, "place");
    },
    isWaiting: () => awaited("calls").index === next,
    call: () => {
      const { index, step } = awaited("calls");
      if (step?.kind !== "calls") return undefined;
      done.add(index);
      queueMicrotask(goOn);
      return recordedAnswer(step.call);
    },
    ended: () => {
      isOver = true;
      stop?.();
    },
  };
}

/** Whether two messages say the same; the order of properties does not count. */
export function sameMessage(one: string, other: string): boolean {
  return one === other || canonical(one) === canonical(other);
}

/**
 * The text with its properties in order, read in two ways: one keeps all digits of a number, the
 * other all properties, whatever they are called.
 */
function canonical(text: string): string {
  try {
    const properties = JSON.stringify(inOrder(JSON.parse(text)));
    return `${properties}\n${encodeJson(inOrder(parseJson(text)))}`;
  } catch {
    return text;
  }
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, inOrder(each)]));
}
