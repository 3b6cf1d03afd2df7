import { posix } from "node:path";

import type { Contract } from "../contract/model.ts";
import type { Html } from "./html.ts";
import { operationHref } from "./links.ts";
import { link, list, type Md, md, prose, withLinks } from "./markdown.ts";
import { markdownPath, relativeHref } from "./portal/markup.ts";

/** A Markdown text, and its page. */
export interface MarkdownText {
  /** Path of the file in links of other texts, such as `docs/client.md`. */
  readonly file: string;
  /** Path of the page in the portal, such as `guides/client.html`. */
  readonly page: string;
  readonly title: string;
  readonly text: string;
  /** Its pictures, by the names in the comments that stand for them. */
  readonly widgets?: ReadonlyMap<string, Html>;
}

/** The text with links to the pages of other texts; a link to another file becomes its words. */
export function guideText(own: MarkdownText, all: readonly MarkdownText[]): string {
  const pages = new Map(all.map(({ file, page }) => [file, page]));
  return withLinks(own.text, (href) => {
    const [path = "", anchor] = href.split("#");
    if (/^https?:/u.test(href) || path === "") return href;
    const page = pages.get(posix.join(posix.dirname(own.file), path));
    if (page === undefined) return undefined;
    const target = markdownPath(relativeHref(own.page, page));
    return anchor === undefined ? target : `${target}#${anchor}`;
  });
}

/** The list of guides, each with its first sentence. */
export function guideIndex(guides: readonly MarkdownText[]): Md {
  return md`
# Guides

How to use the client, the sandbox and the contract tests, with samples that run.
${list(guides.map(({ page, title, text }) => md`${link(page, title)}<br>${prose(firstSentence(text))}`))}`;
}

/** The list of the client's modules. */
export function clientIndex(modules: readonly MarkdownText[]): Md {
  return md`
# The TypeScript client

Everything that the package exports, by module.
${list(modules.map(({ page, title }) => link(page, title)))}`;
}

/** The reference of a module, with links from methods to their operations. */
export function withOperationLinks(text: string, page: string, contract: Contract): string {
  const byId = new Map(contract.operations.map((one) => [one.id, one]));
  return text.replace(/^#+ (\w+)\(\)\n/gmu, (heading, name: string) => {
    const operation = byId.get(name);
    if (operation === undefined) return heading;
    const href = markdownPath(relativeHref(page, operationHref(operation)));
    return `${heading}\n[${operation.method} ${operation.path}](${href})\n`;
  });
}

/** The first sentence after the title; some guides begin with a sample. */
function firstSentence(text: string): string {
  const prose = text.replace(/^```.*?^```$/gmsu, "").replace(/^# .*$/mu, "");
  const [paragraph = ""] = /^[A-Z`].*(?:\n(?!\n).*)*/mu.exec(prose) ?? [];
  const flat = paragraph.replace(/\s+/gu, " ").replace(/\[([^[\]]*)\]\([^()]*\)/gu, "$1");
  return (/^.*?[.:](?=\s|$)/u.exec(flat)?.[0] ?? flat).replace(/:$/u, ".");
}
