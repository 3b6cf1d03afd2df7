/** `npm run docs`: the rendered reference and our own pages, into generated/docs/. */

import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";

import { SpecError } from "../generators/contract/documents/problems.ts";
import { docsPages } from "../generators/docs/pages.ts";
import { restView } from "../generators/docs/rest-view.ts";
import { streamView } from "../generators/docs/stream-view.ts";
import { readCommandLine, refuseValue } from "./command-line.ts";
import { readContract } from "./docs/contract.ts";
import { runTool } from "./tool.ts";

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
const workplace = await mkdtemp(join(tmpdir(), "tradespec-docs-"));
try {
  const contract = await readContract(values.spec);
  const pages = await Promise.all([
    ...docsPages(contract),
    reference("rest.html", restView(contract)),
    reference("streams.html", streamView(contract)),
  ]);
  await mkdir(out, { recursive: true });
  for (const { path, text } of pages) await writeFile(join(out, path), text);
  const shown = pages.map(({ path }) => join(relative(process.cwd(), out) || ".", path)).sort();
  process.stdout.write(`${shown.join("\n")}\n`);
} catch (error) {
  if (!(error instanceof SpecError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await rm(workplace, { recursive: true, force: true });
}

/**
 * Renders one document, OpenAPI or AsyncAPI, as a page that needs no network: the script is
 * inline, and the logo that the renderer would fetch is empty.
 */
async function reference(path: string, document: object): Promise<{ path: string; text: string }> {
  const [input, output] = [join(workplace, `${path}.json`), join(workplace, path)];
  await writeFile(input, JSON.stringify(document));
  const { code, output: said } = await runTool("redocly", [
    ...["build-docs", input, "--inlineBundle", "--config", "redocly.yaml", "--output", output],
    "--openapi.hideDownloadButtons=true",
    "--openapi.schemasExpansionLevel=1",
    "--asyncapi.schemasExpansionLevel=1",
  ]);
  if (code !== 0) throw new Error(`redocly cannot render ${path}: ${said}`);
  const text = (await readFile(output, "utf8"))
    .replace(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/gu, "data:image/svg+xml,%3Csvg/%3E")
    .replace(/<head>/u, '<head><link rel="icon" href="data:,">');
  return { path, text };
}
