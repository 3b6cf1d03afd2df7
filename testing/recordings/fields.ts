/** Request fields in a query or a form: split, decoded, encoded. */

import { signing } from "../../generated/tables.ts";

/** One decoded field; a list keeps the order of sending. */
export type Pair = readonly [name: string, value: string];

/** Fields with a new value in each request, which recordings omit. */
export const volatileFields: ReadonlySet<string> = new Set([signing.timestamp, signing.signature]);

/** What a recording has in place of a volatile field's value. */
export function placeholderOf(name: string): string {
  return `redacted${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

export const formType = "application/x-www-form-urlencoded";

/** Splits and decodes `a=1&b=2`; skips empty parts, a name without `=` has an empty value. */
export function parsePairs(text: string): readonly Pair[] {
  return text
    .split("&")
    .filter((part) => part !== "")
    .map((part): Pair => {
      const [name = ""] = part.split("=", 1);
      return [decodeField(name), decodeField(part.slice(name.length + 1))];
    });
}

/** Encodes fields for a query or a form, with all reserved characters escaped. */
export function formatPairs(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
}

/** Splits the part of a URL after the host into path and query. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const [whole = ""] = target.split("#", 1);
  const [path = ""] = whole.split("?", 1);
  return { path, query: whole.slice(path.length + 1) };
}

/** Path and query of an absolute URL, exactly as written. */
export function targetOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  return start < 0 ? "/" : url.slice(start);
}

/**
 * Decodes one name or value. Text that is not UTF-8 is kept undecoded after a lone surrogate, which
 * no decoded text contains, so that it never equals another value.
 */
function decodeField(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return `\uDFFF${spaced}`;
  }
}

function encode(text: string): string {
  return text.startsWith("\uDFFF") ? text.slice(1).replaceAll(" ", "+") : encodeURIComponent(text);
}
