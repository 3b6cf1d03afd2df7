/** Explains a mismatch: the closest recording and how the request differs from it. */

import { envelope } from "../../generated/errors.ts";
import { parseJsonOr } from "../../runtime/encoding/json-or.ts";
import { isRecord } from "../../runtime/encoding/json-value.ts";
import { type CallRecording, keyHeader } from "../recordings/call-recording.ts";
import type { SentRequest } from "../recordings/conversation.ts";
import type { Pair } from "../recordings/fields.ts";
import { comparedPairs, requestOf, toPairs } from "../recordings/requests.ts";
import { openingOf, type StreamRecording } from "../recordings/stream-recording.ts";

export function explainRequest(sent: SentRequest, recordings: readonly CallRecording[]): string {
  return explain(
    `${sent.method} ${shorten(sent.path)}`,
    partsOf(sent),
    recordings.map(({ name, request }) => ({ name, parts: partsOf(requestOf(request)) })),
  );
}

export function explainOpening(
  sent: Pick<SentRequest, "path" | "query">,
  streams: readonly StreamRecording[],
): string {
  return explain(
    `GET ${shorten(sent.path)}`,
    partsOf(sent),
    streams.map((stream) => {
      const { path, query } = openingOf(stream);
      return { name: stream.name, parts: partsOf({ path, query: toPairs(query) }) };
    }),
  );
}

/** An error of the server itself, in the exchange's format. */
export function refusalOf(code: number, text: string) {
  return { [envelope.code]: code, [envelope.message]: text };
}

/**
 * The error reply to a message that was not recorded, in the exchange's format; `expected` is the
 * message that the stream expects, if any.
 */
export function explainMessage(
  text: string,
  stream: StreamRecording,
  expected: string | undefined,
  streams: readonly StreamRecording[],
): string {
  const sent = fieldsOf(text);
  const candidates =
    expected === undefined
      ? streams.flatMap(({ name, steps }) =>
          steps.flatMap((step) => (step.kind === "sends" ? [{ name, text: step.text }] : [])),
        )
      : [{ name: stream.name, text: expected }];
  const msg = explain(
    `this message of ${stream.name}`,
    addFields("message", sent),
    candidates.map((each) => ({ ...each, parts: addFields("message", fieldsOf(each.text)) })),
    // The same message, but not in this stream, or once too often.
    `the stream (${stream.name} expects no further message)`,
  );
  const id = sent.find(([name]) => name === "id")?.[1];
  return JSON.stringify({
    error: refusalOf(404, msg),
    id: id === undefined ? null : parseJsonOr(id, null),
  });
}

/** What is compared, in this order: parts of a request, and its fields by place and name. */
const order = ["method", "path", "API key header", "query", "body", "text"];

/** The values of each part. */
type Parts = ReadonlyMap<string, readonly string[]>;

function partsOf({
  method = "GET",
  path,
  query,
  form = [],
  text = "",
  headers,
}: Pick<SentRequest, "path" | "query"> & Partial<SentRequest>): Parts {
  const hasKey = headers?.has(keyHeader.toLowerCase()) === true;
  const parts = new Map([
    ["method", [method]],
    ["path", [path]],
    ["API key header", [hasKey ? "present" : "absent"]],
    ["text", [text]],
  ]);
  addFields("query", comparedPairs(query), parts);
  return addFields("body", comparedPairs(form), parts);
}

function addFields(
  place: string,
  pairs: readonly Pair[],
  parts = new Map<string, string[]>(),
): Parts {
  for (const [name, value] of pairs) {
    const values = parts.get(`${place}.${name}`) ?? [];
    parts.set(`${place}.${name}`, values);
    values.push(value);
  }
  return parts;
}

/** Top-level members of a message as fields with JSON values; other text becomes one field. */
function fieldsOf(text: string): readonly Pair[] {
  const value = parseJsonOr(text, undefined);
  if (!isRecord(value)) return [["text", shorten(text)]];
  return Object.entries(value).map(([name, each]): Pair => [name, JSON.stringify(each)]);
}

/** Most differences of a request, and values of a field, in one text; it may have thousands. */
const shownMax = 10;

/** `exact`: what differs if no part does. */
function explain(
  what: string,
  sent: Parts,
  recordings: readonly { readonly name: string; readonly parts: Parts }[],
  exact = "",
): string {
  const measured = recordings.map((each) => ({ ...each, distance: distance(each.parts, sent) }));
  const [closest] = measured.toSorted((one, other) => one.distance - other.distance);
  if (closest === undefined) return `No recording matches ${what}: there are no recordings.`;
  const differences = differencesOf(closest.parts, sent);
  const list = upTo(shownMax, differences.length > 0 ? differences : [exact]).join("; ");
  const hint = `The closest recording is ${closest.name}; it differs in ${list}.`;
  return `No recording matches ${what}. ${hint}`;
}

/** The first texts, and how many more there are. */
function upTo(most: number, texts: readonly string[]): readonly string[] {
  const more = texts.length - most;
  return more > 0 ? [...texts.slice(0, most), `${more} more`] : texts;
}

/** Another path counts more than any field. Only the parts of the recording are walked. */
function distance(recorded: Parts, sent: Parts): number {
  let sum = sent.size;
  for (const [part, old] of recorded) {
    const now = sent.get(part);
    if (now !== undefined) sum -= 1;
    if (isEqual(old, now)) continue;
    if (part === "path") sum += 1000 + pathDistance(old[0] ?? "", now?.[0] ?? "");
    else sum += part === "method" ? 100 : 1;
  }
  return sum;
}

function isEqual(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** Number of characters after the first difference, in the longer text. */
function pathDistance(one: string, other: string): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return Math.max(one.length, other.length) - shared;
}

function differencesOf(recorded: Parts, sent: Parts): readonly string[] {
  const rank = (part: string): number => order.indexOf(part.split(".", 1)[0] ?? "");
  return [...new Set([...recorded.keys(), ...sent.keys()])]
    .filter((part) => !isEqual(recorded.get(part), sent.get(part)))
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .map((part) => differenceOf(part, recorded.get(part), sent.get(part)));
}

/** Fields whose values are never shown. */
const secretNames = /key|signature|secret/i;
/** Long alphanumeric runs may be keys, wherever they are. */
const opaque = /[A-Za-z0-9]{32,}/;
const shownLengthMax = 40;

function differenceOf(
  part: string,
  before: readonly string[] = [],
  after: readonly string[] = [],
): string {
  if (part === "text") return "body (another text)";
  const [, place = part, name] = /^(query|body|message)\.(.*)$/s.exec(part) ?? [];
  const isSecret =
    name !== undefined &&
    (secretNames.test(name) || [...before, ...after].some((value) => opaque.test(value)));
  const text = (value: string): string =>
    name === undefined ? shorten(value) : JSON.stringify(shorten(value));
  const show = (values: readonly string[]): string => {
    if (values.length === 0) return "nothing";
    return isSecret ? "another value" : upTo(shownMax, values.map(text)).join(", ");
  };
  const shown = name === undefined ? place : `${place}.${shorten(name)}`;
  return `${shown} (recorded ${show(before)}, sent ${show(after)})`;
}

function shorten(text: string): string {
  return text.length <= shownLengthMax ? text : `${text.slice(0, shownLengthMax)}…`;
}
