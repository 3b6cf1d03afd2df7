import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Renders one document, OpenAPI or AsyncAPI, as a page in one file that calls nobody: the script is
 * inside it, and the picture that the renderer would fetch is replaced by nothing.
 */
export async function renderReference(document: string, output: string): Promise<void> {
  const tool = resolve("node_modules", ".bin", "redocly");
  const options = ["--inlineBundle", "--config", "redocly.yaml", "--output", output];
  const display = [
    "--openapi.hideDownloadButtons=true",
    "--openapi.schemasExpansionLevel=1",
    "--asyncapi.schemasExpansionLevel=1",
  ];
  await run(tool, ["build-docs", document, ...options, ...display], {
    env: {
      ...process.env,
      // The tool starts by whichever `node` comes first, and needs the one of this project.
      PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
      CI: "true",
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    },
    shell: process.platform === "win32",
  });
  const page = await readFile(output, "utf8");
  await writeFile(output, selfContained(page));
}

/** No address of a picture, script or style elsewhere is left in the page. */
export function selfContained(page: string): string {
  return page
    .replace(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/gu, "data:image/svg+xml,%3Csvg/%3E")
    .replace(/<head>/u, '<head><link rel="icon" href="data:,">');
}
