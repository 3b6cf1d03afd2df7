import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { assemble } from "../../generators/contract/build.ts";
import { type Loaded, load } from "../../generators/contract/documents/load.ts";
import {
  displayPath,
  readSpec,
  type SpecFile,
  type SpecLocation,
} from "../../generators/contract/documents/spec-files.ts";
import { bumpOf, diff } from "../../generators/diff/diff.ts";
import type { Report } from "../../generators/diff/report.ts";
import type { MarkdownText } from "../../generators/docs/guides.ts";
import type { Html } from "../../generators/docs/html.ts";
import type { PortalSources } from "../../generators/docs/pages.ts";
import type { Observation } from "../../testing/observe/observe.ts";
import { git, RevisionError, specAt } from "../diff/revision.ts";
import { isOwnSpec, locateSpec } from "../shared/spec.ts";
import { trafficPage } from "./traffic.ts";

/** Reads what the pages show beside the contract of a spec folder; `report` is one of traffic. */
export async function readSources(folder: string, report?: Observation): Promise<PortalSources> {
  const location = locateSpec(folder);
  const spec = await readSpec(location);
  const changes = await contractChanges(location, spec);
  const files = spec
    .filter(({ path }) => isOwnSpec(folder) || !path.startsWith("lint/"))
    .map(({ path, text }) => ({ file: displayPath(location, path), path, text }));
  const sources = { changes, spec: files, traffic: trafficPage(report) };
  // What is written by hand is about this exchange and its package.
  if (!isOwnSpec(folder)) return { guides: [], client: [], ...sources };
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

/** How many earlier versions are compared. */
const versionsMax = 5;

/** The changes between tagged versions and since the last one; why there are none otherwise. */
async function contractChanges(
  location: SpecLocation,
  now: readonly SpecFile[],
): Promise<readonly Report[] | string> {
  const loaded = (files: readonly SpecFile[]): Loaded => {
    const spec = load(location, files);
    assemble(spec);
    return spec;
  };
  const tags = newestTags(location.folder);
  if (tags.length === 0) return "There is no earlier version to compare with.";
  try {
    const versions = await Promise.all(
      tags.map(async (tag) => ({ tag, spec: await specAt(location, tag) })),
    );
    return versions.map(({ tag, spec }, at) => {
      const next = versions[at - 1];
      const changes = diff(loaded(spec), loaded(next?.spec ?? now));
      return { since: tag, until: next?.tag, bump: bumpOf(changes), changes };
    });
  } catch (error) {
    if (error instanceof RevisionError) return error.message;
    throw error;
  }
}

function newestTags(folder: string): readonly string[] {
  try {
    const listed = git(folder, ["tag", "--merged", "HEAD", "--sort=-creatordate"]);
    return listed.toString("utf8").split("\n").filter(Boolean).slice(0, versionsMax);
  } catch {
    // No git here, or no repository.
    return [];
  }
}
