import type { Contract } from "../../contract/model.ts";
import { flat } from "../../write/doc.ts";
import type { DocsPage } from "../pages.ts";
import { markdownPath } from "./markup.ts";

/** Headings of the list, by the folders of the pages. */
const headings = {
  "": "Reference",
  operations: "Operations",
  streams: "Streams",
  guides: "Guides",
  client: "TypeScript client",
  spec: "Optional: files of the contract",
};

/** The list of pages for language models, by llmstxt.org. */
export function llmsText({ title, description }: Contract, pages: readonly DocsPage[]): string {
  const lists = Object.entries(headings).map(([folder, heading]) => {
    const own = pages.filter(
      ({ path }) => (path.includes("/") ? path.split("/")[0] : "") === folder,
    );
    const links = own.map((page) => `- [${page.title}](${markdownPath(page.path)})\n`);
    return `\n## ${heading}\n\n${links.join("")}`;
  });
  return `# ${title}

> ${flat(description)}

Each page of this portal is here as Markdown. The whole contract: [openapi.json](openapi.json) and
[asyncapi.json](asyncapi.json).
${lists.join("")}`;
}
