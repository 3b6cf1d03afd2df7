import { type Html, html } from "../html.ts";
import { markdownPath, rootOf } from "./markup.ts";
import type { Rendered } from "./render.ts";

/** Links of the header: the first page of each section. */
export const allSections: readonly SectionLink[] = [
  {
    path: "guides/index.html",
    title: "Guides",
    about: "How to trade, follow streams, test a bot.",
  },
  { path: "rest.html", title: "REST", about: "Operations: weight, fields, samples, errors." },
  { path: "streams.html", title: "Streams", about: "Streams, their messages, how to open them." },
  { path: "rules.html", title: "Rules", about: "Signing, limits, error codes, orders, filters." },
  { path: "client/index.html", title: "Client", about: "The reference of the TypeScript client." },
  { path: "assumptions.html", title: "Assumptions", about: "Gaps, and what is assumed instead." },
  { path: "spec/index.html", title: "Contract", about: "The files that all of this is made from." },
];

export interface SectionLink {
  readonly path: string;
  readonly title: string;
  /** What the overview says of it. */
  readonly about: string;
}

export interface PageHead {
  /** Path of the page in the portal, such as `guides/client.html`. */
  readonly path: string;
  readonly title: string;
  /** Name and version of the interface, for the browser tab and the header. */
  readonly product: string;
  /** Path of the section's page, if that is another one. */
  readonly section?: string | undefined;
  readonly sections: readonly SectionLink[];
  /** Its scripts in scripts/docs/browser/; the page works without them. */
  readonly scripts?: readonly string[] | undefined;
}

/** Renders a page: header, table of contents, body. */
export function frame(head: PageHead, { markup, sections: all }: Rendered, links?: Html): string {
  const own = all.filter(({ level }) => level === 2);
  const contents =
    own.length === 0
      ? undefined
      : html`<nav class="contents" aria-label="On this page"><p>On this page</p><ol>${own.map(
          ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
        )}</ol></nav>`;
  return document(
    head,
    html`<div class="layout">
<div class="side">
${contents}${links}</div>
<main id="main" tabindex="-1" data-page="${head.path}">${{ markup }}</main>
</div>`,
  );
}

/** Served at every address of the portal that there is not. */
export const missingPage = "404.html";

/** Only the portal's own scripts run, also from disk, and nothing is loaded from elsewhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self' file:",
  "style-src 'self' file: 'unsafe-inline'",
  "img-src 'self' file: data:",
  "base-uri 'self'",
  "form-action 'none'",
].join("; ");

function document(head: PageHead, body: Html): string {
  const { path, title, product, scripts = [] } = head;
  const root = rootOf(path);
  return html`<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta http-equiv="Content-Security-Policy" content="${policy}" />
${path === missingPage ? html`<base href="/docs/" />\n` : undefined}<title>${title} – ${product}</title>
<link rel="icon" href="data:," />
<link rel="alternate" type="text/markdown" href="${root}${markdownPath(path)}" />
<link rel="stylesheet" href="${root}portal.css" />
<script src="${root}portal.js"></script>
${scripts.map((name) => html`<script src="${root}${name}.js" defer></script>\n`)}</head>
<body>
${header(head)}
${body}
</body>
</html>
`.markup;
}

function header({ path, product, section, sections }: PageHead): Html {
  const root = rootOf(path);
  const items = sections.map((link) => {
    const isHere = link.path === path;
    const current = isHere ? html` aria-current="page"` : html` aria-current="true"`;
    const mark = isHere || link.path === section ? current : undefined;
    return html`<a href="${root}${link.path}"${mark}>${link.title}</a>\n`;
  });
  return html`<header class="portal">
<a class="skip" href="#main">Skip to the content</a>
<a class="name" href="${root}index.html">${product}</a>
<button type="button" id="portal-menu" aria-expanded="false" aria-controls="portal-links">
Menu</button>
<nav id="portal-links" aria-label="Portal">${items}</nav>
<div class="tools">
<div class="search" role="search" aria-label="Portal">
<input id="portal-search" type="search" placeholder="Search   /" autocomplete="off"
aria-label="Search the portal" role="combobox" aria-expanded="false"
aria-controls="portal-results" aria-autocomplete="list" />
<div id="portal-results" role="listbox" aria-label="Results" hidden></div>
<p id="portal-search-status" class="unseen" role="status"></p>
</div>
<select id="portal-theme" aria-label="Theme">
<option value="system">System</option><option value="light">Light</option>
<option value="dark">Dark</option>
</select>
</div>
</header>`;
}
