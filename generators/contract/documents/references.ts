import { posix } from "node:path";

import { isList, member } from "./json.ts";
import type { Json } from "./model.ts";

/** What a `$ref` points at: a file of the spec, and a place in it. */
export interface Target {
  readonly file: string;
  readonly pointer: readonly string[];
}

/** Why a `$ref` is refused, and what to write instead. */
export interface Refusal {
  readonly message: string;
  readonly fix: string;
}

/**
 * Reads a `$ref` against the file that it is written in. Both paths are relative to the spec's
 * folder, and nothing outside that folder can be named: no address, no absolute path, no `..`
 * that leaves it.
 */
export function readReference(text: string, from: string): Target | Refusal {
  const [path = "", fragment = ""] = splitOnce(text, "#");
  if (/^[a-z][a-z0-9+.-]*:/iu.test(path) || path.startsWith("//")) {
    return refusal(text, "names an address", "Copy what it names into the spec's folder");
  }
  if (posix.isAbsolute(path) || path.includes("\\") || path.includes("\0")) {
    return refusal(text, "is no relative path", "Write the path from this file, with slashes");
  }
  const file = path === "" ? from : posix.join(posix.dirname(from), decoded(path));
  if (file === ".." || file.startsWith("../")) {
    return refusal(text, "leaves the spec's folder", "Move what it names into the spec's folder");
  }
  if (fragment !== "" && !fragment.startsWith("/")) {
    return refusal(text, "has no JSON pointer after #", "Write #/ and the names on the way");
  }
  return { file, pointer: fragment === "" ? [] : fragment.slice(1).split("/").map(fromPointer) };
}

/** The JSON pointer of some names, with what a pointer cannot hold escaped. */
export function toPointer(names: readonly string[]): string {
  return names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The names of a pointer within one document, as in `#/components/schemas/Order`. */
export function pointerNames(reference: string): readonly string[] {
  return reference.startsWith("#/") ? reference.slice(2).split("/").map(fromPointer) : [];
}

/** What a pointer leads to within a value, or nothing. */
export function lookUp(value: Json | undefined, pointer: readonly string[]): Json | undefined {
  let found = value;
  for (const name of pointer) found = isList(found) ? found[Number(name)] : member(found, name);
  return found;
}

function refusal(text: string, reason: string, fix: string): Refusal {
  return { message: `The $ref "${text}" ${reason}.`, fix: `${fix}.` };
}

function fromPointer(name: string): string {
  return decoded(name).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** A text that is no percent-encoding stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}
