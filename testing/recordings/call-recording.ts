/**
 * A recorded call: one request and its response, as an OpenAPI Example Object. One file is a sample
 * in the docs, a response of the fixture server, and a row of the contract suite.
 */

import { signing } from "../../generated/signing.ts";
import type { Json, JsonObject } from "../../runtime/encoding/json-or.ts";
import { fieldsIn, isRecord } from "../../runtime/encoding/json-value.ts";

/** One recording; `name` is `<operationId>.<case>`, like its file. */
export interface CallRecording extends RecordedCall {
  readonly name: string;
  readonly summary: string;
  /** What responded: `sandbox`, `mock`, or the host of an exchange. */
  readonly origin?: string;
}

export interface RecordedCall {
  /** The parsed body; text if it is not JSON. */
  readonly value: Json;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
}

/** Decoded request fields; a repeated name has a list. */
export type RecordedFields = Readonly<Record<string, string | readonly string[]>>;

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: RecordedFields;
  /** Form fields, or the text of another body. */
  readonly body: RecordedFields | string;
  /** The request's credentials: none, the key header, or key header and signature. */
  readonly security: string;
  /** Position among responses to the same request, from 1. */
  readonly turn: number;
}

interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The text of the body, if `JSON.stringify(value)` does not reproduce it. */
  readonly text: string | undefined;
}

export const keyHeader: string = signing.header;

/** Name of a recording: operation or stream, a point, case; never a path. */
const namePattern = /^[A-Za-z][A-Za-z0-9]*\.[A-Za-z][A-Za-z0-9-]*$/;

/** The issue of a recording's name, if any. */
export function checkRecordingName(name: string): string | undefined {
  if (name.length <= 100 && namePattern.test(name)) return undefined;
  return (
    `The recording name ${JSON.stringify(name.slice(0, 120))} is refused: call it ` +
    "<operationId>.<case>, letters, digits and hyphens only."
  );
}

/** Throws an error with all problems, if any. */
export function throwProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

export type AddProblem = (what: string) => void;

export function problemOf(name: string, problems: string[]): AddProblem {
  return (what) => {
    problems.push(`Recording ${name} is refused: ${what} Record it again.`);
  };
}

/** Reads an Example Object except its summary. */
export function readRecordedCall(name: string, example: unknown, problems: string[]): RecordedCall {
  const problem = problemOf(name, problems);
  const whole = fieldsIn(example);
  const request = fieldsIn(whole["x-request"]);
  const { status, headers = {}, text } = fieldsIn(whole["x-response"]);
  if (!("x-request" in whole && "x-response" in whole)) {
    problem("it is not a recording, x-request or x-response is missing.");
  } else {
    if (!/^[A-Z]+$/.test(String(request["method"]))) problem("x-request.method is not a method.");
    if (!String(request["path"]).startsWith("/")) problem("x-request.path is not a path.");
    if (!isStatus(status)) problem("x-response.status is not an HTTP status.");
    if (!("value" in whole) && text === undefined) problem("value is missing.");
  }
  if (!isRecord(headers)) problem("headers are not a map of texts.");
  return {
    value: (whole["value"] ?? null) as Json,
    request: readRecordedRequest(request, problem),
    response: {
      status: Number(status),
      headers: Object.fromEntries(
        Object.entries(fieldsIn(headers)).map(([key, value]) => [key, String(value)]),
      ),
      text: typeof text === "string" ? text : undefined,
    },
  };
}

/** Writes an Example Object without its summary, with sorted keys. */
export function writeRecordedCall({ value, request, response }: RecordedCall): JsonObject {
  const { body } = request;
  const hasBody = typeof body === "string" ? body !== "" : Object.keys(body).length > 0;
  return {
    value,
    "x-request": {
      method: request.method,
      path: request.path,
      query: request.query,
      ...(hasBody && { body }),
      ...(request.turn > 1 && { turn: request.turn }),
      security: request.security,
    },
    "x-response": {
      status: response.status,
      headers: response.headers,
      ...(response.text !== undefined && { text: response.text }),
    },
  };
}

/** The exact text of the recorded body. */
export function recordedText({ response, value }: RecordedCall): string {
  return response.text ?? JSON.stringify(value);
}

function readRecordedRequest(
  request: Readonly<Record<string, unknown>>,
  problem: AddProblem,
): RecordedRequest {
  const { method, path, query, body } = request;
  const security = String(request["security"]);
  if (!/^[A-Z][A-Z_]*$/.test(security)) problem("x-request.security is not a security type.");
  return {
    method: String(method),
    path: String(path),
    query: readFields(query, "x-request.query", problem),
    body: typeof body === "string" ? body : readFields(body, "x-request.body", problem),
    security,
    turn: readTurn(request["turn"], "x-request.turn", problem),
  };
}

/** Reads a count from 1; 1 when absent. */
export function readTurn(turn: unknown, where: string, problem: AddProblem): number {
  const count = Number(turn ?? 1);
  if (!Number.isInteger(count) || count < 1) problem(`${where} is not a count from 1.`);
  return count;
}

/** Reads decoded fields; keeps lists. */
export function readFields(fields: unknown, where: string, problem: AddProblem): RecordedFields {
  if (fields !== undefined && !isRecord(fields)) problem(`${where} is not a map of fields.`);
  const texts = Object.entries(fieldsIn(fields)).map(([name, value]) => {
    if (Array.isArray(value)) return [name, value.map(String)] as const;
    if (typeof value === "object") problem(`${where}.${name} is not text.`);
    return [name, String(value)] as const;
  });
  return Object.fromEntries(texts);
}

function isStatus(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 200 && value <= 599;
}
