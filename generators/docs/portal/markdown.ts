import { Marked } from "marked";

import { type Html, html } from "../html.ts";
import { highlighted } from "./highlight.ts";

/**
 * Renders Markdown. `hrefOf` maps a link, or returns nothing if it has no page. Markup in the text
 * is shown as text, unless the text is `trusted`: one of the project's own guides.
 */
export function renderMarkdown(
  text: string,
  hrefOf: (href: string) => string | undefined,
  trusted = false,
): Html {
  const marked = new Marked({
    renderer: {
      ...(trusted
        ? {}
        : { html: ({ text: markup }: { readonly text: string }) => html`${markup}`.markup }),
      image: ({ text: words }) => html`${words}`.markup,
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = hrefOf(href);
        return target === undefined || !safeAddress.test(target)
          ? words
          : html`<a href="${target}">${{ markup: words }}</a>`.markup;
      },
      code({ text: code, lang = "" }) {
        // After the language a guide may name the file that the reader writes it to.
        const [language = "", file] = lang.split(/\s+/u);
        const name = file === undefined ? undefined : html`<figcaption>${file}</figcaption>`;
        const colored = { markup: highlighted(`${code}\n`, language) };
        const body = html`<pre data-language="${language}"><code>${colored}</code></pre>`;
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

/** Addresses of the web and of the portal; no script hides behind another scheme. */
const safeAddress = /^(?:https?:|[^:]*(?:[#?].*)?$)/iu;
