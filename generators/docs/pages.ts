import { posix } from "node:path";

import type { Contract } from "../contract/model.ts";
import { assumptionList, assumptionsForm } from "./assumptions.ts";
import { guideText, type MarkdownText, moduleText, textIndex } from "./guides.ts";
import { type Html, html } from "./html.ts";
import { channelHref, operationHref } from "./links.ts";
import { type Md, md, raw, tidy, withLinks } from "./markdown.ts";
import { markedPlaces, withKinds } from "./marks.ts";
import { isDeprecated } from "./nodes.ts";
import { overview } from "./overview.ts";
import { allSections, frame, missingPage, type SectionLink } from "./portal/frame.ts";
import { relativeHref, rootOf } from "./portal/markup.ts";
import { type Places, render, type Section } from "./portal/render.ts";
import { type SpecText, specHref, specIndex, specPages } from "./portal/spec-files.ts";
import { channelPage } from "./reference/channel-page.ts";
import { operationGroups, pageNames, restIndex, streamIndex } from "./reference/indexes.ts";
import { operationPage } from "./reference/operation-page.ts";
import { answers } from "./rules/answers.ts";
import { filtersForm, limitsForm, signingForm, timeForm } from "./rules/calculators.ts";
import { filterPage } from "./rules/filters.ts";
import { limits } from "./rules/limits.ts";
import { orderBook } from "./rules/order-book.ts";
import { rules } from "./rules/rules.ts";
import { signing } from "./rules/signing.ts";
import { stateDiagram } from "./rules/state-diagram.ts";
import { groupedBy } from "./words.ts";

export interface DocsPage {
  readonly path: string;
  readonly title: string;
  /** What programs and assistants read; the page is rendered from it. */
  readonly markdown: string;
  /** The whole file. */
  readonly text: string;
  /** Its headings, each with the words below. */
  readonly sections: readonly Section[];
}

/** Content of the portal beside the contract. */
export interface PortalSources {
  /** Of the contract of this package alone: what is written by hand about both. */
  readonly own?: PackageTexts;
  readonly spec: readonly SpecText[];
  /** The page on recorded traffic. */
  readonly traffic: Md;
}

export interface PackageTexts {
  /** What the package is, and how to begin. */
  readonly readme: string;
  readonly guides: readonly MarkdownText[];
  /** The client reference, one text per module. */
  readonly client: readonly MarkdownText[];
  readonly changelog: MarkdownText;
}

/** A page before it is rendered. The links of its text are relative to the portal's root. */
interface Draft {
  readonly path: string;
  readonly title: string;
  readonly body: Md;
  /** Path of its section's page, if that is another one. */
  readonly section?: string;
  /** Its group in the section's list. */
  readonly group?: string;
  /** Its scripts in scripts/docs/browser/; it works without them. */
  readonly scripts?: readonly string[];
  /** What only a browser shows, by the names in the text. */
  readonly widgets?: ReadonlyMap<string, Html> | undefined;
  /** Whether the links of its text are relative to the page. */
  readonly isLinked?: boolean;
}

export function docsPages(contract: Contract, sources: PortalSources): readonly DocsPage[] {
  const drafts = [...contractPages(contract, sources), ...textPages(contract, sources)];
  const inputs = {
    places: placesOf(sources),
    assumptions: new Map(contract.assumptions.map((one) => [one.id, one])),
  };
  const sections = sectionsOf(sources);
  const product = sources.own ? "Tradespec" : `${contract.title} ${contract.version}`;
  return drafts.map((draft) => {
    const { path, title } = draft;
    const markdown = markdownOf({ ...draft, body: withKinds(draft.body, contract) });
    const rendered = render(markdown, { ...inputs, ...draft });
    const text = frame({ ...draft, product, sections }, rendered, sectionLinks(draft, drafts));
    return { path, title, markdown, text, sections: rendered.sections };
  });
}

