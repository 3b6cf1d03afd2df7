/** Turns what went over the wire into recordings that everybody may read. */

import { questionKey, recordedQuestion } from "../fixture-server/matching.ts";
import { allFields, type Conversation, type SentRequest } from "./conversation.ts";
import { type Pair, volatileFields } from "./fields.ts";
import { formatRecording, parseExample } from "./files.node.ts";
import {
  checkRecordingName,
  isRecord,
  type Json,
  keyHeader,
  type RecordedFields,
  type Recording,
  readRecordings,
  recordedText,
  refuse,
} from "./recording.ts";
import { createRedactor, type Redactor, type Secret } from "./redactor.ts";

/** A named conversation that is to be kept. */
export interface Take {
  /** `<operationId>.<case>`. */
  readonly name: string;
  readonly summary: string;
  readonly conversation: Conversation;
}

/** What must not be in a recording, and what may although it looks like it. */
export interface Confidential {
  readonly apiKey?: string | undefined;
  readonly apiSecret?: string | undefined;
  /** Texts that are public already, such as the made-up keys of the scenarios. */
  readonly open?: readonly string[];
}

/** One file that is ready to be written. */
export interface RecordedFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Makes the files of a session. Throws one error that lists every fault: a name that is no name of
 * a recording, or a secret that is still in a file, by its placeholder and never by its value.
 */
export function recordTakes(
  takes: readonly Take[],
  confidential: Confidential,
): readonly RecordedFile[] {
  const redactor = createRedactor(listSecrets(takes, confidential));
  const recordings = withTurns(takes.map((take) => toRecording(take, redactor)));
  const files = recordings.map((recording) => ({
    name: recording.name,
    text: formatRecording(exactly(recording)),
  }));
  refuse(files.flatMap((file) => findFaults(file, redactor)));
  return files;
}

/** What is wrong with a file: its name, or a secret in its name or text. */
export function findFaults(file: RecordedFile, redactor: Redactor): readonly string[] {
  const named = redactor.find(file.name).length > 0;
  const fault = named
    ? "A recording's name holds a secret: rename it."
    : checkRecordingName(file.name);
  const left = redactor
    .find(file.text)
    .map(
      (placeholder) =>
        `Recording ${named ? "?" : file.name} still holds what should be ${placeholder}.`,
    );
  return [...(fault === undefined ? [] : [fault]), ...left];
}

/**
 * Every secret of a session: the credentials, and what fields of telling names carried. `more` are
 * named values from elsewhere, such as messages of streams.
 */
export function listSecrets(
  takes: readonly Pick<Take, "conversation">[],
  { apiKey: key, apiSecret: secret, open = [] }: Confidential,
  more: readonly Pair[] = [],
): readonly Secret[] {
  const found = new Map<string, string>();
  const counts = new Map<string, number>();
  const add = (name: string, value: string): void => {
    if (value === "" || open.includes(value) || found.has(value) || isPlaceholder(value)) return;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    found.set(value, `redacted${name}${count > 1 ? count : ""}`);
  };
  if (secret !== undefined) add("Secret", secret);
  if (key !== undefined) add("Key", key);
  for (const { conversation } of takes) {
    for (const [name, value] of confidentialValues(conversation)) add(name, value);
  }
  for (const [name, value] of more.flatMap(confidentialPair)) add(name, value);
  return [...found].map(([value, placeholder]) => ({ value, placeholder }));
}

/** Names of fields, properties and headers that carry secrets, and the placeholder's name. */
const confidentialNames: ReadonlyMap<string, string> = new Map([
  ["signature", "Signature"],
  ["listenkey", "ListenKey"],
  ["apikey", "Key"],
  ["secret", "Secret"],
  ["secretkey", "Secret"],
  [keyHeader.toLowerCase(), "Key"],
  ["authorization", "Authorization"],
  ["cookie", "Cookie"],
  ["set-cookie", "Cookie"],
]);

/** Headers that belong to the interface; all others are of the transport, and not kept. */
const keptHeader = /^(content-type|retry-after|x-mbx-.*)$/;

function confidentialValues({ request, answer }: Conversation): readonly Pair[] {
  const flat: Pair[] = [...allFields(request), ...request.headers, ...answer.headers];
  return [
    ...flat,
    ...properties(parseOr(answer.text)),
    ...properties(parseOr(request.text)),
  ].flatMap(confidentialPair);
}

/** The pair under the name of its placeholder, where its own name is a telling one. */
function confidentialPair([name, value]: Pair): readonly Pair[] {
  const kind = confidentialNames.get(name.toLowerCase());
  return kind === undefined ? [] : [[kind, value]];
}

