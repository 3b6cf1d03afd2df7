/**
 * A recorded stream: one connection from open to close, with every message in both
 * directions, its time, and the REST calls of the stream.
 */

import { type Json, type JsonObject, parseJsonOr } from "../../runtime/encoding/json-or.ts";
import { fieldsIn, isRecord, listIn } from "../../runtime/encoding/json-value.ts";
import {
  problemOf,
  type RecordedCall,
  type RecordedFields,
  readFields,
  readRecordedCall,
  readTurn,
  writeRecordedCall,
} from "./call-recording.ts";
import type { ConnectionEnd } from "./conversation.ts";

/** One stream; `name` is `<streamId>.<case>`, like its file. */
export interface StreamRecording {
  readonly name: string;
  readonly summary: string;
  /** What sent the messages: `sandbox`, `mock`, or the host of an exchange. */
  readonly origin?: string;
  /** In order; exactly one opens the connection. */
  readonly steps: readonly StreamStep[];
}

/** One step; `at` is the time since the first step, in milliseconds. */
export type StreamStep = { readonly at: number } & (
  | { readonly kind: "opens"; readonly opening: Opening }
  /** The client called an operation over REST; the time is that of the request. */
  | { readonly kind: "calls"; readonly call: RecordedCall }
  | { readonly kind: "sends"; readonly text: string }
  | { readonly kind: "receives"; readonly text: string }
  | { readonly kind: "ends"; readonly end: ConnectionEnd }
);

/** The opening request of a connection. */
export interface Opening {
  readonly path: string;
  readonly query: RecordedFields;
  /** Position among streams with the same opening, from 1. */
  readonly turn: number;
}

export function openingOf({ steps }: StreamRecording): Opening {
  const step = steps.find(({ kind }) => kind === "opens");
  if (step?.kind !== "opens") throw new Error("The recording opens no connection.");
  return step.opening;
}

/** The content of a recording file but its head, with sorted keys. */
export function writeStream({ steps }: StreamRecording): JsonObject {
  return { "x-steps": steps.map(writeStep) };
}

function writeStep(step: StreamStep): JsonObject {
  const { at } = step;
  switch (step.kind) {
    case "opens": {
      const { path, query, turn } = step.opening;
      return { at, opens: { path, query, ...(turn > 1 && { turn }) } };
    }
    case "calls":
      return { at, calls: writeRecordedCall(step.call) };
    case "sends":
    case "receives":
      return { at, [step.kind]: writeMessage(step.text) };
    case "ends": {
      const { by, code, reason } = step.end;
      return { at, ends: { by, code, ...(reason !== "" && { reason }) } };
    }
  }
}

/** A message as JSON where that reproduces its text, otherwise as text. */
function writeMessage(text: string): Json {
  const value = parseJsonOr(text, null);
  const isStructure = typeof value === "object" && value !== null;
  return isStructure && JSON.stringify(value) === text ? value : text;
}

function readMessage(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Reads the steps of a stream; adds their issues to `problems`. */
export function readStream(
  name: string,
  example: unknown,
  problems: string[],
): Pick<StreamRecording, "steps"> {
  const problem = problemOf(name, problems);
  const steps = listIn(fieldsIn(example)["x-steps"]).flatMap((step, index) =>
    readStep(step, `${name} step ${index}`, problems),
  );
  const openings = steps.filter(({ kind }) => kind === "opens").length;
  if (openings !== 1) problem(`it opens ${openings} connections, not one.`);
  if (steps.some(({ at }, index) => at < (steps[index - 1]?.at ?? 0))) {
    problem("its steps are not in the order of their times.");
  }
  const end = steps.findIndex(({ kind }) => kind === "ends");
  if (end >= 0 && end < steps.length - 1) problem("a step follows its end.");
  return { steps };
}

export function readStep(step: unknown, where: string, problems: string[]): readonly StreamStep[] {
  const problem = problemOf(where, problems);
  const { at, opens, calls, sends, receives, ends } = fieldsIn(step);
  if (typeof at !== "number" || !(at >= 0)) {
    problem("at is not a time.");
  } else if (isRecord(opens)) {
    const { path, query, turn } = opens;
    if (typeof path !== "string" || !path.startsWith("/")) problem("opens.path is not a path.");
    const opening = {
      path: String(path),
      query: readFields(query, "opens.query", problem),
      turn: readTurn(turn, "opens.turn", problem),
    };
    return [{ at, kind: "opens", opening }];
  } else if (isRecord(calls)) {
    return [{ at, kind: "calls", call: readRecordedCall(where, calls, problems) }];
  } else if (isRecord(ends)) {
    const { by, code, reason = "" } = ends;
    if (by === "client" || by === "exchange") {
      return [{ at, kind: "ends", end: { by, code: Number(code), reason: String(reason) } }];
    }
    problem("ends.by is not valid.");
  } else if (sends !== undefined) {
    return [{ at, kind: "sends", text: readMessage(sends as Json) }];
  } else if (receives !== undefined) {
    return [{ at, kind: "receives", text: readMessage(receives as Json) }];
  } else {
    problem("it is not one of opens, calls, sends, receives and ends.");
  }
  return [];
}
