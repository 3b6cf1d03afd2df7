import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { displayPath } from "../../generators/contract/documents/spec-files.ts";
import type { MarkdownText } from "../../generators/docs/guides.ts";
import type { Html } from "../../generators/docs/html.ts";
import type { PackageTexts, PortalSources } from "../../generators/docs/pages.ts";
import type { Observation } from "../../testing/observe/observe.ts";
import { isOwnSpec, type OpenedSpec } from "../shared/spec.ts";
import { trafficPage } from "./traffic.ts";

/** Reads what the pages show beside the contract of a spec; `report` is one of traffic. */
export async function readSources(spec: OpenedSpec, report?: Observation): Promise<PortalSources> {
  const { location } = spec;
  const isOwn = isOwnSpec(location.folder);
  const files = spec.files
    .filter(({ path }) => isOwn || !path.startsWith("lint/"))
    .map(({ path, text }) => ({ file: displayPath(location, path), path, text }));
  // What is written by hand is about this exchange and its package.
  const own = isOwn ? { own: await packageTexts() } : {};
  return { ...own, spec: files, traffic: trafficPage(report) };
}

async function packageTexts(): Promise<PackageTexts> {
  const [readme = ""] = (await readFile("README.md", "utf8")).split("## Where to go next");
  const changelog = await readText("CHANGELOG.md", "changes.html");
  const texts = await readTexts();
  const isClient = ({ page }: MarkdownText): boolean => page.startsWith("client/");
  const [client, guides] = [texts.filter(isClient), texts.filter((text) => !isClient(text))];
  return { readme, guides, client, changelog };
}

/** Guides and modules of the client, in the order and with the words of the package's own list. */
async function readTexts(): Promise<readonly MarkdownText[]> {
  const list = await readFile("docs/llms.txt", "utf8");
  const listed = list.matchAll(
    /^- \[.*\]\((?:https:.*\/docs\/)?(api\/)?([\w-]+)\.md\): (.)(.*)$/gmu,
  );
  const texts = [...listed].map(([, api = "", name, first = "", rest]) => {
    const page = `${api === "" ? "guides" : "client"}/${name}.html`;
    return readText(`docs/${api}${name}.md`, page, `${first.toUpperCase()}${rest}.`);
  });
  return Promise.all(texts);
}

/** The text of a guide. Its pictures are drawn in the page: there they have its colors. */
async function readText(file: string, page: string, about = ""): Promise<MarkdownText> {
  const source = await readFile(file, "utf8");
  const widgets = new Map<string, Html>();
  const text = source.replace(
    /^!\[(.*)\]\(([\w-]+\.svg)\)$/gmu,
    (_, words: string, name: string) => {
      const markup = readFileSync(join(dirname(file), name), "utf8");
      widgets.set(name, { markup: `<figure class="picture">\n${markup}</figure>` });
      return `<!-- ${name}: ${words} -->`;
    },
  );
  return { file, page, about, title: /^# (.*)$/mu.exec(text)?.[1] ?? file, text, widgets };
}
