/** Turns stream sessions into recordings that everybody may read. */

import type { Happening } from "../suite/stream-log.ts";
import { type Pair, parsePairs, splitTarget, targetOf } from "./fields.ts";
import { formatSession, parseExample } from "./files.node.ts";
import {
  type Confidential,
  exactly,
  listSecrets,
  properties,
  type RecordedFile,
  redactPath,
  redactText,
  type Take,
  toFields,
  toRecording,
} from "./recorder.ts";
import { checkRecordingName, type Json, type JsonObject, refuse } from "./recording.ts";
import { createRedactor, type Redactor, type Secret } from "./redactor.ts";
import {
  jsonIn,
  openingKey,
  openingOf,
  readStreamRecordings,
  type StreamRecording,
  type StreamStep,
} from "./session.ts";

/** A named session that is to be kept. */
export interface StreamTake {
  /** `<streamId>.<case>`. */
  readonly name: string;
  readonly summary: string;
  readonly happenings: readonly Happening[];
}

/**
 * Makes the files of sessions; `takes` are conversations of the same run, so that one secret has
 * one placeholder everywhere. Throws one error that lists every fault: a name that is no name of a
 * recording, more than one connection, or a secret that is left.
 */
export function recordStreams(
  streamTakes: readonly StreamTake[],
  confidential: Confidential,
  takes: readonly Take[] = [],
): readonly RecordedFile[] {
  const redactor = createRedactor(listStreamSecrets(streamTakes, confidential, takes));
  const recordings = withTurns(streamTakes.map((take) => toSession(take, redactor)));
  refuse(recordings.flatMap((recording) => sessionFaults(recording, redactor)));
  return recordings.map((recording) => {
    const text = formatSession(recording);
    const problems: string[] = [];
    const example = parseExample(text, recording.name, problems);
    const [read] = readStreamRecordings({ [recording.name]: example }, problems);
    if (read !== undefined && formatSession(read) !== text) {
      refuse([`Recording ${recording.name} does not come back from its file as it was.`]);
    }
    return { name: recording.name, text };
  });
}

/** Every secret of the sessions and of the conversations of the same run. */
export function listStreamSecrets(
  streamTakes: readonly StreamTake[],
  confidential: Confidential,
  takes: readonly Take[] = [],
): readonly Secret[] {
  const happenings = streamTakes.flatMap((take) => take.happenings);
  const calls = happenings.flatMap((each) =>
    each.kind === "calls" && each.conversation !== undefined
      ? [{ conversation: each.conversation }]
      : [],
  );
  const said = happenings.flatMap((each): readonly Pair[] => {
    if (each.kind === "opens") return parsePairs(splitTarget(targetOf(each.url)).query);
    if (each.kind === "calls" || each.kind === "ends") return [];
    return properties(jsonIn(each.text) ?? null);
  });
  return listSecrets([...takes, ...calls], confidential, said);
}

/** What is wrong with a session that is about to be written. */
export function sessionFaults(recording: StreamRecording, redactor: Redactor): readonly string[] {
  const isNamed = redactor.find(recording.name).length > 0;
  const fault = isNamed
    ? "A recording's name holds a secret: rename it."
    : checkRecordingName(recording.name);
  const shown = isNamed ? "?" : recording.name;
  const left = [...redactor.find(formatSession(recording)), ...split(recording.steps, redactor)];
  return [
    ...(fault === undefined ? [] : [fault]),
    ...new Set(left.map((each) => `Recording ${shown} still holds what should be ${each}.`)),
  ];
}

