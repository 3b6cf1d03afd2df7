import {
  type AliasEvent,
  boolCoreTag,
  EVENT_ID,
  type Event,
  floatCoreTag,
  getScalarValue,
  intCoreTag,
  NOT_RESOLVED,
  nullCoreTag,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
} from "js-yaml";

import type { Json, Problem } from "./model.ts";
import { type Node, type Place, type PlacedFile, putPlace } from "./places.ts";

/** One file of the spec as JSON values, whose places are known from then on. */
export interface SourceFile {
  /** The file's value; in an invalid file the part that was parsed. */
  readonly value: Json;
  readonly problems: readonly Problem[];
  /** The parser skipped a part, so the rest is unreliable. */
  readonly broken: boolean;
}

/** Parsed files by path and text: two revisions of a spec share most of them. */
export type ParseCache = Map<string, SourceFile>;

/** The values of a file; parses each text once. */
export function readSource(path: string, text: string, cache: ParseCache): SourceFile {
  const key = `${path}\n${text}`;
  const file = cache.get(key) ?? parseYaml(path, text);
  cache.set(key, file);
  return file;
}

/** Converts offsets to lines and columns; finds the lines on first use. */
function positionIn(text: string): PlacedFile["position"] {
  // The parser reports an unclosed bracket or quote at the end of the text; show the last line with
  // content instead of blank lines after it.
  const end = text.trimEnd().length;
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= [0, ...text.matchAll(/\n/gu).map(({ index }) => index + 1)];
    const at = Math.min(offset, end);
    let [line, next] = [0, starts.length];
    while (next - line > 1) {
      const middle = (line + next) >>> 1;
      if ((starts[middle] ?? at) <= at) line = middle;
      else next = middle;
    }
    return { line: line + 1, column: at - (starts[line] ?? 0) + 1 };
  };
}

/**
 * Parses YAML text. Everything without a single meaning as JSON is a problem: syntax errors, tabs,
 * duplicate keys, endless aliases, tags, several documents, numbers that JSON cannot hold, and
 * names that every object inherits.
 */
function parseYaml(path: string, text: string): SourceFile {
  const problems: Problem[] = [];
  const file: PlacedFile = { path, broken: false, position: positionIn(text) };
  const fail: Fail = (at, message, fix) =>
    problems.push({ origin: { file: path, ...file.position(at) }, message, fix });
  const refuse = (...problem: Parameters<Fail>): SourceFile => {
    fail(...problem);
    file.broken = true;
    const nothing = {};
    putPlace(nothing, { file, at: 0, members: new Map() });
    return { value: nothing, problems, broken: true };
  };
  // What reads the file replaces bytes of other encodings by this character.
  const foreign = text.indexOf("\uFFFD");
  if (foreign >= 0) return refuse(foreign, "The file is not UTF-8.", "Save it as UTF-8.");
  try {
    const events = parseEvents(text, { maxDepth: nestingMax });
    if (isEmpty(events)) return refuse(0, "The file is empty.", "Write its content or delete it.");
    const run = { text, file, events, next: 1, fail, anchors: new Map(), depth: 0, repeated: 0 };
    const value = readValue(startOf(events[1], 0), run);
    const second = events.findIndex(({ type }, at) => at > 0 && type === EVENT_ID.DOCUMENT);
    if (second < 0) return { value, problems, broken: false };
    file.broken = true;
    const at = startOf(events[second + 1], text.length);
    fail(at, "The file holds a second document.", "Keep one document in a file.");
    // The first problem causes the others.
    return { value, problems: problems.slice(0, 1), broken: true };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const [, what, fix] = syntaxProblems.find(([reason]) => reason.test(error.reason)) ?? [];
    const message = what ?? `The YAML cannot be read: ${error.reason}.`;
    const at = error.mark?.position ?? 0;
    return refuse(at, message, fix ?? "Correct the syntax at this place.");
  }
}

function isEmpty([, content]: readonly Event[]): boolean {
  return content === undefined || (content.type === EVENT_ID.SCALAR && content.valueStart < 0);
}

/** What the parser says, and where it says too little, what we say; then what to do. */
const syntaxProblems: readonly (readonly [
  reason: RegExp,
  message: string | undefined,
  fix: string,
])[] = [
  [/^tab /u, undefined, "Indent with spaces."],
  [
    /^deficient /u,
    "The YAML cannot be read: a quote or bracket before this is still open.",
    "Close it, or indent the lines in it.",
  ],
  [/indentation/u, undefined, "Line the entry up with its neighbours."],
  [/maxDepth/u, "The file is nested too deeply to be read.", "Flatten it or split it into files."],
];

type Fail = (at: number, message: string, fix: string) => void;

interface ParseRun {
  readonly text: string;
  readonly file: PlacedFile;
  readonly events: readonly Event[];
  /** Index of the event to be read next. */
  next: number;
  readonly fail: Fail;
  /** Indexes of the values with an anchor, by its name. */
  readonly anchors: Map<string, number>;
  /** Depth of nested aliases, and number of values repeated by aliases. */
  depth: number;
  repeated: number;
}

/** Whatever reads the tree calls itself once per level, and must not exhaust the stack. */
const nestingMax = 200;

/** Vectors share one value a dozen times; far more is an attack or a mistake. */
const aliasDepth = 3;
const aliasedValues = 10_000;

