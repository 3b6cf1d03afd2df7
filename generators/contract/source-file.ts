import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { Alias, Node as YamlNode, Pair, YAMLMap, YAMLSeq } from "yaml";

import type { Json } from "./model.ts";
import type { Place, PlacedFile, Places } from "./places.ts";
import type { Problems } from "./problems.ts";

/** One file of the spec as values, each of which knows where it is written. */
export interface SourceFile extends PlacedFile {
  /** What the file says; of a faulty file what could be read. */
  readonly value: Json;
}

/**
 * Reads YAML text as JSON values. Everything that has no single meaning as JSON is a problem with
 * line and mend: syntax errors, tabs, duplicate keys, aliases without end, several documents,
 * numbers that JSON cannot carry, and the key `__proto__`.
 */
export function readSource(
  path: string,
  text: string,
  { places, problems }: { readonly places: Places; readonly problems: Problems },
): SourceFile {
  const lines = new LineCounter();
  const position = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const file: PlacedFile & { value: Json } = { path, broken: false, position, value: {} };
  const fail: Fail = (offset, message, mend) => {
    problems.reportAt({ file: path, ...position(offset) }, message, mend);
  };
  try {
    const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: false };
    const document = parseDocument(text, options);
    // Only what the parser gave up on makes the rest unreliable.
    file.broken = document.errors.length > 0;
    for (const { pos, code, message } of [...document.errors, ...document.warnings]) {
      fail(pos[0], `The YAML cannot be read: ${firstSentence(message)}.`, mends[code] ?? mends.else);
    }
    if (document.contents === null) fail(0, "The file is empty.", "Write its content or delete it.");
    else {
      const { contents } = document;
      const reading = { file, places, fail, anchors: new Map(), depth: 0, repeated: 0 };
      file.value = toValue(contents, contents.range[0], reading);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    file.broken = true;
    fail(0, "The file is nested too deeply to be read.", "Flatten it or split it into files.");
  }
  return file;
}

type Fail = (offset: number, message: string, mend: string) => void;

interface Reading {
  readonly file: PlacedFile;
  readonly places: Places;
  readonly fail: Fail;
  readonly anchors: Map<string, YamlNode>;
  /** How many aliases are being written out within each other, and how much they repeated. */
  depth: number;
  repeated: number;
}

/** Vectors share one value a dozen times; anything far beyond that is an attack or a slip. */
const aliasDepth = 3;
const aliasedValues = 10_000;

const mends: Readonly<Record<string, string>> & { readonly else: string } = {
  TAB_AS_INDENT: "Indent with spaces.",
  MULTIPLE_DOCS: "Keep one document in a file.",
  BAD_INDENT: "Line the entry up with its neighbours.",
  else: "Correct the syntax at this place.",
};

function toValue(node: YamlNode, offset: number, reading: Reading): Json {
  if (isAlias(node)) return toAliased(node, offset, reading);
  if (node.anchor !== undefined) reading.anchors.set(node.anchor, node);
  if (isMap(node)) return toObject(node, offset, reading);
  if (isSeq(node)) return toList(node, offset, reading);
  return isScalar(node) ? toScalar(node.value, node.range?.[0] ?? offset, reading) : null;
}

/**
 * Writes out what an alias stands for. A few lines of aliases can stand for gigabytes, so what a
 * file may repeat is bounded; one that stands for something around itself has no end.
 */
function toAliased(alias: Alias, offset: number, reading: Reading): Json {
  const at = alias.range?.[0] ?? offset;
  const meant = reading.anchors.get(alias.source);
  if (meant === undefined || reading.depth >= aliasDepth || reading.repeated > aliasedValues) {
    const reason = meant === undefined ? "stands for nothing" : "repeats too much";
    if (reading.repeated <= aliasedValues || reading.depth === 0) {
      reading.fail(at, `The alias *${alias.source} ${reason}.`, "Write the value out.");
    }
    return null;
  }
  reading.depth += 1;
  const value = toValue(meant, at, reading);
  reading.depth -= 1;
  return value;
}

function toObject(map: YAMLMap, offset: number, reading: Reading): Json {
  if (reading.depth > 0) reading.repeated += map.items.length;
  const members = new Map<string, number>();
  const value: Record<string, Json> = {};
  for (const pair of map.items as Pair<YamlNode, YamlNode | null>[]) {
    const at = pair.key.range?.[0] ?? offset;
    const key = keyOf(pair.key);
    if (key === undefined || key === "__proto__" || key === "<<") {
      reading.fail(at, "This key is not read.", "Use a plain word as the key.");
      continue;
    }
    if (members.has(key)) {
      reading.fail(at, `The key "${key}" is written twice.`, "Keep one of the two.");
    }
    members.set(key, at);
    value[key] = pair.value === null ? null : toValue(pair.value, at, reading);
  }
  return placed(value, { file: reading.file, offset, members }, reading);
}

function toList(list: YAMLSeq, offset: number, reading: Reading): Json {
  if (reading.depth > 0) reading.repeated += list.items.length;
  const members = new Map<number, number>();
  const value = (list.items as YamlNode[]).map((item, index) => {
    const at = item.range?.[0] ?? offset;
    members.set(index, at);
    return toValue(item, at, reading);
  });
  return placed(value, { file: reading.file, offset, members }, reading);
}

function placed<Value extends Record<string, Json> | Json[]>(
  value: Value,
  place: Place,
  { places }: Reading,
): Value {
  places.put(value, place);
  return value;
}

function toScalar(value: unknown, offset: number, { fail }: Reading): Json {
  if (typeof value === "number") {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
      fail(offset, "This number cannot be carried exactly.", "Write it as text, in quotes.");
    }
    return Number.isFinite(value) ? value : 0;
  }
  if (typeof value === "string") {
    if (/\p{Surrogate}/u.test(value)) {
      fail(offset, "This text is no well-formed Unicode.", "Remove the lone surrogate.");
    }
    return value;
  }
  return typeof value === "boolean" ? value : null;
}

function keyOf(key: YamlNode): string | undefined {
  if (!isScalar(key)) return undefined;
  const { value } = key;
  // A status code is a number in YAML and a name in JSON; a bare `null` or `true` is a word.
  return typeof value === "string" ? value : key.source ?? String(value);
}

function firstSentence(message: string): string {
  const [first = message] = message.split("\n");
  return first.replace(/[.:]+$/u, "");
}
