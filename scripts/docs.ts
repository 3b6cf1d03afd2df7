/** `npm run docs`: the rendered reference and our own pages, into generated/docs/. */

import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";

import { SpecError } from "../generators/contract/documents/problems.ts";
import type { Contract } from "../generators/contract/model.ts";
import { docsPages } from "../generators/docs/pages.ts";
import { restView } from "../generators/docs/rest-view.ts";
import { streamView } from "../generators/docs/stream-view.ts";
import { readCommandLine, refuseValue } from "./command-line.ts";
import { readContract } from "./docs/contract.ts";
import { renderReference } from "./docs/redocly.ts";

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
try {
  await renderDocs(await readContract(values.spec), resolve(values.out));
} catch (error) {
  if (!(error instanceof SpecError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function renderDocs(contract: Contract, out: string): Promise<void> {
  const workplace = await mkdtemp(join(tmpdir(), "tradespec-docs-"));
  try {
    await mkdir(out, { recursive: true });
    const own = docsPages(contract);
    await Promise.all([
      ...own.map(({ path, text }) => writeFile(join(out, path), text)),
      reference(workplace, join(out, "rest.html"), restView(contract)),
      reference(workplace, join(out, "streams.html"), streamView(contract)),
    ]);
    const names = ["rest.html", "streams.html", ...own.map(({ path }) => path)].sort();
    const shown = names.map((name) => join(relative(process.cwd(), out) || ".", name));
    process.stdout.write(`${shown.join("\n")}\n`);
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

async function reference(
  workplace: string,
  page: string,
  document: Contract["documents"]["openapi"],
): Promise<void> {
  const name = relative(join(page, ".."), page).replace(/html$/u, "json");
  const path = join(workplace, name);
  await writeFile(path, JSON.stringify(document));
  await renderReference(path, page);
}
