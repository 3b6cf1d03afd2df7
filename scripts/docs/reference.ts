import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { runTool } from "../lint/tool.ts";
import { inTemporaryFolder } from "../shared/temporary-folder.ts";

export interface RenderedReference {
  /** Style sheets and links for the head of the page. */
  readonly head: string;
  /** Markup and script for the body of the page; it runs after `script`. */
  readonly body: string;
  /** The program of the renderer, the same for every document: an ES module. */
  readonly script: string;
}

/** Divides the two parts that the renderer fills in. */
const divider = "<!-- what the renderer writes into the body -->";
const template = `{{{redocHead}}}${divider}{{{redocHTML}}}`;

/** Renders one document, OpenAPI or AsyncAPI, so that the page needs no network. */
export function renderReference(document: object): Promise<RenderedReference> {
  return inTemporaryFolder(async (folder) => {
    const [input, output] = [join(folder, "document.json"), join(folder, "page.html")];
    const templateFile = join(folder, "template.hbs");
    await writeFile(input, JSON.stringify(document));
    await writeFile(templateFile, template);
    const { code, output: said } = await runTool("redocly", [
      ...["build-docs", input, "--inlineBundle", "--template", templateFile, "--output", output],
      ...["--config", "redocly.yaml", "--openapi.hideDownloadButtons=true"],
      "--openapi.schemasExpansionLevel=1",
      "--asyncapi.schemasExpansionLevel=1",
    ]);
    if (code !== 0) throw new Error(`redocly build-docs failed: ${said}`);
    return divided(await readFile(output, "utf8"));
  });
}

const scriptTag = '<script type="module">';

/** The page's parts. The program stands before what it is given, in one script. */
function divided(page: string): RenderedReference {
  const [head = "", html = ""] = page.split(divider);
  // A page has megabytes, on which a regular expression would run out of stack.
  const scriptAt = html.indexOf(scriptTag);
  const callAt = html.lastIndexOf("const __redoc_definition =");
  const endAt = html.lastIndexOf("</script>");
  if (scriptAt < 0 || callAt < scriptAt || endAt < callAt) {
    throw new Error("the page of redocly build-docs has other parts than expected.");
  }
  const markup = html.slice(0, scriptAt);
  const script = html.slice(scriptAt + scriptTag.length, callAt);
  const call = html.slice(callAt, endAt);
  const body = `${markup}<script src="redoc.js"></script><script>{
const { hydrate } = redoc;
${call}}</script>`;
  return { head, body: withoutLogo(body), script: withoutLogo(script) };
}

/** The renderer would fetch its logo; the page names it in words. */
function withoutLogo(text: string): string {
  return text.replace(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/gu, "data:image/svg+xml,%3Csvg/%3E");
}
