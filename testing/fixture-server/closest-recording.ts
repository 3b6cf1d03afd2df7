/** Why no recording answers a request: the nearest one, and exactly what differs from it. */

import type { Pair } from "../recordings/fields.ts";
import { keyHeader, type Recording } from "../recordings/recording.ts";
import { type Question, recordedQuestion } from "./matching.ts";

/** One sentence or two: what was asked, which recording is nearest, which fields differ. */
export function explainMismatch(asked: Question, recordings: readonly Recording[]): string {
  const what = `No recording answers ${asked.method} ${shorten(asked.path)}`;
  const nearest = recordings
    .map((recording) => ({ recording, differences: compare(asked, recording) }))
    .sort((one, other) => cost(one.differences) - cost(other.differences))[0];
  if (nearest === undefined) return `${what}: there are no recordings.`;
  const list = nearest.differences.map((difference) => difference.text).join("; ");
  return `${what}. The nearest recording is ${nearest.recording.name}; it differs in ${list}.`;
}

/** In what two requests differ. */
export interface Difference {
  /** How far this takes a recording from the request: another path is further than any field. */
  readonly distance: number;
  readonly text: string;
}

/** Fields whose values are never repeated in a message. */
const privateFields = /key|signature|secret/i;
/** Long runs of letters and digits may be keys, wherever they stand. */
const opaque = /[A-Za-z0-9]{32,}/;
const valueLengthMax = 40;
const otherPath = 1000;
const otherMethod = 100;

function cost(differences: readonly Difference[]): number {
  return differences.reduce((sum, { distance }) => sum + distance, 0);
}

function compare(asked: Question, recording: Recording): readonly Difference[] {
  const recorded = recordedQuestion(recording.request);
  const either = recording.request.fieldsIn === "either";
  const differences: Difference[] = [];
  const differ = (name: string, old: string, now: string, distance: number): void => {
    if (old === now) return;
    differences.push({ distance, text: `${name} (recorded ${show(old)}, asked ${show(now)})` });
  };
  differ("method", recorded.method, asked.method, otherMethod);
  differ("path", recorded.path, asked.path, otherPath + pathDistance(recorded.path, asked.path));
  differ(`header ${keyHeader}`, sent(recorded.hasKey), sent(asked.hasKey), 1);
  if (either) {
    const fields = {
      old: [...recorded.query, ...recorded.body],
      now: [...asked.query, ...asked.body],
    };
    differences.push(...compareFields("field", fields.old, fields.now));
  } else {
    differences.push(...compareFields("query", recorded.query, asked.query));
    differences.push(...compareFields("body", recorded.body, asked.body));
  }
  if (recorded.text !== asked.text) {
    differences.push({ distance: 1, text: "body (its text is another one)" });
  }
  return differences;
}

/** Compares fields of one place; a value that may be a secret is not repeated. */
export function compareFields(
  place: string,
  recorded: readonly Pair[],
  asked: readonly Pair[],
): readonly Difference[] {
  const old = group(recorded);
  const now = group(asked);
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  return names.flatMap((name): Difference[] => {
    const [was, is] = [old.get(name), now.get(name)];
    if (was !== undefined && is !== undefined && same(was, is)) return [];
    const hide = privateFields.test(name) || [was, is].flat().some(isOpaque);
    const text = `${place}.${shorten(name)} (recorded ${list(was, hide)}, asked ${list(is, hide)})`;
    return [{ distance: 1, text }];
  });
}

function isOpaque(value: string | undefined): boolean {
  return value !== undefined && opaque.test(value);
}

function group(pairs: readonly Pair[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return values;
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function list(values: readonly string[] | undefined, hide: boolean): string {
  if (values === undefined) return "nothing";
  return hide ? "another value" : values.map((value) => JSON.stringify(shorten(value))).join(", ");
}

function show(text: string): string {
  return shorten(text);
}

function sent(present: boolean): string {
  return present ? "present" : "absent";
}

/** The beginning of a text that is too long to repeat. */
export function shorten(text: string): string {
  return text.length <= valueLengthMax ? text : `${text.slice(0, valueLengthMax)}…`;
}

/** Characters after the first one that differs, in the longer of the two. */
function pathDistance(one: string, other: string): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return Math.max(one.length, other.length) - shared;
}
