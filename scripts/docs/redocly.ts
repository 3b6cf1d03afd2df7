import { readFile, writeFile } from "node:fs/promises";

import { runTool } from "../tool.ts";

/**
 * Renders one document, OpenAPI or AsyncAPI, as a page in one file that needs no network: the
 * script is inline, and the logo that the renderer would fetch is empty.
 */
export async function renderReference(document: string, output: string): Promise<void> {
  const options = ["--inlineBundle", "--config", "redocly.yaml", "--output", output];
  const display = [
    "--openapi.hideDownloadButtons=true",
    "--openapi.schemasExpansionLevel=1",
    "--asyncapi.schemasExpansionLevel=1",
  ];
  const result = await runTool("redocly", ["build-docs", document, ...options, ...display]);
  if (result.code !== 0) throw new Error(`redocly cannot render ${document}: ${result.output}`);
  const page = await readFile(output, "utf8");
  const selfContained = page
    .replace(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/gu, "data:image/svg+xml,%3Csvg/%3E")
    .replace(/<head>/u, '<head><link rel="icon" href="data:,">');
  await writeFile(output, selfContained);
}
