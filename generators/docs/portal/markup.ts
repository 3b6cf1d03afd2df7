import { posix } from "node:path";

/** A tag, or the text between two tags. */
export interface Piece {
  readonly kind: "open" | "close" | "text";
  /** Tag name in lower case; empty for text. */
  readonly tag: string;
  readonly source: string;
}

/** Void elements. */
const single = new Set(["br", "hr", "img", "input", "meta", "link", "path", "rect", "circle"]);

/** Splits markup into pieces; an unclosed tag gets its closing piece. */
export function* piecesOf(markup: string): Generator<Piece> {
  for (const source of markup.split(/(<[^<>]*>)/u)) {
    const [, slash, name] = /^<(\/?)([a-z][\w-]*)/iu.exec(source) ?? [];
    if (name === undefined) {
      if (source !== "" && !source.startsWith("<!")) yield { kind: "text", tag: "", source };
      continue;
    }
    const tag = name.toLowerCase();
    yield { kind: slash === "/" ? "close" : "open", tag, source };
    if (slash !== "/" && (single.has(tag) || source.endsWith("/>"))) {
      yield { kind: "close", tag, source: "" };
    }
  }
}

/** Maps the text of markup, except in links, samples, drawings and scripts. */
export function mapMarkupText(markup: string, change: (text: string) => string): string {
  const fixed = new Set(["a", "pre", "svg", "script", "style", "summary"]);
  let depth = 0;
  let result = "";
  for (const { kind, tag, source } of piecesOf(markup)) {
    if (fixed.has(tag)) depth += kind === "open" ? 1 : -1;
    result += kind === "text" && depth === 0 ? change(source) : source;
  }
  return result;
}

/** The text of markup, unescaped. */
export function plainText(markup: string): string {
  return unescaped(markup.replace(/<[^<>]*>/gu, ""));
}

/** Text with the characters that markup escapes. */
export function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&");
}

/** The anchor of a heading in GitHub's form: `Rate limits` becomes `rate-limits`. */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\w\s-]/gu, "")
    .replace(/\s/gu, "-");
}

/** The relative address between two pages, both given from the portal's root. */
export function relativeHref(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to);
}

/** The Markdown beside a page. */
export function markdownPath(path: string): string {
  return path.replace(/html$/u, "md");
}
