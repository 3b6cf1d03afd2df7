import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { displayPath } from "../../generators/contract/documents/spec-files.ts";
import type { MarkdownText } from "../../generators/docs/guides.ts";
import type { Html } from "../../generators/docs/html.ts";
import type { PortalSources } from "../../generators/docs/pages.ts";
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
  const sources = { spec: files, traffic: trafficPage(report) };
  // What is written by hand is about this exchange and its package.
  if (!isOwn) return { guides: [], client: [], ...sources };
  const [changelog, guides, client] = await Promise.all([
    readText("CHANGELOG.md", "changes.html"),
    readTexts("docs", "guides"),
    readTexts("docs/api", "client"),
  ]);
  const modules = client.toSorted((one, other) => (one.title < other.title ? -1 : 1));
  return { guides, client: modules, changelog, ...sources };
}

/** The texts of a folder, each with its page in a folder of the portal. */
async function readTexts(from: string, to: string): Promise<readonly MarkdownText[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith(".md")).sort();
  const pageOf = (name: string): string => `${to}/${name.replace(/md$/u, "html")}`;
  return Promise.all(names.map((name) => readText(`${from}/${name}`, pageOf(name))));
}

/** The text of a guide. Its pictures are drawn in the page: there they have its colors. */
async function readText(file: string, page: string): Promise<MarkdownText> {
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
  return { file, page, title: /^# (.*)$/mu.exec(text)?.[1] ?? file, text, widgets };
}
