/** Safe HTML from the template tag `html`, which escapes its parts. */
export interface Html {
  readonly markup: string;
}

/** A value in a template: text is escaped, lists are concatenated, `undefined` prints nothing. */
type Part = Html | string | number | undefined | readonly Part[];

/** Template tag: the template is markup, its parts are escaped. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: texts.map((text, index) => text + printed(parts[index])).join("") };
}

/** A description from the spec, with `words` in backticks as code. */
export function prose(text: string): Html {
  const pieces = text.trim().split(/`([^`]+)`/u);
  return html`${pieces.map((piece, at) => (at % 2 === 0 ? piece : code(piece)))}`;
}

/** Parts joined by a separator. */
export function joined(parts: readonly Part[], separator: Part = ", "): Html {
  return html`${parts.map((part, index) => html`${index === 0 ? "" : separator}${part}`)}`;
}

/** A wire name as code. */
export function code(word: string | number): Html {
  return html`<code>${word}</code>`;
}

/** De-emphasised words. */
export function soft(words: Part): Html {
  return html`<span class="soft">${words}</span>`;
}

/**
 * A table; the first column has the row heads. On a phone the cells stack, each with its column
 * head.
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

/** A list of terms and values. */
export function terms(entries: readonly (readonly [term: Part, value: Part])[]): Html {
  return html`<dl class="field-list">
${entries.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>\n`)}</dl>`;
}

/** Data for a script of the page, as JSON that cannot end its element. */
export function dataScript(id: string, data: object): Html {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return html`<script type="application/json" id="${id}">${{ markup: json }}</script>`;
}

/** An anchor that links to itself. */
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