function toSession(take: StreamTake, redactor: Redactor): StreamRecording {
  const { name, summary, happenings } = take;
  const start = happenings[0]?.at ?? 0;
  const steps = happenings.flatMap((each): StreamStep[] => {
    const at = Math.round(each.at - start);
    switch (each.kind) {
      case "opens":
        return [{ at, kind: "opens", opening: toOpening(each.url, redactor) }];
      case "calls": {
        if (each.conversation === undefined) return [];
        const call = toRecording({ name, summary, conversation: each.conversation }, redactor);
        const { request, response, value } = exactly(call);
        return [{ at, kind: "calls", call: { request, response, value } }];
      }
      case "ends": {
        const reason = redactor.text(each.end.reason);
        return [{ at, kind: "ends", end: { ...each.end, reason } }];
      }
      default:
        return [{ at, kind: each.kind, text: redactText(each.text, redactor) }];
    }
  });
  const whole = steps.slice(0, endOf(steps));
  const openings = whole.filter(({ kind }) => kind === "opens").length;
  if (openings !== 1) {
    const shown = redactor.text(name);
    refuse([`Recording ${shown} is refused: it opens ${openings} connections, not one.`]);
  }
  return { name, summary: redactor.text(summary), steps: withoutSplit(whole, redactor) };
}

/** What comes behind the end, such as another connection, is no part of the session. */
function endOf(steps: readonly StreamStep[]): number {
  const end = steps.findIndex(({ kind }) => kind === "ends");
  return end < 0 ? steps.length : end + 1;
}

function toOpening(url: string, redactor: Redactor) {
  const { path, query } = splitTarget(targetOf(url));
  const fields = toFields(parsePairs(query), redactor);
  return { path: redactPath(path, redactor), query: fields, turn: 1 };
}

/** The placeholders of secrets that stand in two messages or more, a part in each. */
function split(steps: readonly StreamStep[], redactor: Redactor): readonly string[] {
  return readings(steps).flatMap((parts) => redactor.find(parts.map(({ text }) => text).join("")));
}

/**
 * Takes out the messages that hold a secret between them: those in whose joined texts it is found
 * and that cannot be spared for it.
 */
function withoutSplit(steps: readonly StreamStep[], redactor: Redactor): readonly StreamStep[] {
  let clean = steps;
  for (;;) {
    const parts = readings(clean).find((each) => isFound(each, redactor));
    if (parts === undefined) return clean;
    let window = parts;
    while (isFound(window.slice(1), redactor)) window = window.slice(1);
    while (isFound(window.slice(0, -1), redactor)) window = window.slice(0, -1);
    const [placeholder = "redacted"] = redactor.find(joined(window));
    const taken = new Set(window.map(({ index }) => index));
    clean = clean.map((step, index) =>
      taken.has(index) && (step.kind === "sends" || step.kind === "receives")
        ? { ...step, text: placeholder }
        : step,
    );
  }
}

/** A part of a message, and at which step it came. */
interface Part {
  readonly index: number;
  readonly text: string;
}

function joined(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join("");
}

function isFound(parts: readonly Part[], redactor: Redactor): boolean {
  return redactor.find(joined(parts)).length > 0;
}

/** The ways to read messages one behind the other: as they are, and the texts in their JSON. */
function readings(steps: readonly StreamStep[]): readonly (readonly Part[])[] {
  return (["sends", "receives"] as const).flatMap((kind) => {
    const own = steps.flatMap((step, index) =>
      step.kind === kind ? [{ index, text: step.text }] : [],
    );
    const inner = own.flatMap(({ index, text }): readonly Part[] => {
      return textsIn(jsonIn(text) ?? text).map((value) => ({ index, text: value }));
    });
    return [own, inner];
  });
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value as JsonObject).flatMap(textsIn);
}

/** Numbers the sessions with one opening. */
function withTurns(recordings: readonly StreamRecording[]): readonly StreamRecording[] {
  const counts = new Map<string, number>();
  return recordings.map((recording) => {
    const key = openingKey(openingOf(recording));
    const turn = (counts.get(key) ?? 0) + 1;
    counts.set(key, turn);
    const steps = recording.steps.map((step) =>
      step.kind === "opens" ? { ...step, opening: { ...step.opening, turn } } : step,
    );
    return { ...recording, steps };
  });
}
