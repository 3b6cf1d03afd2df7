/**
 * A recording is one request and the answer it got, as an OpenAPI Example Object: the sample of the
 * docs, an answer of the fixture server and a row of the contract tests in one file.
 */

import { signing } from "../../generated/signing.ts";

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** One recording; `name` is `<operationId>.<case>`, as its file is called. */
export interface Recording {
  readonly name: string;
  readonly summary: string;
  /** The answer's body, parsed; text where the body was not JSON. */
  readonly value: Json;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
}

/** Decoded request fields; a name that was sent several times holds a list. */
export type RecordedFields = Readonly<Record<string, string | readonly string[]>>;

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: RecordedFields;
  /** Form fields, or the text of a body that is no form. */
  readonly body: RecordedFields | string;
  /** What the request carried: nothing, the key header, or the key header and a signature. */
  readonly security: "NONE" | "USER_STREAM" | "SIGNED";
  /** `either`: a field may be asked in the query or in the body, wherever it was recorded. */
  readonly fieldsIn: "place" | "either";
  /** Which of several answers to the same request this is, from 1. */
  readonly turn: number;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body's text, where `JSON.stringify(value)` does not give it back. */
  readonly text: string | undefined;
}

/** What a recording may be called: an operation, a point, a case; never a path. */
const namePattern = /^[A-Za-z][A-Za-z0-9]*\.[A-Za-z][A-Za-z0-9-]*$/;

/** The header that carries the API key. */
export const keyHeader: string = signing.header;

/** Says what is wrong with a recording's name, or nothing. */
export function checkRecordingName(name: string): string | undefined {
  if (name.length <= 100 && namePattern.test(name)) return undefined;
  return (
    `The recording name ${JSON.stringify(name.slice(0, 120))} is refused: call it ` +
    "<operationId>.<case>, letters, digits and hyphens only."
  );
}

/**
 * Reads Example Objects into recordings. Throws one error that lists every bad one: a name that is
 * a path, a foreign document, a missing part, a part of the wrong type. `problems` that were found
 * before are listed with them.
 */
export function readRecordings(
  examples: Readonly<Record<string, unknown>>,
  problems: string[] = [],
): readonly Recording[] {
  const recordings: Recording[] = [];
  for (const [name, example] of Object.entries(examples)) {
    const fault = checkRecordingName(name);
    if (fault !== undefined) problems.push(fault);
    else recordings.push(readRecording(name, example, problems));
  }
  refuse(problems);
  return inTurn(recordings);
}

/** The recordings that a bundled OpenAPI document holds under `components.examples`. */
export function bundledRecordings(document: unknown): readonly Recording[] {
  const components = isRecord(document) ? document["components"] : undefined;
  const examples = isRecord(components) ? components["examples"] : undefined;
  if (!isRecord(examples)) return [];
  const own = Object.entries(examples).filter(
    ([, example]) => isRecord(example) && "x-request" in example,
  );
  return readRecordings(Object.fromEntries(own));
}

/** The Example Object of a recording, with its keys always in the same order. */
export function writeExample(recording: Recording): JsonObject {
  const { request, response } = recording;
  return {
    summary: recording.summary,
    value: recording.value,
    "x-request": {
      method: request.method,
      path: request.path,
      query: request.query,
      ...(hasBody(request.body) && { body: request.body }),
      ...(request.fieldsIn === "either" && { fieldsIn: "either" }),
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
export function recordedText(recording: Pick<Recording, "response" | "value">): string {
  return recording.response.text ?? JSON.stringify(recording.value);
}

/** Throws one error with every problem in it, when there is one. */
export function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/** Answers to one request in the order they were recorded; everything else by name. */
function inTurn(recordings: readonly Recording[]): readonly Recording[] {
  const byName = (one: Recording, other: Recording): number =>
    one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
  return recordings.toSorted(
    (one, other) => one.request.turn - other.request.turn || byName(one, other),
  );
}

function hasBody(body: RecordedFields | string): boolean {
  return typeof body === "string" ? body !== "" : Object.keys(body).length > 0;
}

/** Reads one Example Object; what is wrong with it is added to `problems`. */
export function readRecording(name: string, example: unknown, problems: string[]): Recording {
  const fault = (what: string): void => {
    problems.push(`Recording ${name} is refused: ${what} Record it again with npm run record.`);
  };
  const whole = isRecord(example) ? example : {};
  const request = isRecord(whole["x-request"]) ? whole["x-request"] : {};
  const response = isRecord(whole["x-response"]) ? whole["x-response"] : {};
  if (!("x-request" in whole && "x-response" in whole)) {
    fault("it is no recording, x-request or x-response is missing.");
  } else {
    if (!/^[A-Z]+$/.test(String(request["method"]))) fault("x-request.method is no method.");
    if (!String(request["path"]).startsWith("/")) fault("x-request.path is no path.");
    if (!isStatus(response["status"])) fault("x-response.status is no HTTP status.");
    if (!("value" in whole) && response["text"] === undefined) fault("value is missing.");
  }
  return {
    name,
    summary: typeof whole["summary"] === "string" ? whole["summary"] : "",
    value: (whole["value"] ?? null) as Json,
    request: readRequest(request, fault),
    response: {
      status: Number(response["status"]),
      headers: readHeaders(response["headers"], fault),
      text: typeof response["text"] === "string" ? response["text"] : undefined,
    },
  };
}

function readRequest(
  request: Readonly<Record<string, unknown>>,
  fault: (what: string) => void,
): RecordedRequest {
  const body = request["body"];
  const security = request["security"];
  if (security !== "NONE" && security !== "USER_STREAM" && security !== "SIGNED") {
    fault("x-request.security is none of NONE, USER_STREAM and SIGNED.");
  }
  const turn = request["turn"] ?? 1;
  if (!Number.isInteger(turn) || Number(turn) < 1) fault("x-request.turn is no count from 1.");
  return {
    method: String(request["method"]),
    path: String(request["path"]),
    query: readFields(request["query"], "x-request.query", fault),
    body: typeof body === "string" ? body : readFields(body, "x-request.body", fault),
    security: security === "USER_STREAM" || security === "SIGNED" ? security : "NONE",
    fieldsIn: request["fieldsIn"] === "either" ? "either" : "place",
    turn: Number(turn),
  };
}

/** Reads decoded fields; a value that is a list stays one. */
export function readFields(
  fields: unknown,
  where: string,
  fault: (what: string) => void,
): RecordedFields {
  if (fields === undefined) return {};
  if (!isRecord(fields)) {
    fault(`${where} is no map of fields.`);
    return {};
  }
  const texts = Object.entries(fields).map(([name, value]) => {
    if (Array.isArray(value)) return [name, value.map(String)] as const;
    if (typeof value === "object") fault(`${where}.${name} is no text.`);
    return [name, String(value)] as const;
  });
  return Object.fromEntries(texts);
}

function readHeaders(headers: unknown, fault: (what: string) => void): Record<string, string> {
  if (headers === undefined) return {};
  if (!isRecord(headers)) {
    fault("headers are no map of texts.");
    return {};
  }
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function isStatus(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 200 && value <= 599;
}

/** True for an object that is neither null nor a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
