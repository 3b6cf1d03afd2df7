/** `npm run docs`: the rendered reference and our own pages, into generated/docs/. */

import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";

import { SpecError } from "../generators/contract/documents/problems.ts";
import { docsPages, referencePage } from "../generators/docs/pages.ts";
import { restView } from "../generators/docs/rest-view.ts";
import { searchIndex } from "../generators/docs/search.ts";
import { streamView } from "../generators/docs/stream-view.ts";
import { readCommandLine, refuseValue } from "./command-line.ts";
import { bundleBrowserFiles, classicScript } from "./docs/bundle.ts";
import { readContract } from "./docs/contract.ts";
import { renderReference } from "./docs/reference.ts";

const help = `
Renders the contract as pages that open from disk, without a network.

  npm run docs                             spec/ into generated/docs/
  npm run docs -- --spec DIR --out DIR     another spec in the same vocabulary
`;

const { values } = readCommandLine(help, {
  spec: { type: "string", default: "spec" },
  out: { type: "string", default: "generated/docs" },
});

if (!existsSync(values.spec)) refuseValue(`--spec is "${values.spec}", which is no folder.`);
const out = resolve(values.out);
try {
  const contract = await readContract(values.spec);
  await mkdir(out, { recursive: true });
  const [rest, streams] = await Promise.all([
    renderReference(restView(contract)),
    renderReference(streamView(contract)),
    bundleBrowserFiles(out),
  ]);
  const pages = [
    ...docsPages(contract),
    referencePage("rest.html", contract, rest),
    referencePage("streams.html", contract, streams),
  ];
  const assets = [
    { path: "redoc.js", text: await classicScript(rest.script) },
    { path: "search-index.js", text: searchIndex(contract, pages) },
  ];
  for (const { path, text } of [...pages, ...assets]) await writeFile(join(out, path), text);
  const shown = pages.map(({ path }) => join(relative(process.cwd(), out) || ".", path)).sort();
  process.stdout.write(`${shown.join("\n")}\n`);
} catch (error) {
  if (!(error instanceof SpecError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
