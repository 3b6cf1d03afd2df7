/** `npm run docs`: the rendered reference and our own pages, into generated/docs/. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";

import { build } from "../generators/contract/build.ts";
import type { Contract } from "../generators/contract/model.ts";
import { docsPages, type PortalSources } from "../generators/docs/pages.ts";
import { llmsText } from "../generators/docs/portal/llms.ts";
import { htmlPath, markdownPath } from "../generators/docs/portal/markup.ts";
import { searchIndex } from "../generators/docs/portal/search.ts";
import type { GeneratedFile } from "../generators/write/emitter.ts";
import { writeFiles } from "../runtime/files.node.ts";
import { readReport } from "./docs/traffic.ts";
import {
  readCommandLine,
  refuseValue,
  requireFolder,
  requireOutput,
} from "./shared/command-line.ts";
import { endWithSentence } from "./shared/commands.ts";
import { openSpec } from "./shared/spec.ts";

const help = `
Renders the contract and the guides as web pages that open from disk, without a network.

  npm run docs                             render spec/ into generated/docs/
  npm run docs -- --spec DIR --out DIR     render another spec that uses the same extensions
  npm run docs -- --traffic REPORT         show this JSON report of npm run observe on the page
                                           Traffic; without one, no assumption is confirmed
`;

const { values } = readCommandLine(help, {
  spec: { type: "string", default: "spec" },
  out: { type: "string", default: "generated/docs" },
  traffic: { type: "string" },
});

requireFolder("spec", values.spec);
requireOutput(values.out, values.spec);
const isThere = (path: string): boolean => existsSync(join(values.out, path));
if (isThere("index.html") && !isThere("llms.txt")) {
  refuseValue("--out has a file index.html of yours; give another folder.");
}
const report = values.traffic === undefined ? undefined : await readReport(values.traffic);
// esbuild takes longer to load than --help may take.
const { bundleBrowserFiles } = await import("./docs/bundle.ts");
const { readSources } = await import("./docs/sources.ts");
const out = resolve(values.out);
await render().catch(endWithSentence);

async function render(): Promise<void> {
  const spec = openSpec(values.spec);
  const contract = build(spec.loaded);
  const [sources, bundled] = await Promise.all([
    readSources(spec, report),
    bundleBrowserFiles(contract),
  ]);
  const files = renderPages(contract, sources);
  await writeFiles(out, [...files, ...bundled], await oldPages(files));
  process.stdout.write(`${files.length} files in ${relative(process.cwd(), out) || "."}\n`);
}

/** Every file of the portal but the bundled ones: pages, their Markdown, downloads, the index. */
function renderPages(contract: Contract, sources: PortalSources): readonly GeneratedFile[] {
  const pages = docsPages(contract, sources);
  const { openapi, asyncapi } = contract.documents;
  return [
    ...pages,
    ...pages.map(({ path, markdown }) => ({ path: markdownPath(path), text: markdown })),
    { path: "search-index.js", text: searchIndex(contract, pages) },
    { path: "llms.txt", text: llmsText(contract, pages) },
    { path: "openapi.json", text: `${JSON.stringify(openapi, null, 1)}\n` },
    { path: "asyncapi.json", text: `${JSON.stringify(asyncapi, null, 1)}\n` },
  ];
}

/** The pages that llms.txt lists of an earlier run, and that this run does not write. */
async function oldPages(files: readonly GeneratedFile[]): Promise<readonly string[]> {
  const old: string[] = [];
  const written = new Set(files.map(({ path }) => path));
  const list = await readFile(join(out, "llms.txt"), "utf8").catch(() => "");
  for (const [, path = ""] of list.matchAll(/^- \[.*\]\(([^()]+\.md)\)$/gmu)) {
    if (written.has(path) || path.split("/").includes("..")) continue;
    const page = join(out, htmlPath(path));
    const text = await readFile(page, "utf8").catch(() => "");
    // Somebody else's llms.txt lists pages that are not ours.
    if (text.includes(` data-page="${htmlPath(path)}">`)) old.push(htmlPath(path), path);
  }
  return old;
}
