import { Marked } from "marked";

import { type Html, html } from "../html.ts";

/** Renders Markdown. `hrefOf` maps a link, or returns nothing if it has no page. */
export function renderMarkdown(text: string, hrefOf: (href: string) => string | undefined): Html {
  const marked = new Marked({
    renderer: {
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = hrefOf(href);
        return target === undefined
          ? words
          : html`<a href="${target}">${{ markup: words }}</a>`.markup;
      },
      code({ text: code, lang = "" }) {
        // After the language a guide may name the file that the reader writes it to.
        const [language = "", file] = lang.split(/\s+/u);
        const name = file === undefined ? undefined : html`<figcaption>${file}</figcaption>`;
        const body = html`<pre data-language="${language}"><code>${code}\n</code></pre>`;
        return html`<figure class="sample">${name}${body}</figure>\n`.markup;
      },
    },
  });
  const markup = marked.parse(text, { async: false });
  const tables = markup
    .replaceAll("<table>", '<div class="table"><table>')
    .replaceAll("</table>", "</table></div>");
  return { markup: tables };
}
