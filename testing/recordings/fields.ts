/** Request fields as they travel: split out of a query or a form, decoded, compared. */

/** One field, decoded; a list of these keeps the order sent. */
export type Pair = readonly [name: string, value: string];

/** Fields that make each request fresh; a replay cannot know them. */
export const volatileFields: ReadonlySet<string> = new Set(["timestamp", "signature"]);

/** Media type of a form body. */
export const formType = "application/x-www-form-urlencoded";

/** Splits `a=1&b=2` and decodes it; an empty part is dropped, a name without `=` has no value. */
export function parsePairs(text: string): readonly Pair[] {
  if (text === "") return [];
  const pairs: Pair[] = [];
  for (const part of text.split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const name = at < 0 ? part : part.slice(0, at);
    const value = at < 0 ? "" : part.slice(at + 1);
    pairs.push([decodeField(name), decodeField(value)]);
  }
  return pairs;
}

/** Encodes fields for a query or a form, every reserved character escaped. */
export function formatPairs(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
}

/** Splits what comes after the host of a URL into its path and its query. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const end = target.indexOf("#");
  const whole = end < 0 ? target : target.slice(0, end);
  const at = whole.indexOf("?");
  if (at < 0) return { path: whole, query: "" };
  return { path: whole.slice(0, at), query: whole.slice(at + 1) };
}

/** Path and query of an absolute URL, exactly as written. */
export function targetOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  return start < 0 ? "/" : url.slice(start);
}

/**
 * Decodes one name or value. Bytes that are no UTF-8 cannot be decoded; they are kept as written
 * behind a lone surrogate, which no decoded text can hold, so that they never equal another value.
 */
function decodeField(text: string): string {
  if (!text.includes("%") && !text.includes("+")) return text;
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
