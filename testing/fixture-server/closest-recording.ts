/** Explains a mismatch: the closest recording and how the request differs from it. */

import { envelope } from "../../generated/errors.ts";
import { isRecord } from "../../runtime/encoding/json-value.ts";
import { type CallRecording, keyHeader } from "../recordings/call-recording.ts";
import type { SentRequest } from "../recordings/conversation.ts";
import type { Pair } from "../recordings/fields.ts";
import { parseJsonOr } from "../recordings/json.ts";
import { comparedPairs } from "../recordings/matching.ts";
import { requestOf, toPairs } from "../recordings/sent-call.ts";
import { openingOf, type StreamRecording } from "../recordings/stream-recording.ts";

export function explainRequest(sent: SentRequest, recordings: readonly CallRecording[]): string {
  const compare = requestComparer(sent);
  return explain(
    `${sent.method} ${shorten(sent.path)}`,
    recordings.map(({ name, request }) => ({ name, ...compare(requestOf(request)) })),
  );
}

export function explainOpening(
  { path, query }: { readonly path: string; readonly query: readonly Pair[] },
  streams: readonly StreamRecording[],
): string {
  const request = { method: "GET", path, query, form: [], text: "", headers: new Map() };
  const compare = requestComparer(request);
  return explain(
    `GET ${shorten(path)}`,
    streams.map((stream) => {
      const opening = openingOf(stream);
      const recorded = { ...request, path: opening.path, query: toPairs(opening.query) };
      return { name: stream.name, ...compare(recorded) };
    }),
  );
}

/** A client's position in a stream when its message does not match. */
export interface StreamPoint {
  readonly stream: StreamRecording;
  /** The message that the stream expects, if any. */
  readonly expected: string | undefined;
  readonly streams: readonly StreamRecording[];
}

/** An error of the server itself, in the exchange's format. */
export function refusalOf(code: number, text: string) {
  return { [envelope.code]: code, [envelope.message]: text };
}

/** The error reply to a message that was not recorded, in the exchange's format. */
export function explainMessage(text: string, point: StreamPoint): string {
  const { stream, expected, streams } = point;
  const sent = fieldsOf(text);
  const candidates =
    expected === undefined
      ? streams.flatMap(({ name, steps }) =>
          steps.flatMap((step) => (step.kind === "sends" ? [{ name, text: step.text }] : [])),
        )
      : [{ name: stream.name, text: expected }];
  const compare = fieldsComparer("message", sent);
  const compared = candidates.map(({ name, text: recorded }) => {
    const comparison = compare(fieldsOf(recorded));
    if (comparison.distance > 0) return { name, ...comparison };
    // The same message, but not in this stream, or once too often.
    const what = `the stream (${stream.name} expects no further message)`;
    return { name, distance: 0, differences: () => [what] };
  });
  const msg = explain(`this message of ${stream.name}`, compared);
  const id = sent.find(([name]) => name === "id")?.[1];
  return JSON.stringify({
    error: refusalOf(404, msg),
    id: id === undefined ? null : parseJsonOr(id, null),
  });
}

interface Comparison {
  /** Sum of the differences' weights: another path counts more than any field. */
  readonly distance: number;
  /** One text per difference; made only for the closest recording. */
  readonly differences: () => readonly string[];
}

/** Fields whose values are never shown. */
const secretNames = /key|signature|secret/i;
/** Long alphanumeric runs may be keys, wherever they are. */
const opaque = /[A-Za-z0-9]{32,}/;
const shownLengthMax = 40;
const otherPath = 1000;
const otherMethod = 100;

/** Most differences of a request, and values of a field, in one text; it may have thousands. */
const shownMax = 10;

function explain(
  what: string,
  recordings: readonly (Comparison & { readonly name: string })[],
): string {
  const [first, ...others] = recordings;
  if (first === undefined) return `No recording matches ${what}: there are no recordings.`;
  const closest = others.reduce(
    (best, each) => (each.distance < best.distance ? each : best),
    first,
  );
  const list = upTo(shownMax, closest.differences()).join("; ");
  const hint = `The closest recording is ${closest.name}; it differs in ${list}.`;
  return `No recording matches ${what}. ${hint}`;
}

