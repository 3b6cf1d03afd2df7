import { posix } from "node:path";

import type { Contract } from "../contract/model.ts";
import type { Report } from "../diff/report.ts";
import { assumptionList } from "./assumptions.ts";
import { changes } from "./changes.ts";
import { fields } from "./fields.ts";
import {
  clientIndex,
  guideBody,
  guideIndex,
  type MarkdownText,
  withOperationLinks,
} from "./guides.ts";
import { type Html, html } from "./html.ts";
import { channelHref, operationHref } from "./links.ts";
import { markedPlaces } from "./marked-places.ts";
import { createMark, type Mark } from "./marks.ts";
import { overview } from "./overview.ts";
import { frame, missingPage, type PageHead, rootOf, withAnchors } from "./portal/frame.ts";
import { relativeHref } from "./portal/markup.ts";
import { linkPlaces, type Places } from "./portal/places.ts";
import { plainMarkdown } from "./portal/plain-markdown.ts";
import { type SpecText, specFilePage, specIndex, specPagePath } from "./portal/spec-files.ts";
import { channelPage } from "./reference/channel-page.ts";
import { type LinkGroup, referenceLinks, restIndex, streamIndex } from "./reference/indexes.ts";
import { operationPage } from "./reference/operation-page.ts";
import { answers } from "./rules/answers.ts";
import { filters } from "./rules/filters.ts";
import { limits } from "./rules/limits.ts";
import { orderBook } from "./rules/order-book.ts";
import { rules } from "./rules/rules.ts";
import { signing } from "./rules/signing.ts";

/** One page of the documentation. */
export interface DocsPage {
  readonly path: string;
  readonly title: string;
  /** The whole file. */
  readonly text: string;
  /** The markup of its body. */
  readonly body: string;
  /** The body as Markdown. */
  readonly markdown: string;
}

/** Content of the portal beside the contract. */
export interface PortalSources {
  readonly guides: readonly MarkdownText[];
  /** The client reference, one text per module. */
  readonly client: readonly MarkdownText[];
  readonly changelog: MarkdownText;
  /** Changes of the contract between versions, newest first; a sentence if there are none. */
  readonly changes: readonly Report[] | string;
  readonly spec: readonly SpecText[];
  /** The body of the page on recorded traffic. */
  readonly traffic: Html;
}

/** A page before it is framed. */
interface Draft {
  readonly path: string;
  readonly title: string;
  readonly body: Html;
  /** Path of its section's page, if that is another one. */
  readonly section?: string;
  /** Its scripts in scripts/docs/browser/; it works without them. */
  readonly scripts?: readonly string[];
  /** Its Markdown source, if any. */
  readonly markdown?: string;
}

/** All pages of a contract. */
export function docsPages(contract: Contract, sources: PortalSources): readonly DocsPage[] {
  const places = placesOf(sources);
  const drafts = [
    ...contractPages(contract, createMark(contract.assumptions)),
    ...textPages(contract, sources),
  ];
  const reference = referenceLinks(contract);
  return drafts.map((draft) => {
    const { path, title, body } = draft;
    const anchored = withAnchors(linkPlaces(body.markup, places, rootOf(path)));
    const isReference = ["rest.html", "streams.html"].includes(draft.section ?? "");
    const side = isReference ? linkGroups(draft, reference) : sectionLinks(draft, drafts);
    const text = frame(headOf(draft, contract), anchored, side);
    const markdown = draft.markdown ?? plainMarkdown(anchored.markup);
    return { path, title, text, body: anchored.markup, markdown };
  });
}

/** The pages that show files of the project. */
function placesOf({ spec, guides, changelog }: PortalSources): Places {
  const texts = [...guides, changelog].map(({ file, page }) => [file, page] as const);
  const files = spec.map((file) => [file.file, specPagePath(file)] as const);
  const folders = spec.flatMap(({ file, path }) => {
    const name = posix.dirname(file);
    const href = `spec/index.html#${posix.dirname(path)}`;
    return [`${name}/`, name].map((one) => [one, href] as const);
  });
  return new Map([...folders, ...texts, ...files]);
}

