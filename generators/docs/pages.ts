import type { Contract } from "../contract/model.ts";
import { assumptionList, assumptionScript } from "./assumptions.ts";
import { type Html, html } from "./html.ts";
import { createMark } from "./marks.ts";
import { overview } from "./overview.ts";
import { rules } from "./rules.ts";
import { style } from "./style.ts";

/** One page of the documentation: a file name and its whole text. */
export interface DocsPage {
  readonly path: string;
  readonly text: string;
}

/** All pages in the order of the links; a standard renderer makes those without a body. */
const pages = [
  { path: "index.html", title: "Overview", body: overview },
  { path: "rest.html", title: "REST" },
  { path: "streams.html", title: "Streams" },
  { path: "rules.html", title: "Rules", body: rules },
  {
    path: "assumptions.html",
    title: "Assumptions",
    body: assumptionList,
    script: assumptionScript,
  },
] as const;

/** Our own pages; the two reference pages are rendered from `restView` and `streamView`. */
export function docsPages(contract: Contract): readonly DocsPage[] {
  const mark = createMark(contract.assumptions);
  const product = `${contract.title} ${contract.version}`;
  return pages.flatMap((page) => {
    if (!("body" in page)) return [];
    const { path, title } = page;
    const script = "script" in page ? page.script : "";
    return [{ path, text: frame({ path, title, product, script }, page.body(contract, mark)) }];
  });
}

interface Head {
  readonly path: string;
  readonly title: string;
  /** Name and version of the interface, for the tab of the browser and the head of the page. */
  readonly product: string;
  /** Text of a script; pages work without it. */
  readonly script: string;
}

/** The text of a page: head, links to the other pages, table of contents, body. */
function frame({ path, title, product, script }: Head, body: Html): string {
  const links = pages.map((page) => {
    const current = page.path === path ? html` aria-current="page"` : undefined;
    return html`<a href="${page.path}"${current}>${page.title}</a>`;
  });
  const contents = [...body.markup.matchAll(/<h2 (id="[^"]+")>([^<]+)<\/h2>/gu)].map(
    ([, id = "", words = ""]) => `<li><a href="#${id.slice(4)}>${words}</a></li>`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${title} – ${product}</title>
<link rel="icon" href="data:," />
<style>${{ markup: style }}</style>
</head>
<body>
<header class="top">
<nav aria-label="Pages"><span class="name">${product}</span>${links}</nav>
</header>
<div class="layout">
<nav class="contents" aria-label="On this page"><ol>${{ markup: contents.join("") }}</ol></nav>
<main>${body}</main>
</div>
<script>${{ markup: script }}</script>
</body>
</html>
`.markup;
}
