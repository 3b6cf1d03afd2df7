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
  return html`${pieces.map((piece, at) => (at % 2 === 0 ? piece : code(piece)))}`;
}

/** Parts with a separator between them. */
export function joined(parts: readonly Part[], separator: Part = ", "): Html {
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

/**
 * A table; the first column holds the row heads. On a phone each cell stands below the one before,
 * with the head of its column.
 */
export function table(heads: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<div class="table"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ([first, ...rest]) =>
    html`<tr><th scope="row">${first}</th>${rest.map(
      (cell, index) => html`<td data-head="${heads[index + 1]}">${cell}</td>`,
    )}</tr>\n`,
)}</tbody>
</table></div>`;
}

/** Terms and their values. */
export function terms(entries: readonly (readonly [term: Part, value: Part])[]): Html {
  return html`<dl class="facts">
${entries.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>\n`)}</dl>`;
}

/** Data for a script of the page, as JSON that ends no element. */
export function dataScript(id: string, data: object): Html {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return html`<script type="application/json" id="${id}">${{ markup: json }}</script>`;
}

/** Words that are an anchor, and a link to themselves. */
export function anchor(id: string, words: Part): Html {
  return html`<a class="self" id="${id}" href="#${id}">${words}</a>`;
}

function printed(part: Part): string {
  if (part === undefined) return "";
  if (typeof part === "string") return escaped(part);
  if (typeof part === "number") return String(part);
  return "markup" in part ? part.markup : part.map(printed).join("");
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
