import type { Contract } from "../../contract/model.ts";
import { flat } from "../../write/doc.ts";
import type { DocsPage } from "../pages.ts";
import { markdownPath } from "./markup.ts";

/** The list of pages for language models, by llmstxt.org. */
export function llmsText({ title, description }: Contract, pages: readonly DocsPage[]): string {
  const links = (folder: string): string =>
    pages
      .filter(({ path }) => (folder === "" ? !path.includes("/") : path.startsWith(`${folder}/`)))
      .map((page) => `- [${page.title}](${markdownPath(page.path)})`)
      .join("\n");
  return `# ${title}

> ${flat(description)}

Each page of this portal is here as Markdown. The whole contract: [openapi.json](openapi.json) and
[asyncapi.json](asyncapi.json).

## Reference

${links("")}

## Operations

${links("operations")}

## Streams

${links("streams")}

## Guides

${links("guides")}

## TypeScript client

${links("client")}

## Optional: files of the contract

${links("spec")}
`;
}