/** Every text in a JSON value, at any depth, with the name of its property. */
export function properties(value: Json): readonly Pair[] {
  if (Array.isArray(value)) return value.flatMap((each: Json) => properties(each));
  if (!isRecord(value)) return [];
  return Object.entries(value as Readonly<Record<string, Json>>).flatMap(([name, each]): Pair[] =>
    typeof each === "string" ? [[name, each]] : [...properties(each)],
  );
}

function isPlaceholder(value: string): boolean {
  return /^redacted[A-Za-z]+\d*$/.test(value);
}

/** A conversation without its secrets. */
export function toRecording({ name, summary, conversation }: Take, redactor: Redactor): Recording {
  const { request, answer } = conversation;
  const kept = [...answer.headers].filter(([header]) => keptHeader.test(header)).sort(byName);
  const hasKey = request.headers.has(keyHeader.toLowerCase());
  const signed = allFields(request).some(([field]) => field === "signature");
  const text = redactText(answer.text, redactor);
  return {
    name,
    summary,
    value: parseOr(text),
    request: {
      method: request.method,
      path: redactPath(request.path, redactor),
      query: toFields(request.query, redactor),
      body: request.text === "" ? toFields(request.form, redactor) : redactBody(request, redactor),
      security: hasKey ? (signed ? "SIGNED" : "USER_STREAM") : "NONE",
      fieldsIn: "place",
      turn: 1,
    },
    response: {
      status: answer.status,
      headers: Object.fromEntries(
        kept.map(([header, value]) => [documentedCase(header), redactor.text(value)]),
      ),
      text,
    },
  };
}

/** Letter case does not count on the wire; people know `Retry-After` and `X-MBX-…`. */
function documentedCase(header: string): string {
  return header.startsWith("x-")
    ? header.toUpperCase()
    : header.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** Step by step, so that the rest of the path still says what was asked. */
export function redactPath(path: string, redactor: Redactor): string {
  const clean = path.split("/").map(redactor.text).join("/");
  return redactor.find(clean).length === 0 ? clean : `/${redactor.text(path)}`;
}

function redactBody(request: SentRequest, redactor: Redactor): string {
  return redactText(request.text, redactor);
}

/** A JSON text is redacted value by value, so that it stays JSON; any other as a whole. */
export function redactText(text: string, redactor: Redactor): string {
  if (redactor.find(text).length === 0) return text;
  const value = parseOr(text);
  return typeof value === "object" && value !== null
    ? JSON.stringify(redactor.value(value))
    : redactor.text(text);
}

/** Fields as they are kept: without secrets, and without what makes each request fresh. */
export function toFields(pairs: readonly Pair[], redactor: Redactor): RecordedFields {
  // A map first: a field may be called like something that every object has.
  const fields = new Map<string, string | readonly string[]>();
  for (const [name, value] of pairs) {
    const clean = volatileFields.has(name) ? placeholderOf(name) : redactor.text(value);
    const key = redactor.text(name);
    const old = fields.get(key);
    fields.set(key, old === undefined ? clean : [old, clean].flat());
  }
  return Object.fromEntries(fields);
}

function placeholderOf(name: string): string {
  return `redacted${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

/** Keeps the body's text only where the value, read back from its file, would not give it. */
export function exactly(recording: Recording): Recording {
  const plain = { ...recording, response: { ...recording.response, text: undefined } };
  const problems: string[] = [];
  const example = parseExample(formatRecording(plain), recording.name, problems);
  if (problems.length > 0 || checkRecordingName(recording.name) !== undefined) return recording;
  const [read] = readRecordings({ [recording.name]: example });
  const same = read !== undefined && recordedText(read) === recording.response.text;
  return same ? plain : recording;
}

/** Numbers the answers to one request, where they differ from one another. */
function withTurns(recordings: readonly Recording[]): readonly Recording[] {
  const seen = new Map<string, Recording[]>();
  return recordings.map((recording) => {
    const key = questionKey(recordedQuestion(recording.request), "place");
    const earlier = seen.get(key) ?? [];
    const last = earlier.at(-1);
    const repeats =
      last !== undefined &&
      JSON.stringify([last.response, last.value]) ===
        JSON.stringify([recording.response, recording.value]);
    const turn = last === undefined ? 1 : last.request.turn + (repeats ? 0 : 1);
    const numbered = { ...recording, request: { ...recording.request, turn } };
    seen.set(key, [...earlier, numbered]);
    return numbered;
  });
}

function byName([one]: Pair, [other]: Pair): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The JSON value of a text, or the text itself. */
export function parseOr(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
