/** Explains a mismatch: the closest recording and how the request differs from it. */

import { envelope } from "../../generated/errors.ts";
import { isRecord } from "../../runtime/encoding/json-value.ts";
import { type CallRecording, keyHeader } from "../recordings/call-recording.ts";
import type { SentRequest } from "../recordings/conversation.ts";
import type { Pair } from "../recordings/fields.ts";
import { parseJsonOr } from "../recordings/json.ts";
import { comparedPairs } from "../recordings/matching.ts";
import { requestOf, toPairs } from "../recordings/sent-call.ts";
import { openingOf, type SessionRecording } from "../recordings/session-recording.ts";

export function explainRequest(sent: SentRequest, recordings: readonly CallRecording[]): string {
  return explain(
    `${sent.method} ${shorten(sent.path)}`,
    recordings.map(({ name, request }) => {
      return { name, differences: compareRequests(requestOf(request), sent) };
    }),
  );
}

export function explainOpening(
  { path, query }: { readonly path: string; readonly query: readonly Pair[] },
  sessions: readonly SessionRecording[],
): string {
  const request = { method: "GET", path, query, form: [], text: "", headers: new Map() };
  return explain(
    `GET ${shorten(path)}`,
    sessions.map((session) => {
      const opening = openingOf(session);
      const recorded = { ...request, path: opening.path, query: toPairs(opening.query) };
      return { name: session.name, differences: compareRequests(recorded, request) };
    }),
  );
}

/** A client's position in a session when its message does not match. */
export interface SessionPoint {
  readonly session: SessionRecording;
  /** The message that the session expects, if any. */
  readonly expected: string | undefined;
  readonly sessions: readonly SessionRecording[];
}

/** An error of the server itself, in the exchange's format. */
export function refusalOf(code: number, text: string) {
  return { [envelope.code]: code, [envelope.message]: text };
}

/** The error reply to a message that was not recorded, in the exchange's format. */
export function explainMessage(text: string, point: SessionPoint): string {
  const { session, expected, sessions } = point;
  const sent = fieldsOf(text);
  const candidates =
    expected === undefined
      ? sessions.flatMap(({ name, steps }) =>
          steps.flatMap((step) => (step.kind === "sends" ? [{ name, text: step.text }] : [])),
        )
      : [{ name: session.name, text: expected }];
  const compared = candidates.map(({ name, text: recorded }) => {
    const differences = compareFields("message", fieldsOf(recorded), sent);
    if (differences.length > 0) return { name, differences };
    // The same message, but not in this session, or once too often.
    const what = `the session (${session.name} expects no further message)`;
    return { name, differences: [{ distance: 0, text: what }] };
  });
  const msg = explain(`this message of ${session.name}`, compared);
  const id = sent.find(([name]) => name === "id")?.[1];
  return JSON.stringify({
    error: refusalOf(501, msg),
    id: id === undefined ? null : parseJsonOr(id, null),
  });
}

interface Difference {
  /** Weight of the difference: another path counts more than any field. */
  readonly distance: number;
  readonly text: string;
}

/** Fields whose values are never shown. */
const secretNames = /key|signature|secret/i;
/** Long alphanumeric runs may be keys, wherever they are. */
const opaque = /[A-Za-z0-9]{32,}/;
const shownLengthMax = 40;
const otherPath = 1000;
const otherMethod = 100;

function explain(
  what: string,
  recordings: readonly { readonly name: string; readonly differences: readonly Difference[] }[],
): string {
  const distance = ({ differences }: { readonly differences: readonly Difference[] }): number =>
    differences.reduce((sum, each) => sum + each.distance, 0);
  const [closest] = recordings.toSorted((one, other) => distance(one) - distance(other));
  if (closest === undefined) return `No recording matches ${what}: there are no recordings.`;
  const list = closest.differences.map(({ text }) => text).join("; ");
  const hint = `The closest recording is ${closest.name}; it differs in ${list}.`;
  return `No recording matches ${what}. ${hint}`;
}

function compareRequests(recorded: SentRequest, sent: SentRequest): readonly Difference[] {
  const differ = (name: string, old: string, now: string, distance: number): Difference[] => {
    const text = `${name} (recorded ${shorten(old)}, sent ${shorten(now)})`;
    return old === now ? [] : [{ distance, text }];
  };
  const presence = ({ headers }: SentRequest): string =>
    headers.has(keyHeader.toLowerCase()) ? "present" : "absent";
  const distance = otherPath + pathDistance(recorded.path, sent.path);
  return [
    ...differ("method", recorded.method, sent.method, otherMethod),
    ...differ("path", recorded.path, sent.path, distance),
    ...differ("API key header", presence(recorded), presence(sent), 1),
    ...compareFields("query", comparedPairs(recorded.query), comparedPairs(sent.query)),
    ...compareFields("body", comparedPairs(recorded.form), comparedPairs(sent.form)),
    ...(recorded.text === sent.text ? [] : [{ distance: 1, text: "body (another text)" }]),
  ];
}

function compareFields(
  place: string,
  recorded: readonly Pair[],
  sent: readonly Pair[],
): readonly Difference[] {
  const [old, now] = [groupByName(recorded), groupByName(sent)];
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  return names.flatMap((name): Difference[] => {
    const [before = [], after = []] = [old.get(name), now.get(name)];
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    const isSecret =
      secretNames.test(name) || [...before, ...after].some((value) => opaque.test(value));
    const show = (values: readonly string[]): string => {
      if (values.length === 0) return "nothing";
      if (isSecret) return "another value";
      return values.map((value) => JSON.stringify(shorten(value))).join(", ");
    };
    const text = `${place}.${shorten(name)} (recorded ${show(before)}, sent ${show(after)})`;
    return [{ distance: 1, text }];
  });
}

function groupByName(pairs: readonly Pair[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return values;
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
