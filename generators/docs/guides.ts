import { posix } from "node:path";

import type { Contract } from "../contract/model.ts";
import { type Html, html } from "./html.ts";
import { operationHref } from "./links.ts";
import { renderMarkdown } from "./portal/markdown.ts";
import { relativeHref } from "./portal/markup.ts";

/** A Markdown text, and its page. */
export interface MarkdownText {
  /** Path of the file in links of other texts, such as `docs/client.md`. */
  readonly file: string;
  /** Path of the page in the portal, such as `guides/client.html`. */
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

/** The body of a text; links to other texts become links to their pages. */
export function guideBody(own: MarkdownText, all: readonly MarkdownText[]): Html {
  const pages = new Map(all.map(({ file, page }) => [file, page]));
  return renderMarkdown(
    own.text,
    (href) => {
      const [path = "", anchor] = href.split("#");
      if (/^https?:|\.html(?:#|$)/u.test(href)) return href;
      const page = path === "" ? own.page : pages.get(posix.join(posix.dirname(own.file), path));
      if (page === undefined) return undefined;
      const target = page === own.page ? "" : relativeHref(own.page, page);
      return anchor === undefined ? target : `${target}#${anchor}`;
    },
    isOwn(own),
  );
}

/** Whether a text was written by hand here: the reference of exports quotes the contract. */
function isOwn({ file }: MarkdownText): boolean {
  return /^docs\/[^/]+\.md$/u.test(file);
}

/** The list of guides, each with its first sentence. */
export function guideIndex(guides: readonly MarkdownText[]): Html {
  return html`
<h1>Guides</h1>
<p class="lead">How to use the client, the sandbox and the contract tests, with samples that run.</p>
<div class="cards">${guides.map(
    ({ page, title, text }) => html`<a class="card" href="${posix.basename(page)}">
<strong>${title}</strong><p>${firstSentence(text)}</p></a>`,
  )}</div>`;
}

/** The list of the client's modules. */
export function clientIndex(modules: readonly MarkdownText[]): Html {
  return html`
<h1>The TypeScript client</h1>
<p class="lead">Everything that the package exports, by module.</p>
<ul>${modules.map(
    ({ page, title }) => html`<li><a href="${posix.basename(page)}">${title}</a></li>`,
  )}</ul>`;
}

/** The reference of a module, with links from methods to their operations. */
export function withOperationLinks(module: MarkdownText, contract: Contract): MarkdownText {
  const byId = new Map(contract.operations.map((one) => [one.id, one]));
  const text = module.text.replace(/^#+ (\w+)\(\)\n/gmu, (heading, name: string) => {
    const operation = byId.get(name);
    if (operation === undefined) return heading;
    const href = relativeHref(module.page, operationHref(operation));
    return `${heading}\n[${operation.method} ${operation.path}](${href})\n`;
  });
  return { ...module, text };
}

/** The first sentence after the title; some guides begin with a sample. */
function firstSentence(text: string): string {
  const prose = text.replace(/^```.*?^```$/gmsu, "").replace(/^# .*$/mu, "");
  const [paragraph = ""] = /^[A-Z`].*(?:\n(?!\n).*)*/mu.exec(prose) ?? [];
  const flat = paragraph.replace(/\s+/gu, " ").replace(/\[([^[\]]*)\]\([^()]*\)/gu, "$1");
  return (/^.*?[.:](?=\s|$)/u.exec(flat)?.[0] ?? flat).replaceAll("`", "").replace(/:$/u, ".");
}
