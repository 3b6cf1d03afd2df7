import { posix } from "node:path";

import { decodeLeniently } from "../../../runtime/encoding/percent.ts";
import { fromPointer, isObject, toPointer } from "./json.ts";
import type { Json, JsonObject } from "./model.ts";
import { isBroken, placeholder, placeOf } from "./places.ts";
import type { Problems } from "./problems.ts";
import * as read from "./read.ts";

/** Target of a `$ref`: a file of the spec, and a JSON pointer in it. */
export interface Target {
  readonly file: string;
  readonly pointer: readonly string[];
}

/** Context of following references: the files by path within the spec's folder, and reporting. */
export interface ReferenceContext {
  /** The value of a file, or nothing if there is no such file. */
  readonly open: (path: string) => Json | undefined;
  /** Called with every target. */
  readonly visit: (target: Target) => void;
  readonly problems: Problems;
}

/** A target as text, for messages. */
export function targetText({ file, pointer }: Target): string {
  return pointer.length === 0 ? file : `${file}#${toPointer(pointer)}`;
}

/** The value at a target, or nothing. */
export function targetValue({ open }: ReferenceContext, target: Target): Json | undefined {
  return read.at(open(target.file), ...target.pointer);
}

/** The target of an object's `$ref`; reports a forbidden reference. */
export function targetOf(
  context: ReferenceContext,
  node: JsonObject,
  file: string,
): Target | undefined {
  const reference = node["$ref"];
  const target =
    typeof reference === "string"
      ? readReference(reference, file)
      : { message: "A $ref must be a text.", fix: "Write the path of a file in it." };
  if ("file" in target) {
    context.visit(target);
    return target;
  }
  context.problems.report({ node, key: "$ref" }, target.message, target.fix);
  return undefined;
}

/** Reports a reference without a target, unless its file is half-parsed; gives a placeholder. */
export function missing(context: ReferenceContext, node: JsonObject, target: Target): JsonObject {
  context.problems.hideName(target.pointer.at(-1) ?? posix.basename(target.file, ".yaml"));
  const file = context.open(target.file);
  if (isObject(file) && isBroken(file)) return placeholder(node);
  const problem = targetValue(context, target) === undefined ? "does not exist" : "is not a map";
  // Reported at a position: problems of nodes in half-parsed files are dropped.
  context.problems.report(
    placeOf(node, "$ref"),
    `The $ref "${String(node["$ref"])}" names ${targetText(target)}, which ${problem}.`,
    "Correct the $ref or write what it names.",
  );
  return placeholder(node);
}

interface Refusal {
  readonly message: string;
  readonly fix: string;
}

/**
 * Resolves a `$ref` relative to its file. Paths are within the spec's folder. Nothing outside of it
 * can be referenced: no URL, no absolute path, no `..` beyond it.
 */
export function readReference(text: string, from: string): Target | Refusal {
  if (text === "") return refusal(text, "is empty", "Write the path of a file in it");
  const hash = text.indexOf("#");
  const path = hash < 0 ? text : text.slice(0, hash);
  const fragment = hash < 0 ? "" : text.slice(hash + 1);
  if (/^[a-z][a-z0-9+.-]*:/iu.test(path) || path.startsWith("//")) {
    return refusal(text, "is a URL", "Copy what it names into the spec's folder");
  }
  if (posix.isAbsolute(path) || path.includes("\\") || path.includes("\0")) {
    return refusal(text, "is not a relative path", "Write the path from this file, with slashes");
  }
  const file = path === "" ? from : posix.join(posix.dirname(from), decodeLeniently(path));
  if (file === ".." || file.startsWith("../")) {
    return refusal(text, "leaves the spec's folder", "Move what it names into the spec's folder");
  }
  if (fragment !== "" && !fragment.startsWith("/")) {
    return refusal(text, "has no JSON pointer after #", "Write #/ and the names on the way");
  }
  return { file, pointer: fragment === "" ? [] : fromPointer(fragment.slice(1)) };
}

function refusal(text: string, reason: string, fix: string): Refusal {
  return { message: `The $ref "${text}" ${reason}.`, fix: `${fix}.` };
}
