/** Request fields in a query or a form: split, decoded, encoded. */

/** One decoded field; a list of these keeps the order in which they were sent. */
export type Pair = readonly [name: string, value: string];

/** Fields with a new value in each request; a recording cannot know them. */
export const volatileFields: ReadonlySet<string> = new Set(["timestamp", "signature"]);

export const formType = "application/x-www-form-urlencoded";

/** Splits `a=1&b=2` and decodes it; an empty part is dropped, a name without `=` has no value. */
export function parsePairs(text: string): readonly Pair[] {
  return text
    .split("&")
    .filter((part) => part !== "")
    .map((part): Pair => {
      const [name = ""] = part.split("=", 1);
      return [decodeField(name), decodeField(part.slice(name.length + 1))];
    });
}

/** Encodes fields for a query or a form, every reserved character escaped. */
export function formatPairs(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
}

/** Splits what follows the host of a URL into path and query. */
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
 * Decodes one name or value. Bytes that are not UTF-8 cannot be decoded; they are kept as written
 * after a lone surrogate, which no decoded text contains, so that they never equal another value.
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