/** The first texts, and how many more there are. */
function upTo(most: number, texts: readonly string[]): readonly string[] {
  const more = texts.length - most;
  return more > 0 ? [...texts.slice(0, most), `${more} more`] : texts;
}

/** Compares recorded requests with one that was sent, whose fields are read once. */
function requestComparer(sent: SentRequest): (recorded: SentRequest) => Comparison {
  const differ = (name: string, old: string, now: string, distance: number): Comparison => {
    const text = `${name} (recorded ${shorten(old)}, sent ${shorten(now)})`;
    return old === now ? same : { distance, differences: () => [text] };
  };
  const presence = ({ headers }: SentRequest): string =>
    headers.has(keyHeader.toLowerCase()) ? "present" : "absent";
  const query = fieldsComparer("query", comparedPairs(sent.query));
  const body = fieldsComparer("body", comparedPairs(sent.form));
  const otherText = { distance: 1, differences: () => ["body (another text)"] };
  return (recorded) => {
    const distance = otherPath + pathDistance(recorded.path, sent.path);
    const parts = [
      differ("method", recorded.method, sent.method, otherMethod),
      differ("path", recorded.path, sent.path, distance),
      differ("API key header", presence(recorded), presence(sent), 1),
      query(comparedPairs(recorded.query)),
      body(comparedPairs(recorded.form)),
      recorded.text === sent.text ? same : otherText,
    ];
    return {
      distance: parts.reduce((sum, part) => sum + part.distance, 0),
      differences: () => parts.flatMap((part) => part.differences()),
    };
  };
}

const same: Comparison = { distance: 0, differences: () => [] };

/** Compares recorded fields with those that were sent; only the recorded ones are walked. */
function fieldsComparer(
  place: string,
  sent: readonly Pair[],
): (recorded: readonly Pair[]) => Comparison {
  const now = groupByName(sent);
  return (recorded) => {
    const old = groupByName(recorded);
    const names = [...old.keys()];
    const isEqual = (name: string): boolean => old.get(name)?.text === now.get(name)?.text;
    const added = now.size - names.filter((name) => now.has(name)).length;
    const distance = names.filter((name) => !isEqual(name)).length + added;
    const differences = (): readonly string[] =>
      [...new Set([...names, ...now.keys()])]
        .filter((name) => !isEqual(name))
        .sort()
        .map((name) => differenceOf(place, name, old.get(name)?.values, now.get(name)?.values));
    return { distance, differences };
  };
}

function differenceOf(
  place: string,
  name: string,
  before: readonly string[] = [],
  after: readonly string[] = [],
): string {
  const isSecret =
    secretNames.test(name) || [...before, ...after].some((value) => opaque.test(value));
  const show = (values: readonly string[]): string => {
    if (values.length === 0) return "nothing";
    if (isSecret) return "another value";
    return upTo(
      shownMax,
      values.map((value) => JSON.stringify(shorten(value))),
    ).join(", ");
  };
  return `${place}.${shorten(name)} (recorded ${show(before)}, sent ${show(after)})`;
}

/** The values of each name, and one text of them to compare. */
function groupByName(pairs: readonly Pair[]) {
  const groups = new Map<string, { readonly values: string[]; text: string }>();
  for (const [name, value] of pairs) {
    const group = groups.get(name) ?? { values: [], text: "" };
    groups.set(name, group);
    group.values.push(value);
  }
  for (const group of groups.values()) group.text = JSON.stringify(group.values);
  return groups;
}

/** Top-level members of a message as fields with JSON values; other text becomes one field. */
function fieldsOf(text: string): readonly Pair[] {
  const value = parseJsonOr(text, undefined);
  if (!isRecord(value)) return [["text", shorten(text)]];
  return Object.entries(value).map(([name, each]): Pair => [name, JSON.stringify(each)]);
}

function shorten(text: string): string {
  return text.length <= shownLengthMax ? text : `${text.slice(0, shownLengthMax)}…`;
}

/** Number of characters after the first difference, in the longer text. */
function pathDistance(one: string, other: string): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return Math.max(one.length, other.length) - shared;
}
