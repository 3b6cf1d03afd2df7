import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
  type Node as YamlNode,
} from "yaml";

import type { Json, YamlItem, YamlMember, YamlTree } from "./model.ts";
import type { PlacedFile, Places } from "./places.ts";
import type { Problems } from "./problems.ts";

/** One file of the spec as JSON values with their positions. */
export interface SourceFile extends PlacedFile {
  /** The file's value; in an invalid file the part that was parsed. */
  readonly value: Json;
}

/** Parsed files by text: parsing YAML takes a quarter of a run. */
export interface ParseCache {
  get(text: string): ParsedText | undefined;
  set(text: string, parsed: ParsedText): unknown;
}

interface SourceContext {
  readonly places: Places;
  readonly problems: Problems;
  readonly cache: ParseCache;
}

/** Parses YAML text as JSON values; reports problems with their positions. */
export function readSource(
  path: string,
  text: string,
  { places, problems, cache }: SourceContext,
): SourceFile {
  const known = cache.get(text);
  const { tree, problems: found, broken } = known ?? parseYaml(text);
  if (known === undefined) cache.set(text, { tree, problems: found, broken });
  const position = positionIn(text);
  // In a broken file, the first problem causes the others.
  for (const [at, message, fix] of broken ? found.slice(0, 1) : found) {
    problems.report({ file: path, ...position(at) }, message, fix);
  }
  if (broken) problems.hideNamesIn(text);
  const file: PlacedFile = { path, broken, position };
  return { ...file, value: toValue(tree, file, places) };
}

/** Converts offsets to lines and columns; counts lines on first use. */
function positionIn(text: string): PlacedFile["position"] {
  // The parser reports an unclosed bracket or quote at the end of the text; show the last line with
  // content instead of blank lines after it.
  const end = text.trimEnd().length;
  const lines = new LineCounter();
  return (offset) => {
    if (lines.lineStarts.length === 0) {
      lines.addNewLine(0);
      for (const { index } of text.matchAll(/\n/gu)) lines.addNewLine(index + 1);
    }
    const { line, col } = lines.linePos(Math.min(offset, end));
    return { line, column: col };
  };
}

function toValue(tree: YamlTree, file: PlacedFile, places: Places): Json {
  if (typeof tree !== "object" || tree === null) return tree;
  if ("list" in tree) {
    const list = tree.list.map(([, item]) => toValue(item, file, places));
    places.put(list, { file, tree });
    return list;
  }
  const value: Record<string, Json> = {};
  for (const [key, , member] of tree.map) value[key] = toValue(member, file, places);
  places.put(value, { file, tree });
  return value;
}

type YamlProblem = readonly [at: number, message: string, fix: string];

export interface ParsedText {
  readonly tree: YamlTree;
  readonly problems: readonly YamlProblem[];
  /** The parser skipped a part, so the rest is unreliable. */
  readonly broken: boolean;
}

/**
 * Parses YAML text. Everything without a single meaning as JSON is a problem: syntax errors, tabs,
 * duplicate keys, endless aliases, several documents, numbers that JSON cannot hold, and names that
 * every object inherits.
 */
function parseYaml(text: string): ParsedText {
  const problems: YamlProblem[] = [];
  const fail: Fail = (...problem) => problems.push(problem);
  // What reads the file replaces bytes of other encodings by this character.
  const foreign = text.indexOf("\uFFFD");
  if (foreign >= 0) {
    fail(foreign, "The file is not UTF-8.", "Save it as UTF-8.");
    return { tree: { at: 0, map: [] }, problems, broken: true };
  }
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
      return { tree: { at: 0, map: [] }, problems, broken: true };
    }
    // A file that ends early may look like a text.
    if (broken && isScalar(contents)) return { tree: { at: 0, map: [] }, problems, broken };
    const run = { fail, anchors: new Map(), nesting: 0, depth: 0, repeated: 0 };
    return { tree: treeOf(contents, contents.range[0], run), problems, broken };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    fail(0, "The file is nested too deeply to be read.", "Flatten it or split it into files.");
    return { tree: { at: 0, map: [] }, problems, broken: true };
  }
}

type Fail = (at: number, message: string, fix: string) => void;

interface ParseRun {
  readonly fail: Fail;
  readonly anchors: Map<string, YamlNode>;
  /** Number of maps and lists around a value. */
  nesting: number;
  /** Depth of nested aliases, and number of values repeated by aliases. */
  depth: number;
  repeated: number;
}