function markdownOf({ path, body, isLinked = false }: Draft): string {
  const text = tidy(body);
  const root = rootOf(path);
  if (isLinked || root === "") return text;
  return withLinks(text, (href) => (/^[a-z]+:|^#/iu.test(href) ? href : root + href));
}

/** The pages that show files of the project. */
function placesOf({ spec, own }: PortalSources): Places {
  const folder = (name: string, page: string) =>
    [`${name}/`, name].map((each) => [each, page] as const);
  const index = ({ file }: SpecText) => posix.dirname(posix.dirname(file));
  return new Map([
    // A folder without files of its own is a part of the list of all files.
    ...spec.flatMap((one) => folder(index(one), "spec/index.html")),
    ...spec.flatMap((one) => folder(posix.dirname(one.file), specHref(one).split("#")[0] ?? "")),
    ...[own?.guides ?? [], own?.changelog ?? []]
      .flat()
      .map(({ file, page }) => [file, page] as const),
    ...spec.map((file) => [file.file, specHref(file)] as const),
  ]);
}

/** The sections of the portal; some are written by hand, and not for every contract. */
function sectionsOf({ own }: PortalSources): readonly SectionLink[] {
  return allSections.filter(({ path }) => own !== undefined || !/^(?:guides|client)\//u.test(path));
}

function contractPages(contract: Contract, sources: PortalSources): readonly Draft[] {
  const { operations, channels } = contract;
  const pages = [
    page("rules.html", "Rules", rules(contract), {
      states: stateDiagram(contract.orderStates),
    }),
    page("signing.html", "Signing", signing(contract), {
      signing: signingForm(contract),
      time: timeForm(contract),
    }),
    page("responses.html", "Error responses", answers(contract)),
    page("limits.html", "Limits", limits(contract), { limits: limitsForm(contract) }),
    page("filters.html", "Filters", filterPage(contract), { filters: filtersForm(contract) }),
    page("order-book.html", "Order book", orderBook(contract)),
  ].map(inSection("rules.html"));
  const reference = [
    page("rest.html", "REST", restIndex(contract), {
      pages: pageNames(operations.map(operationHref)),
    }),
    page("streams.html", "Streams", streamIndex(contract), {
      pages: pageNames(channels.map(channelHref)),
    }),
    ...operationGroups(contract)
      .flatMap(({ name: group, operations: own }) =>
        own.map((one) => {
          const body = operationPage(contract, one, sources.own !== undefined);
          const title = isDeprecated(contract, one) ? `${one.id} (deprecated)` : one.id;
          return { ...page(operationHref(one), title, body), group };
        }),
      )
      .map(inSection("rest.html")),
    ...channels
      .map((one) => page(channelHref(one), one.id, channelPage(contract, one)))
      .map(inSection("streams.html")),
  ].map((one) => ({ ...one, scripts: ["reference"] }));
  const shownAt = markedPlaces([...reference, ...pages]);
  return [
    page(missingPage, "Not found", notFound),
    page("index.html", "Overview", overview(contract, sectionsOf(sources), sources.own?.readme)),
    ...pages,
    ...reference,
    page("assumptions.html", "Assumptions", assumptionList(contract, shownAt), {
      assumptions: assumptionsForm(contract),
    }),
  ];
}

/** A page with its widgets, and the script of its name if it has a form. */
function page(path: string, title: string, body: Md, widgets: Record<string, Html> = {}): Draft {
  const name = path.replace(".html", "");
  const scripts = name in widgets ? [name] : [];
  return { path, title, body, widgets: new Map(Object.entries(widgets)), scripts };
}

function inSection(section: string): (draft: Draft) => Draft {
  return (draft) => ({ ...draft, section });
}

const notFound = md`
# There is no such page

Search above, or begin with the [overview](index.md), the [operations](rest.md) or the
[streams](streams.md).`;

function textPages(contract: Contract, { own, spec, traffic }: PortalSources): readonly Draft[] {
  return [
    inSection("assumptions.html")(page("traffic.html", "Traffic", traffic)),
    page("spec/index.html", "Contract files", specIndex(spec)),
    ...(own === undefined ? [] : packagePages(contract, own)),
    ...specPages(spec).map(inSection("spec/index.html")),
  ];
}

function packagePages(contract: Contract, own: PackageTexts): readonly Draft[] {
  const { guides, client, changelog } = own;
  const texts = [...guides, ...client, changelog];
  const draft = (text: MarkdownText): Draft => {
    const { page: path, title, widgets } = text;
    return { path, title, widgets, body: raw(guideText(text, texts)), isLinked: true };
  };
  const guideLead =
    "How to use the client, the sandbox and the contract tests, with samples that run.";
  const clientLead = "Everything that the package exports, by module.";
  return [
    page("guides/index.html", "Guides", textIndex("Guides", guideLead, guides)),
    ...guides.map(draft).map(inSection("guides/index.html")),
    page("client/index.html", "Client", textIndex("The TypeScript client", clientLead, client)),
    ...client
      .map((one) => ({
        ...draft(one),
        body: raw(moduleText(guideText(one, texts), one, contract)),
      }))
      .map(inSection("client/index.html")),
    inSection("spec/index.html")(draft(changelog)),
  ];
}

/** Links to the pages of the section, by group. */
function sectionLinks(here: Draft, drafts: readonly Draft[]): Html | undefined {
  const { section = here.path } = here;
  const own = drafts.filter((draft) => draft.path === section || draft.section === section);
  if (own.length === 1) return undefined;
  const lists = [...groupedBy(own, ({ group = "" }) => group)].map(([name, pages]) => {
    return html`${name && html`<p>${name}</p>`}<ul>${pages.map((one) => sideLink(here, one))}</ul>`;
  });
  return html`<nav class="section" aria-label="Section">${lists}</nav>`;
}

function sideLink(here: Draft, { path, title }: Draft): Html {
  const current = path === here.path ? html` aria-current="page"` : undefined;
  return html`<li><a href="${relativeHref(here.path, path)}"${current}>${title}</a></li>\n`;
}
