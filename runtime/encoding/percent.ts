/**
 * Percent-encoding of the fields in a query or form body, and back. Encoded text is sent unchanged:
 * no transport may encode it again.
 */

import type { FieldIssue } from "./field-issue.ts";
import { fieldIssue, isWellFormed, printableName } from "./field-issue.ts";

/** One field on the wire: its name and its original, unencoded text. */
export type Pair = readonly [name: string, text: string];

/**
 * Percent-encodes every character but letters, digits and `-._~`; a space is `%20`.
 * @throws URIError for text that is not well-formed Unicode.
 */
export function encodeText(text: string): string {
  // Most texts need no encoding, which costs five times as much as to see that.
  if (!encodedInPart.test(text)) return text;
  return encodeURIComponent(text).replace(keptByBuiltIn, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}

const encodedInPart = /[^\w.~-]/;

/** Some transports rewrite an apostrophe; encoding all five leaves nothing to rewrite. */
const keptByBuiltIn = /[!'()*]/g;

/** Writes pairs as `name=value&name=value`, in their order. */
export function encodePairs(pairs: readonly Pair[]): string {
  let text = "";
  for (const [name, value] of pairs) {
    if (text !== "") text += "&";
    text += encodeText(name);
    text += "=";
    text += encodeText(value);
  }
  return text;
}

/**
 * Reads a query (without its question mark) or a form body: its fields in the order sent, and the
 * issues of unreadable parts. Values are not trimmed, and no name is dropped. A plus is a space.
 */
export function decodePairs(text: string) {
  const pairs: Pair[] = [];
  const issues: FieldIssue[] = [];
  const decode = encodedCharacter.test(text) || !isWellFormed(text) ? decodeText : asItIs;
  for (const part of text.split("&")) {
    if (part !== "") {
      const equals = part.indexOf("=");
      const name = decode(equals === -1 ? part : part.slice(0, equals));
      const value = decode(equals === -1 ? "" : part.slice(equals + 1));
      if (name === undefined || name === "") {
        issues.push(fieldIssue("(a field)", "name", "has no readable name", "write name=value"));
      } else if (value === undefined) {
        issues.push(badEscape(name));
      } else {
        pairs.push([name, value]);
      }
    }
  }
  return { pairs, issues };
}

/** Most requests contain nothing encoded. */
const asItIs = (text: string): string => text;

function decodeText(text: string): string | undefined {
  try {
    // The built-in function rejects overlong forms, surrogates and broken escapes.
    const decoded = encodedCharacter.test(text)
      ? decodeURIComponent(text.replaceAll("+", " "))
      : text;
    return isWellFormed(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}

const encodedCharacter = /[%+]/;

/** Decodes percent-encoding; a text with a broken escape is returned unchanged. */
export function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function badEscape(name: string): FieldIssue {
  const fix = "percent-encode its UTF-8 bytes";
  return fieldIssue(printableName(name), "escape", "is not percent-encoded UTF-8", fix);
}