/** Whatever reads the tree calls itself once per level, and must not exhaust the stack. */
const maxNesting = 200;

/** Vectors share one value a dozen times; far more is an attack or a mistake. */
const aliasDepth = 3;
const aliasedValues = 10_000;

const fixes: Readonly<Record<string, string>> & { readonly else: string } = {
  TAB_AS_INDENT: "Indent with spaces.",
  MULTIPLE_DOCS: "Keep one document in a file.",
  BAD_INDENT: "Line the entry up with its neighbours.",
  else: "Correct the syntax at this place.",
};

function treeOf(node: YamlNode, offset: number, run: ParseRun): YamlTree {
  if (isAlias(node)) return toAliased(node, offset, run);
  if (node.anchor !== undefined) run.anchors.set(node.anchor, node);
  if (isScalar(node)) return toScalar(node.value, node.range?.[0] ?? offset, run);
  if (!(isMap(node) || isSeq(node))) return null;
  if (run.nesting === maxNesting) throw new RangeError("nested too deeply");
  run.nesting += 1;
  const tree = isMap(node) ? toMap(node, offset, run) : toList(node, offset, run);
  run.nesting -= 1;
  return tree;
}

/**
 * Expands an alias. A few lines of nested aliases can expand to gigabytes, and an alias inside its
 * own anchor is endless, so depth and size are bounded.
 */
function toAliased(alias: Alias, offset: number, run: ParseRun): YamlTree {
  const at = alias.range?.[0] ?? offset;
  const target = run.anchors.get(alias.source);
  if (target === undefined || run.depth >= aliasDepth || run.repeated > aliasedValues) {
    const reason = target === undefined ? "has no anchor" : "repeats too much";
    if (run.repeated <= aliasedValues || run.depth === 0) {
      run.fail(at, `The alias *${alias.source} ${reason}.`, "Write the value out.");
    }
    return null;
  }
  run.depth += 1;
  const value = treeOf(target, at, run);
  run.depth -= 1;
  return value;
}

function toMap(map: YAMLMap, at: number, run: ParseRun): YamlTree {
  if (run.depth > 0) run.repeated += map.items.length;
  const seen = new Set<string>();
  const members: YamlMember[] = [];
  for (const pair of map.items as Pair<YamlNode, YamlNode | null>[]) {
    const keyAt = pair.key.range?.[0] ?? at;
    const word = keyOf(pair.key);
    if (word === undefined || word === "<<") {
      run.fail(keyAt, "This key is not supported.", "Use a plain word as the key.");
      continue;
    }
    const key = ownName(word, (...problem) => run.fail(keyAt, ...problem));
    if (seen.has(key)) {
      run.fail(keyAt, `The key "${key}" is written twice.`, "Keep one of the two.");
    }
    seen.add(key);
    const value = pair.value === null ? null : treeOf(pair.value, keyAt, run);
    members.push([key, keyAt, value]);
  }
  return { at, map: members };
}

function toList(list: YAMLSeq, at: number, run: ParseRun): YamlTree {
  if (run.depth > 0) run.repeated += list.items.length;
  const items = (list.items as YamlNode[]).map((item): YamlItem => {
    const itemAt = item.range?.[0] ?? at;
    return [itemAt, treeOf(item, itemAt, run)];
  });
  return { at, list: items };
}

function toScalar(value: unknown, offset: number, { fail }: ParseRun): YamlTree {
  if (typeof value === "number") {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
      fail(offset, "JSON cannot hold this number exactly.", "Write it as text, in quotes.");
    }
    return Number.isFinite(value) ? value : 0;
  }
  if (typeof value === "string") {
    if (/\p{Surrogate}/u.test(value)) {
      fail(offset, "This text is not well-formed Unicode.", "Remove the lone surrogate.");
    }
    return ownName(value, (...problem) => fail(offset, ...problem));
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

function keyOf(key: YamlNode): string | undefined {
  if (!isScalar(key)) return undefined;
  const { value } = key;
  // A status code is a number in YAML and a name in JSON; a bare `null` or `true` is a word.
  return typeof value === "string" ? value : (key.source ?? String(value));
}

function firstSentence(message: string): string {
  const [first = message] = message.split("\n");
  return first.replace(/(?<![.:])[.:]+$/u, "");
}