function contractPages(contract: Contract, mark: Mark): readonly Draft[] {
  const section = "rules.html";
  const pages = [
    { path: "rules.html", title: "Rules", section, body: rules },
    { path: "signing.html", title: "Signing", section, body: signing, scripts: ["signing"] },
    { path: "responses.html", title: "Error responses", section, body: answers },
    { path: "limits.html", title: "Limits", section, body: limits, scripts: ["limits"] },
    { path: "filters.html", title: "Filters", section, body: filters, scripts: ["filters"] },
    { path: "order-book.html", title: "Order book", section, body: orderBook },
    { path: "fields.html", title: "Fields", body: fields },
    {
      path: "rest.html",
      title: "REST",
      body: restIndex,
      scripts: ["reference"],
    },
    {
      path: "streams.html",
      title: "Streams",
      body: streamIndex,
      scripts: ["reference"],
    },
  ].map((page) => ({ ...page, body: page.body(contract, mark) }));
  const reference = referencePages(contract, mark);
  const assumptions = assumptionList(contract, markedPlaces([...reference, ...pages]));
  return [
    { path: missingPage, title: "Not found", body: notFound },
    { path: "index.html", title: "Overview", body: overview(contract) },
    ...pages,
    ...reference.map((page) => ({ ...page, body: inFolder(page.body) })),
    {
      path: "assumptions.html",
      title: "Assumptions",
      body: assumptions,
      scripts: ["assumptions"],
    },
  ];
}

const notFound = html`
<h1>There is no such page</h1>
<p>Search above, or begin with the <a href="index.html">overview</a>, the
<a href="rest.html">operations</a> or the <a href="streams.html">streams</a>.</p>`;

/** A page for each operation and each stream; their links are still those of the root. */
function referencePages(contract: Contract, mark: Mark): readonly Draft[] {
  const scripts = ["reference"];
  return [
    ...contract.operations.map((one) => {
      const body = operationPage(contract, one, mark);
      return { path: operationHref(one), title: one.id, section: "rest.html", body, scripts };
    }),
    ...contract.channels.map((one) => {
      const body = channelPage(contract, one, mark);
      return { path: channelHref(one), title: one.id, section: "streams.html", body, scripts };
    }),
  ];
}

/** The links of a body that was written for the root, for a page in a folder. */
function inFolder({ markup }: Html): Html {
  return { markup: markup.replace(/ href="(?![a-z]+:|#)/gu, ' href="../') };
}

function textPages(contract: Contract, sources: PortalSources): readonly Draft[] {
  const { guides, spec, changelog, traffic } = sources;
  const client = sources.client.map((one) => withOperationLinks(one, contract));
  const texts = [...guides, ...client, changelog];
  const ofSection = (own: readonly MarkdownText[], section: string): readonly Draft[] =>
    own.map((text) => {
      return { path: text.page, title: text.title, section, body: guideBody(text, texts) };
    });
  return [
    { path: "traffic.html", title: "Traffic", section: "assumptions.html", body: traffic },
    { path: "guides/index.html", title: "Guides", body: guideIndex(guides) },
    ...ofSection(guides, "guides/index.html"),
    { path: "client/index.html", title: "Client", body: clientIndex(client) },
    ...ofSection(client, "client/index.html"),
    {
      path: "changes.html",
      title: "Changes",
      section: "spec/index.html",
      body: changes(sources.changes, guideBody(changelog, texts)),
    },
    { path: "spec/index.html", title: "Contract", body: specIndex(spec) },
    ...spec.map((file) => ({
      path: specPagePath(file),
      title: file.path,
      section: "spec/index.html",
      body: specFilePage(file, spec),
      markdown: `# ${file.path}\n\n\`\`\`yaml\n${file.text.trimEnd()}\n\`\`\`\n`,
    })),
  ];
}

/** Links to the pages of a small section. */
function sectionLinks(here: Draft, drafts: readonly Draft[]): Html | undefined {
  const { section = here.path } = here;
  const own = drafts.filter((draft) => draft.path === section || draft.section === section);
  if (own.length === 1 || own.length > sectionMax) return undefined;
  const links = own.map(({ path, title }) => {
    const current = path === here.path ? html` aria-current="page"` : undefined;
    return html`<a href="${relativeHref(here.path, path)}"${current}>${title}</a>\n`;
  });
  return html`<nav class="section" aria-label="Section">${links}</nav>`;
}

const sectionMax = 30;

/** Links to all pages of the reference, by group. */
function linkGroups(here: Draft, groups: readonly LinkGroup[]): Html {
  const lists = groups.map(({ name, links }) => {
    const items = links.map(({ path, title }) => {
      const current = path === here.path ? html` aria-current="page"` : undefined;
      return html`<li><a href="${relativeHref(here.path, path)}"${current}>${title}</a></li>\n`;
    });
    return html`<p>${name}</p><ul>${items}</ul>`;
  });
  return html`<nav class="groups" aria-label="Reference">${lists}</nav>`;
}

function headOf(
  { path, title, section, scripts }: Pick<Draft, "path" | "title" | "section" | "scripts">,
  { title: name, version }: Contract,
): PageHead {
  return { path, title, product: `${name} ${version}`, section, scripts };
}