/** Reads the next value; `at` is where it stands if it has no place of its own. */
function readValue(at: number, run: ParseRun): Json {
  const event = run.events[run.next];
  run.next += 1;
  if (event === undefined || event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP)
    return null;
  if (event.type === EVENT_ID.ALIAS) return readAliased(event, run);
  const { anchorStart, anchorEnd, tagStart, tagEnd } = event;
  if (anchorStart >= 0) run.anchors.set(run.text.slice(anchorStart, anchorEnd), run.next - 1);
  if (tagStart >= 0) {
    const tag = run.text.slice(tagStart, tagEnd);
    run.fail(tagStart, `The tag ${tag} is not supported.`, "Leave it out; write text in quotes.");
  }
  if (event.type === EVENT_ID.SCALAR) return readScalar(event, startOf(event, at), run);
  return event.type === EVENT_ID.MAPPING ? readMap(at, run) : readList(at, run);
}

/** Where a value begins; `otherwise` for a value that is not written. */
function startOf(event: Event | undefined, otherwise: number): number {
  switch (event?.type) {
    case EVENT_ID.SCALAR: {
      const isQuoted =
        event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
      return event.valueStart < 0 ? otherwise : event.valueStart - (isQuoted ? 1 : 0);
    }
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return event.start;
    case EVENT_ID.ALIAS:
      return event.anchorStart - 1;
    default:
      return otherwise;
  }
}

/**
 * Expands an alias. A few lines of nested aliases can expand to gigabytes, and an alias inside its
 * own anchor is endless, so depth and size are bounded.
 */
function readAliased(alias: AliasEvent, run: ParseRun): Json {
  const at = startOf(alias, 0);
  const name = run.text.slice(alias.anchorStart, alias.anchorEnd);
  const target = run.anchors.get(name);
  if (target === undefined || run.depth >= aliasDepth || run.repeated > aliasedValues) {
    const reason = target === undefined ? "has no anchor" : "repeats too much";
    if (run.repeated <= aliasedValues || run.depth === 0) {
      run.fail(at, `The alias *${name} ${reason}.`, "Write the value out.");
    }
    return null;
  }
  const { next } = run;
  run.depth += 1;
  run.next = target;
  const value = readValue(at, run);
  run.next = next;
  run.depth -= 1;
  return value;
}

function readMap(at: number, run: ParseRun): Json {
  const value: Record<string, Json> = {};
  const members = new Map<string, number>();
  while (!isAtEnd(run)) {
    const keyAt = startOf(run.events[run.next], at);
    const word = readKey(run);
    if (word === undefined || word === "<<") {
      run.fail(keyAt, "This key is not supported.", "Use a plain word as the key.");
      readValue(keyAt, run);
      continue;
    }
    const key = ownName(word, (...problem) => run.fail(keyAt, ...problem));
    if (members.has(key)) {
      run.fail(keyAt, `The key "${key}" is written twice.`, "Keep one of the two.");
    }
    members.set(key, keyAt);
    value[key] = readValue(keyAt, run);
  }
  return counted(value, { at, members }, run);
}

/** The text of a key: a status code is a number in YAML and a name in JSON. */
function readKey(run: ParseRun): string | undefined {
  const event = run.events[run.next];
  const isWord = event?.type === EVENT_ID.SCALAR;
  if (isWord) run.next += 1;
  else readValue(0, run);
  return isWord ? getScalarValue(run.text, event) : undefined;
}

function readList(at: number, run: ParseRun): Json {
  const value: Json[] = [];
  const members = new Map<string, number>();
  while (!isAtEnd(run)) {
    const itemAt = startOf(run.events[run.next], at);
    members.set(String(value.length), itemAt);
    value.push(readValue(itemAt, run));
  }
  return counted(value, { at, members }, run);
}

/** Gives a value its place, and counts what aliases repeat. */
function counted(value: Node, place: Omit<Place, "file">, run: ParseRun): Json {
  if (run.depth > 0) run.repeated += place.members.size;
  putPlace(value, { ...place, file: run.file });
  return value;
}

/** Whether the collection ends here; its end is then read as well. */
function isAtEnd(run: ParseRun): boolean {
  const ends = run.events[run.next]?.type === EVENT_ID.POP;
  if (ends) run.next += 1;
  return ends;
}

const plainTags = [nullCoreTag, boolCoreTag, intCoreTag, floatCoreTag];

/** Text without quotes may be a number, true, false or null. */
function plainValue(text: string): unknown {
  for (const tag of plainTags) {
    if (tag.implicitFirstChars?.includes(text.charAt(0)) === false) continue;
    const value = tag.resolve(text, false, tag.tagName);
    if (value !== NOT_RESOLVED) return value;
  }
  return text;
}

function readScalar(event: ScalarEvent, at: number, { text, fail }: ParseRun): Json {
  const written = getScalarValue(text, event);
  const value = event.style === SCALAR_STYLE.PLAIN ? plainValue(written) : written;
  if (typeof value === "number") {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
      fail(at, "JSON cannot hold this number exactly.", "Write it as text, in quotes.");
    }
    return Number.isFinite(value) ? value : 0;
  }
  if (typeof value === "string") {
    if (/\p{Surrogate}/u.test(value)) {
      fail(at, "This text is not well-formed Unicode.", "Remove the lone surrogate.");
    }
    return ownName(value, (...problem) => fail(at, ...problem));
  }
  return typeof value === "boolean" ? value : null;
}

/**
 * Refuses a name that every object inherits, such as `constructor` or `__proto__`: an optional
 * field of that name would not type-check, and tables would find what is not in them. What reads
 * on gets a similar name.
 */
export function ownName(name: string, fail: (message: string, fix: string) => void): string {
  if (!(name in {})) return name;
  fail(`Every object has a member named ${name}.`, "Use another name.");
  return `${name}s`;
}
