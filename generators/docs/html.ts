/** HTML that is safe to print: made by `html`, which escapes whatever it is given. */
export interface Html {
  readonly markup: string;
}

/** What may stand in a template: text is escaped, lists are joined, nothing is nothing. */
export type Part = Html | string | number | undefined | readonly Part[];

/** Template tag: markup is written in the template, everything put into it is escaped. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: texts.map((text, index) => text + printed(parts[index])).join("") };
}

/** Text as it stands in HTML, between tags and inside quoted attributes. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** A text in which `words` between backticks are code, as descriptions in the spec have them. */
export function prose(text: string): Html {
  const pieces = text.trim().split(/`([^`]+)`/u);
  const parts = pieces.map((piece, at) => (at % 2 === 0 ? piece : html`<code>${piece}</code>`));
  return html`${parts}`;
}

function printed(part: Part): string {
  if (part === undefined) return "";
  if (typeof part === "string") return escaped(part);
  if (typeof part === "number") return String(part);
  return isList(part) ? part.map(printed).join("") : part.markup;
}

function isList(part: Html | readonly Part[]): part is readonly Part[] {
  return Array.isArray(part);
}
