/**
 * A recording of a stream session: one connection from its opening to its end, with every message
 * in both directions, when it came, and the REST calls that it hangs together with.
 */

import { listPairs, stablePairs } from "../fixture-server/matching.ts";
import {
  checkRecordingName,
  isRecord,
  type Json,
  type JsonObject,
  type RecordedFields,
  type Recording,
  readFields,
  readRecording,
  refuse,
  writeExample,
} from "./recording.ts";

/** One session; `name` is `<streamId>.<case>`, as its file is called. */
export interface StreamRecording {
  readonly name: string;
  readonly summary: string;
  /** In the order in which they happened; exactly one opens the connection. */
  readonly steps: readonly StreamStep[];
}

/** One thing that happened; `at` is the time since the first step, in milliseconds. */
export type StreamStep = { readonly at: number } & (
  | { readonly kind: "opens"; readonly opening: StreamOpening }
  /** The client called an operation over REST; the time is that of the request. */
  | { readonly kind: "calls"; readonly call: RecordedCall }
  | { readonly kind: "sends" | "receives"; readonly text: string }
  | { readonly kind: "ends"; readonly end: StreamEnd }
);

/** What a client asked for when it opened its connection. */
export interface StreamOpening {
  readonly path: string;
  readonly query: RecordedFields;
  /** Which of several sessions with the same opening this is, from 1. */
  readonly turn: number;
}

/** One REST call of a session. */
export type RecordedCall = Pick<Recording, "request" | "response" | "value">;

/** Who ended the connection, and with which words. */
export interface StreamEnd {
  readonly by: "client" | "exchange";
  readonly code: number;
  readonly reason: string;
}

/** Equal for two openings exactly when one recording answers both. */
export function openingKey({ path, query }: Pick<StreamOpening, "path" | "query">): string {
  return JSON.stringify([path, stablePairs(listPairs(query))]);
}

/** The opening of a session. */
export function openingOf({ steps }: StreamRecording): StreamOpening {
  const step = steps.find(({ kind }) => kind === "opens");
  if (step?.kind !== "opens") throw new Error("The recording opens no connection.");
  return step.opening;
}

/**
 * Reads files into recordings. Throws one error that lists every fault; `problems` that were found
 * before are listed with them.
 */
export function readStreamRecordings(
  examples: Readonly<Record<string, unknown>>,
  problems: string[] = [],
): readonly StreamRecording[] {
  const recordings = Object.entries(examples).map(([name, example]) => {
    const fault = checkRecordingName(name);
    if (fault !== undefined) problems.push(fault);
    return readSession(name, example, problems);
  });
  refuse(problems);
  return recordings.toSorted(
    (one, other) => openingOf(one).turn - openingOf(other).turn || (one.name < other.name ? -1 : 1),
  );
}

/** The content of a recording's file, with its keys always in the same order. */
export function writeSession({ summary, steps }: StreamRecording): JsonObject {
  return { summary, "x-steps": steps.map(writeStep) };
}

/** A message as it stands in a file: its value where that gives the text back, else the text. */
export function writeMessage(text: string): Json {
  const value = jsonIn(text);
  return isStructure(value) && JSON.stringify(value) === text ? value : text;
}

/** The text of a message that was read from a file. */
export function readMessage(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function writeStep(step: StreamStep): JsonObject {
  const { at } = step;
  switch (step.kind) {
    case "opens": {
      const { path, query, turn } = step.opening;
      return { at, opens: { path, query, ...(turn > 1 && { turn }) } };
    }
    case "calls": {
      const { summary: _, ...call } = writeExample({ ...step.call, name: "", summary: "" });
      return { at, calls: call };
    }
    case "sends":
      return { at, sends: writeMessage(step.text) };
    case "receives":
      return { at, receives: writeMessage(step.text) };
    case "ends": {
      const { by, code, reason } = step.end;
      return { at, ends: { by, code, ...(reason !== "" && { reason }) } };
    }
  }
}

function readSession(name: string, example: unknown, problems: string[]): StreamRecording {
  const fault = (what: string): void => {
    problems.push(`Recording ${name} is refused: ${what} Record it again with npm run record.`);
  };
  const whole = isRecord(example) ? example : {};
  const list: readonly unknown[] = Array.isArray(whole["x-steps"]) ? whole["x-steps"] : [];
  const steps = list.flatMap((step, index) => readStep(step, `${name} step ${index}`, problems));
  const openings = steps.filter(({ kind }) => kind === "opens").length;
  if (openings !== 1) fault(`it opens ${openings} connections, not one.`);
  if (steps.some(({ at }, index) => at < (steps[index - 1]?.at ?? 0))) {
    fault("its steps are not in the order of their times.");
  }
  const end = steps.findIndex(({ kind }) => kind === "ends");
  if (end >= 0 && end < steps.length - 1) fault("something happens after its end.");
  return {
    name,
    summary: typeof whole["summary"] === "string" ? whole["summary"] : "",
    steps,
  };
}

function readStep(step: unknown, where: string, problems: string[]): readonly StreamStep[] {
  const fault = (what: string): readonly StreamStep[] => {
    problems.push(`Recording ${where} is refused: ${what} Record it again with npm run record.`);
    return [];
  };
  if (!isRecord(step)) return fault("it is no step.");
  const at = step["at"];
  if (typeof at !== "number" || !(at >= 0)) return fault("at is no time.");
  if (isRecord(step["opens"])) {
    const { path, query, turn = 1 } = step["opens"];
    if (typeof path !== "string" || !path.startsWith("/")) return fault("opens.path is no path.");
    if (!Number.isInteger(turn) || Number(turn) < 1) return fault("opens.turn is no count from 1.");
    const fields = readFields(query, "opens.query", fault);
    return [{ at, kind: "opens", opening: { path, query: fields, turn: Number(turn) } }];
  }
  if (isRecord(step["calls"])) {
    const { request, response, value } = readRecording(where, step["calls"], problems);
    return [{ at, kind: "calls", call: { request, response, value } }];
  }
  if (isRecord(step["ends"])) {
    const { by, code, reason = "" } = step["ends"];
    if (by !== "client" && by !== "exchange") return fault("ends.by is nobody.");
    return [{ at, kind: "ends", end: { by, code: Number(code), reason: String(reason) } }];
  }
  for (const kind of ["sends", "receives"] as const) {
    if (step[kind] !== undefined) return [{ at, kind, text: readMessage(step[kind] as Json) }];
  }
  return fault("it is none of opens, calls, sends, receives and ends.");
}

/** The JSON value of a text; nothing where it has none. */
export function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isStructure(value: Json | undefined): value is JsonObject | readonly Json[] {
  return typeof value === "object" && value !== null;
}
