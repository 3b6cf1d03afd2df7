import { Marked } from "marked";

import { type Html, html } from "../html.ts";
import { plainText, slug } from "./markup.ts";

/** Renders Markdown. `hrefOf` gives the address of a link, or nothing for one that has no page. */
export function renderMarkdown(text: string, hrefOf: (href: string) => string | undefined): Html {
  const taken = new Map<string, number>();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const words = this.parser.parseInline(tokens);
        const base = slug(plainText(words));
        const count = taken.get(base) ?? 0;
        taken.set(base, count + 1);
        return `<h${depth} id="${count === 0 ? base : `${base}-${count}`}">${words}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = hrefOf(href);
        return target === undefined
          ? words
          : html`<a href="${target}">${{ markup: words }}</a>`.markup;
      },
      code({ text: code, lang = "" }) {
        // After the language a guide may name the file that a reader writes it to.
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
