import type { Alias, Pair, YAMLMap, YAMLSeq, Node as YamlNode } from "yaml";
import { isAlias, isMap, isScalar, isSeq, parseDocument } from "yaml";

/**
 * What a YAML text says and where, as plain data that can be kept from run to run: a value, or a
 * map or list whose members know at which offset they are written.
 */
export type Outline =
  | string
  | number
  | boolean
  | null
  | { readonly at: number; readonly map: readonly OutlineMember[] }
  | { readonly at: number; readonly list: readonly OutlineItem[] };

/** Key, its offset, the value, and where its text begins when it is written as it reads. */
export type OutlineMember = readonly [key: string, at: number, value: Outline, text?: number];

/** Offset and value of a list's item. */
export type OutlineItem = readonly [at: number, value: Outline];

/** A fault of a text: where, what, and what to do. */
export type TextFault = readonly [at: number, message: string, fix: string];

/** A text that was read, with everything that is wrong with it. */
export interface ReadText {
  readonly outline: Outline;
  readonly faults: readonly TextFault[];
  /** The parser gave up on a part of it, which makes the rest unreliable. */
  readonly broken: boolean;
}

/**
 * Reads YAML text. Everything that has no single meaning as JSON is a fault: syntax errors, tabs,
 * duplicate keys, aliases without end, several documents, numbers that JSON cannot carry, and the
 * key `__proto__`.
 */
export function readText(text: string): ReadText {
  const faults: TextFault[] = [];
  const fail: Fail = (...fault) => faults.push(fault);
  try {
    const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false });
    for (const { pos, code, message } of [...document.errors, ...document.warnings]) {
      const what = `The YAML cannot be read: ${firstSentence(message)}.`;
      fail(pos[0], what, fixes[code] ?? fixes.else);
    }
    const broken = document.errors.length > 0;
    const { contents } = document;
    if (contents === null) {
      fail(0, "The file is empty.", "Write its content or delete it.");
      return { outline: { at: 0, map: [] }, faults, broken };
    }
    const reading = { text, fail, anchors: new Map(), depth: 0, repeated: 0 };
    return { outline: toOutline(contents, contents.range[0], reading), faults, broken };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    fail(0, "The file is nested too deeply to be read.", "Flatten it or split it into files.");
    return { outline: { at: 0, map: [] }, faults, broken: true };
  }
}

type Fail = (at: number, message: string, fix: string) => void;

interface Reading {
  readonly text: string;
  readonly fail: Fail;
  readonly anchors: Map<string, YamlNode>;
  /** How many aliases are being written out within each other, and how much they repeated. */
  depth: number;
  repeated: number;
}

/** Vectors share one value a dozen times; anything far beyond that is an attack or a slip. */
const aliasDepth = 3;
const aliasedValues = 10_000;

const fixes: Readonly<Record<string, string>> & { readonly else: string } = {
  TAB_AS_INDENT: "Indent with spaces.",
  MULTIPLE_DOCS: "Keep one document in a file.",
  BAD_INDENT: "Line the entry up with its neighbours.",
  else: "Correct the syntax at this place.",
};

function toOutline(node: YamlNode, offset: number, reading: Reading): Outline {
  if (isAlias(node)) return toAliased(node, offset, reading);
  if (node.anchor !== undefined) reading.anchors.set(node.anchor, node);
  if (isMap(node)) return toMap(node, offset, reading);
  if (isSeq(node)) return toList(node, offset, reading);
  return isScalar(node) ? toScalar(node.value, node.range?.[0] ?? offset, reading) : null;
}

/**
 * Writes out what an alias stands for. A few lines of aliases can stand for gigabytes, so what a
 * file may repeat is bounded; one that stands for something around itself has no end.
 */
function toAliased(alias: Alias, offset: number, reading: Reading): Outline {
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
  const value = toOutline(meant, at, reading);
  reading.depth -= 1;
  return value;
}

function toMap(map: YAMLMap, at: number, reading: Reading): Outline {
  if (reading.depth > 0) reading.repeated += map.items.length;
  const seen = new Set<string>();
  const members: OutlineMember[] = [];
  for (const pair of map.items as Pair<YamlNode, YamlNode | null>[]) {
    const keyAt = pair.key.range?.[0] ?? at;
    const key = keyOf(pair.key);
    if (key === undefined || key === "__proto__" || key === "<<") {
      reading.fail(keyAt, "This key is not read.", "Use a plain word as the key.");
      continue;
    }
    if (seen.has(key)) {
      reading.fail(keyAt, `The key "${key}" is written twice.`, "Keep one of the two.");
    }
    seen.add(key);
    const value = pair.value === null ? null : toOutline(pair.value, keyAt, reading);
    const start = startOfText(pair.value, reading.text);
    members.push(start === undefined ? [key, keyAt, value] : [key, keyAt, value, start]);
  }
  return { at, map: members };
}

/** Where a text begins that is written just as it reads: no escape, no fold, no block. */
function startOfText(node: YamlNode | null, text: string): number | undefined {
  if (!isScalar(node) || typeof node.value !== "string") return undefined;
  const [begin = 0] = node.range ?? [];
  const quote = text[begin] === '"' || text[begin] === "'" ? 1 : 0;
  return text.startsWith(node.value, begin + quote) ? begin + quote : undefined;
}

function toList(list: YAMLSeq, at: number, reading: Reading): Outline {
  if (reading.depth > 0) reading.repeated += list.items.length;
  const items = (list.items as YamlNode[]).map((item): OutlineItem => {
    const itemAt = item.range?.[0] ?? at;
    return [itemAt, toOutline(item, itemAt, reading)];
  });
  return { at, list: items };
}

function toScalar(value: unknown, offset: number, { fail }: Reading): Outline {
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
  return typeof value === "string" ? value : (key.source ?? String(value));
}

function firstSentence(message: string): string {
  const [first = message] = message.split("\n");
  return first.replace(/[.:]+$/u, "");
}
