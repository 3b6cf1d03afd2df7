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

/** Data for a script of the page, as JSON that cannot end its element. */
export function dataScript(id: string, data: object): Html {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return html`<script type="application/json" id="${id}">${{ markup: json }}</script>`;
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
