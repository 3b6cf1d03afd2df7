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
  /** What it is about, as a sentence. */
  readonly about: string;
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

/** The first page of guides, or of the client's modules. */
export function textIndex(title: string, lead: string, texts: readonly MarkdownText[]): Md {
  return md`
# ${title}

${lead}
${list(texts.map(({ page, title: name, about }) => md`${link(page, name)}<br>${prose(about)}`))}`;
}

/** The reference of a module: what it holds, and links from methods to their operations. */
export function moduleText(
  text: string,
  { page, about }: MarkdownText,
  { operations }: Contract,
): string {
  const byId = new Map(operations.map((one) => [one.id, one]));
  const linked = text.replace(/^#+ (\w+)\(\)\n/gmu, (heading, name: string) => {
    const operation = byId.get(name);
    if (operation === undefined) return heading;
    const href = markdownPath(relativeHref(page, operationHref(operation)));
    return `${heading}\n[${operation.method} ${operation.path}](${href})\n`;
  });
  return linked.replace(/\n/u, `\n\n${about}\n`);
}
