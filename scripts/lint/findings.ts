import { relative, resolve } from "node:path";

import { byText } from "../../generators/contract/documents/json.ts";
import { placeOf } from "../../generators/contract/documents/places.ts";
import { byOrigin } from "../../generators/contract/documents/problems.ts";
import * as read from "../../generators/contract/documents/read.ts";
import type { JsonObject, Origin } from "../../generators/contract/model.ts";

/** One finding of a check: the position, the rule, and what to do about it. */
export interface Finding extends Origin {
  readonly rule: string;
  readonly message: string;
}

/** A finding at a path of a document, before the position in the sources is known. */
export interface PathFinding {
  readonly path: readonly (string | number)[];
  readonly rule: string;
  readonly message: string;
}

/** Sorts by position; merges findings with the same words on the same line. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const distinct = new Map(
    findings.map((finding) => [findingLine({ ...finding, column: 1 }), finding]),
  );
  return [...distinct.values()].sort(
    (left, right) =>
      byOrigin(left, right) || byText(left.rule, right.rule) || byText(left.message, right.message),
  );
}

/** A finding as one line with a clickable position. */
export function findingLine({ file, line, column, rule, message }: Finding): string {
  return `${file}:${line}:${column} ${rule} ${message.replace(/\s+/gu, " ").trim()}`;
}

/** A file as findings show it: its path from the working folder. */
export function shownFile(path: string): string {
  return relative(process.cwd(), resolve(path)).replaceAll("\\", "/");
}

export function lineText({ file, line }: Pick<Origin, "file" | "line">): string {
  return `${file}:${line}`;
}

/** The position in the sources of a path in a bundled document, or of what is nearest to it. */
export function originOfPath(document: JsonObject, path: readonly (string | number)[]): Origin {
  const { node, key } = read.holderAt(document, path);
  return placeOf(node, key);
}
