/** Turns traffic into recordings without secrets, ready to publish. */

import { retry } from "../../generated/errors.ts";
import { usageHeaders } from "../../generated/limits.ts";
import { signing } from "../../generated/tables.ts";
import { parseJsonOr } from "../../runtime/encoding/json-or.ts";
import {
  type CallRecording,
  checkRecordingName,
  keyHeader,
  type RecordedCall,
  type RecordedFields,
  readRecordedCall,
  recordedText,
  throwProblems,
} from "./call-recording.ts";
import { allFields, type Call, callsOf, type WireEvent } from "./conversation.ts";
import {
  type Pair,
  parsePairs,
  placeholderOf,
  splitTarget,
  targetOf,
  volatileFields,
} from "./fields.ts";
import type { RecordedFile } from "./files.node.ts";
import { readRecordings } from "./recordings.ts";
import { createRedactor, type Redactor } from "./redactor.ts";
import { openingKey, requestKey } from "./requests.ts";
import { type Credentials, listSecrets } from "./secrets.ts";
import { redactSplitSecrets } from "./split-secrets.ts";
import { openingOf, type StreamRecording, type StreamStep } from "./stream-recording.ts";
import { formatRecording, parseExample } from "./yaml.ts";

/** Traffic with the name of its recording. */
export interface Conversation {
  /** `<operationId>.<case>` for a call, `<streamId>.<case>` for a stream. */
  readonly name: string;
  readonly summary: string;
  /** Records the last call, or the whole stream. */
  readonly kind: "call" | "stream";
  /** Where the traffic comes from, if that is known. */
  readonly origin?: string | undefined;
  readonly events: readonly WireEvent[];
}

/**
 * Makes the files of a run, calls first. Throws an error that lists every problem: a bad name, a
 * stream with several connections, a secret left in a file. Secrets are named by their
 * placeholders, never by value.
 */
export function recordConversations(
  conversations: readonly Conversation[],
  credentials: Credentials,
): readonly RecordedFile[] {
  const events = conversations.flatMap((each) => each.events);
  const redactor = createRedactor(listSecrets(events, credentials));
  const clean = conversations.map((each) => ({ ...each, events: redactor.value(each.events) }));
  const calls = inTurn(
    clean.flatMap((each) => (each.kind === "call" ? toCall(each) : [])),
    ({ request }) => requestKey(request),
    (recording, turn) => ({ ...recording, request: { ...recording.request, turn } }),
    ({ response, value }) => JSON.stringify([response, value]),
  );
  const streams = inTurn(
    clean.flatMap((each) => (each.kind === "stream" ? [toStream(each, redactor)] : [])),
    (stream) => openingKey(openingOf(stream)),
    setStreamTurn,
  );
  const files = [...calls, ...streams].map((recording) => {
    const folder = "steps" in recording ? "streams/" : "";
    return { folder, name: recording.name, text: formatRecording(recording) };
  });
  throwProblems([
    ...files.flatMap(({ name, text }) => findProblems(name, text, redactor)),
    ...streams.flatMap(checkRoundTrip),
  ]);
  return files.map(({ folder, name, text }) => ({ path: `${folder}${name}.yaml`, text }));
}

/** The problems of a file: its name, or secrets in its name or text. */
export function findProblems(name: string, text: string, redactor: Redactor): readonly string[] {
  const hasSecret = redactor.find(name).length > 0;
  const badName = hasSecret
    ? "A recording's name contains a secret: rename it."
    : checkRecordingName(name);
  const shown = redactor.text(name);
  const left = [...new Set(redactor.find(text))].map(
    (each) => `Recording ${shown} still contains what should be ${each}.`,
  );
  return badName === undefined ? left : [badName, ...left];
}

/** Headers of the interface; transport headers are not recorded. */
const recordedHeaders: ReadonlySet<string> = new Set(
  ["Content-Type", retry.header, ...Object.values(usageHeaders)].map((name) => name.toLowerCase()),
);

/** The last call: earlier ones, such as for the server's time, only prepare it. */
function toCall({ name, summary, origin, events }: Conversation): CallRecording[] {
  const call = callsOf(events).at(-1);
  if (call === undefined) return [];
  return [{ name, summary, ...(origin !== undefined && { origin }), ...recordCall(call) }];
}

