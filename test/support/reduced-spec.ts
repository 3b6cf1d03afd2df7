/** A spec without some of its parts, and without what makes no sense without them. */

import { isCollection, isNode, isPair, LineCounter, parse, parseDocument, stringify } from "yaml";

import { build } from "../../generators/contract/build.ts";
import { load } from "../../generators/contract/documents/load.ts";
import { SpecError } from "../../generators/contract/documents/problems.ts";
import type { SpecFile, SpecLocation } from "../../generators/contract/documents/spec-files.ts";
import type { ParseCache } from "../../generators/contract/documents/yaml.ts";
import type { Contract, Problem } from "../../generators/contract/model.ts";

const cache: ParseCache = new Map();
/** Texts without anchors, which the rest of a file may refer to, by those with them. */
const plainTexts = new Map<string, string>();

function plain(text: string): string {
  const known = plainTexts.get(text) ?? stringify(parse(text), { aliasDuplicateObjects: false });
  plainTexts.set(text, known);
  return known;
}

/**
 * The contract without `file.yaml#/path/of/a/part`, or without a file, `file.yaml#/`; then without
 * whatever a problem points at, until there is no problem.
 */
export function contractWithout(
  location: SpecLocation,
  files: readonly SpecFile[],
  parts: readonly string[],
): Contract {
  let left = files.flatMap((file) => {
    if (file.path.startsWith("lint/")) return file;
    if (parts.includes(`${file.path}#/`)) return [];
    const text = plain(file.text);
    const own = parts.filter((part) => part.startsWith(`${file.path}#/`));
    if (own.length === 0) return { ...file, text };
    const document = parseDocument(text);
    for (const part of own) {
      const pointer = part.slice(part.indexOf("#/") + 2).split("/");
      if (!document.deleteIn(pointer)) throw new Error(`There is no ${part}.`);
    }
    return { ...file, text: String(document) };
  });
  for (let rounds = 0; ; rounds += 1) {
    try {
      return build(load(location, left, cache));
    } catch (error) {
      if (!(error instanceof SpecError) || rounds > 30) throw error;
      const { problems } = error;
      left = left.flatMap((file) => {
        const own = problems.filter(({ origin }) => origin.file.endsWith(`/spec/${file.path}`));
        if (own.length === 0) return file;
        return own.some(isOfFile) ? [] : { ...file, text: withoutPlaces(file.text, own) };
      });
    }
  }
}

/** A file that nothing refers to, or one that lacks what it is about. */
function isOfFile({ origin: { file, line, column } }: Problem): boolean {
  return line === 1 && column === 1 && !/\/(?:open|async)api\.yaml$/u.test(file);
}

/** Leaves out the parts that begin where a problem is, and what holds nothing then. */
function withoutPlaces(text: string, problems: readonly Problem[]): string {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const isWrong = (node: unknown): boolean => {
    const [offset] = isNode(node) ? (node.range ?? []) : [];
    if (offset === undefined) return false;
    const { line, col } = lineCounter.linePos(offset);
    return problems.some(({ origin }) => origin.line === line && origin.column === col);
  };
  /** Whether nothing is left of a node. */
  const isGone = (node: unknown): boolean => {
    if (isWrong(node)) return true;
    if (!isCollection(node) || node.items.length === 0) return false;
    node.items = node.items.filter((item) =>
      isPair(item) ? !isWrong(item.key) && !isGone(item.value) : !isGone(item),
    );
    return node.items.length === 0;
  };
  isGone(document.contents);
  return String(document);
}
