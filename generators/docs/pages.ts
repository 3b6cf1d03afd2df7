import type { Contract } from "../contract/model.ts";
import { assumptionList } from "./assumptions.ts";
import { document, frame, type PageHead } from "./frame.ts";
import { type Html, html } from "./html.ts";
import { createMark, type Mark } from "./marks.ts";
import { overview } from "./overview.ts";
import { filters } from "./rules/filters.ts";
import { limits } from "./rules/limits.ts";
import { orderBook } from "./rules/order-book.ts";
import { rules } from "./rules/rules.ts";
import { signing } from "./rules/signing.ts";

/** One file of the documentation and its whole text. */
export interface DocsPage {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** A page of the portal. A standard renderer makes the bodies of those without one. */
interface PortalPage {
  readonly path: string;
  readonly title: string;
  /** The page of the header that this one belongs to, where it has no link there itself. */
  readonly section?: string;
  readonly body?: (contract: Contract, mark: Mark) => Html;
  /** Names of the scripts in scripts/docs/browser/ that it runs; it works without them. */
  readonly scripts?: readonly string[];
}

const section = "rules.html";

/** The pages of the contract, in the order of the links in the header. */
const portalPages: readonly PortalPage[] = [
  { path: "index.html", title: "Overview", body: overview },
  { path: "rest.html", title: "REST" },
  { path: "streams.html", title: "Streams" },
  { path: "rules.html", title: "Rules", body: rules },
  { path: "signing.html", title: "Signing", section, body: signing, scripts: ["signing"] },
  { path: "limits.html", title: "Limits", section, body: limits, scripts: ["limits"] },
  { path: "filters.html", title: "Filters", section, body: filters, scripts: ["filters"] },
  { path: "order-book.html", title: "Order book", section, body: orderBook },
  {
    path: "assumptions.html",
    title: "Assumptions",
    body: assumptionList,
    scripts: ["assumptions"],
  },
];

/** Our own pages; the two reference pages are rendered from `restView` and `streamView`. */
export function docsPages(contract: Contract): readonly DocsPage[] {
  const mark = createMark(contract.assumptions);
  return portalPages.flatMap(({ path, title, section = path, body }) => {
    if (body === undefined) return [];
    const text = frame(headOf(path, contract), body(contract, mark), sectionLinks(section, path));
    return [{ path, title, text }];
  });
}

/** The pages of a section, where it has several. */
function sectionLinks(section: string, here: string): Html | undefined {
  const own = portalPages.filter((page) => page.path === section || page.section === section);
  if (own.length === 1) return undefined;
  const links = own.map(({ path, title }) => {
    const current = path === here ? html` aria-current="page"` : undefined;
    return html`<a href="${path}"${current}>${title}</a>\n`;
  });
  return html`<nav class="section" aria-label="Section">${links}</nav>`;
}

/**
 * Frames what a renderer made of a document: its styles, its body, and after that `scripts` in the
 * page.
 */
export function referencePage(
  path: string,
  contract: Contract,
  rendered: { readonly head: string; readonly body: string },
): DocsPage {
  const head = headOf(path, contract);
  const body = html`<div id="main" tabindex="-1" class="reference">${{ markup: rendered.body }}</div>`;
  return { path, title: head.title, text: document(head, { markup: rendered.head }, body) };
}

/** The head of a page of the registry. */
function headOf(path: string, { title: name, version }: Contract): PageHead {
  const page = portalPages.find((one) => one.path === path);
  const { title = "", section, scripts } = page ?? {};
  const links = portalPages.filter((one) => one.section === undefined);
  return { path, title, product: `${name} ${version}`, links, section, scripts };
}