function recordCall({ request, response: { status, headers, text = "" } }: Call): RecordedCall {
  const recorded = [...headers]
    .filter(([name]) => recordedHeaders.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const hasKey = request.headers.has(keyHeader.toLowerCase());
  const isSigned = allFields(request).some(([field]) => field === signing.signature);
  return withoutNeedlessText({
    value: parseJsonOr(text, text),
    request: {
      method: request.method,
      path: pathOf(request.path),
      query: toFields(request.query),
      body: request.text === "" ? toFields(request.form) : request.text,
      security: hasKey ? (isSigned ? "SIGNED" : "USER_STREAM") : "NONE",
      turn: 1,
    },
    response: {
      status,
      headers: Object.fromEntries(recorded.map(([name, value]) => [documentedCase(name), value])),
      text,
    },
  });
}

/** Documented spelling of a header; letter case has no meaning on the wire. */
function documentedCase(header: string): string {
  return header.startsWith("x-")
    ? header.toUpperCase()
    : header.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** Drops the body's text if the YAML value reproduces it. */
function withoutNeedlessText(call: RecordedCall): RecordedCall {
  const short = { ...call, response: { ...call.response, text: undefined } };
  const problems: string[] = [];
  const file = formatRecording({ name: "", summary: "", ...short });
  const read = readRecordedCall("", parseExample(file, "", problems), problems);
  return problems.length === 0 && recordedText(read) === call.response.text ? short : call;
}

/** A path, also where a secret was all of it. */
function pathOf(redacted: string): string {
  return redacted.startsWith("/") ? redacted : `/${redacted}`;
}

/** Recorded fields; values that change in each request become placeholders. */
function toFields(pairs: readonly Pair[]): RecordedFields {
  // A map first: a field may have the name of an Object property.
  const fields = new Map<string, string | readonly string[]>();
  for (const [name, value] of pairs) {
    const shown = volatileFields.has(name) ? placeholderOf(name) : value;
    const old = fields.get(name);
    fields.set(name, old === undefined ? shown : [old, shown].flat());
  }
  return Object.fromEntries(fields);
}

function toStream(
  { name, summary, origin, events }: Conversation,
  redactor: Redactor,
): StreamRecording {
  const end = events.findIndex(({ kind }) => kind === "ends");
  // Later events, such as another connection, do not belong to the stream.
  const own = end < 0 ? events : events.slice(0, end + 1);
  const openings = own.filter(({ kind }) => kind === "opens").length;
  if (openings !== 1) {
    const shown = redactor.text(name);
    throwProblems([`Recording ${shown} is refused: it opens ${openings} connections, not one.`]);
  }
  const start = own[0]?.at ?? 0;
  const steps = own.flatMap((event) => toStep(event, Math.round(event.at - start)));
  return {
    name,
    summary: redactor.text(summary),
    ...(origin !== undefined && { origin }),
    steps: redactSplitSecrets(steps, redactor),
  };
}

function toStep(event: WireEvent, at: number): readonly StreamStep[] {
  switch (event.kind) {
    case "opens": {
      const { path, query } = splitTarget(targetOf(event.url));
      const opening = { path: pathOf(path), query: toFields(parsePairs(query)), turn: 1 };
      return [{ at, kind: "opens", opening }];
    }
    case "calls":
      return event.call ? [{ at, kind: "calls", call: recordCall(event.call) }] : [];
    default:
      return [{ ...event, at }];
  }
}

/** Numbers the recordings of one request; consecutive equal ones share a number. */
function inTurn<Recording>(
  recordings: readonly Recording[],
  keyOf: (recording: Recording) => string,
  setTurn: (recording: Recording, turn: number) => Recording,
  contentOf?: (recording: Recording) => string,
): readonly Recording[] {
  const last = new Map<string, { readonly turn: number; readonly content: string | undefined }>();
  return recordings.map((recording) => {
    const key = keyOf(recording);
    const content = contentOf?.(recording);
    const before = last.get(key);
    const isRepeated = content !== undefined && before?.content === content;
    const turn = (before?.turn ?? 0) + (isRepeated ? 0 : 1);
    last.set(key, { turn, content });
    return setTurn(recording, turn);
  });
}

function setStreamTurn(recording: StreamRecording, turn: number): StreamRecording {
  const steps = recording.steps.map((step) =>
    step.kind === "opens" ? { ...step, opening: { ...step.opening, turn } } : step,
  );
  return { ...recording, steps };
}

/** A stream must survive writing and reading. */
function checkRoundTrip(recording: StreamRecording): readonly string[] {
  const { name } = recording;
  if (checkRecordingName(name) !== undefined) return [];
  const text = formatRecording(recording);
  const problems: string[] = [];
  const example = parseExample(text, name, problems);
  const { streams } = readRecordings({ streams: { [name]: example } }, problems);
  const isSame = streams.every((read) => formatRecording(read) === text);
  return isSame ? [] : [`Recording ${name} changes when it is written to a file and read back.`];
}
