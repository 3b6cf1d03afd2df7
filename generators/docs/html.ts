/** HTML that is safe to print: made by `html`, which escapes its parts. */
export interface Html {
  readonly markup: string;
}

/** A value in a template: text is escaped, lists are concatenated, `undefined` prints nothing. */
type Part = Html | string | number | undefined | readonly Part[];

/** Template tag: the template is markup, its parts are escaped. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: texts.map((text, index) => text + printed(parts[index])).join("") };
}

/** A description of the spec, with `words` between backticks as code. */
export function prose(text: string): Html {
  const pieces = text.trim().split(/`([^`]+)`/u);
  const parts = pieces.map((piece, at) => (at % 2 === 0 ? piece : html`<code>${piece}</code>`));
  return html`${parts}`;
}

/** Parts with a separator between them. */
export function joined(parts: readonly Part[], separator = ", "): Html {
  return html`${parts.map((part, index) => html`${index === 0 ? "" : separator}${part}`)}`;
}

/** A word of the wire as code. */
export function code(word: string | number): Html {
  return html`<code>${word}</code>`;
}

/** Words less important than those around them. */
export function soft(words: Part): Html {
  return html`<span class="soft">${words}</span>`;
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

/** Escapes text for HTML, between tags and inside quoted attributes. */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
