import type { Contract } from "../contract/model.ts";
import { code, link, list, type Md, md, prose, raw, soft } from "./markdown.ts";
import type { SectionLink } from "./portal/frame.ts";

/** The first page: what this is, links to the other pages, and how to begin. */
export function overview(
  contract: Contract,
  sections: readonly SectionLink[],
  readme: string | undefined,
): Md {
  const { title, version, description } = contract;
  const [about = "", ...beginning] = (
    readme ?? md`# ${title}\n\n${prose(description)}\n`.source
  ).split(/^(?=## )/mu);
  return md`
${raw(about)}
${list(sections.map(({ path, title: name, about: words }) => md`${link(path, name)}<br>${words}`))}
${beginning.map(raw)}
## {#downloads} Downloads

${link("openapi.json", "openapi.json")} and ${link("asyncapi.json", "asyncapi.json")} contain the whole
contract for other tools. Each page is also Markdown at its address with ${code(".md")};
${link("llms.txt", "llms.txt")} lists them for language models.

## {#marks} Marks

${link("assumptions.html", "assumed")} stands beside everything that the interface does not show. It links
to the entry in the list of assumptions that says what is assumed, from which source, and how certain it
is. ${link("assumptions.html", "left open")} means that nothing is assumed.

${soft(`Version ${version} of the interface. These pages are generated from the contract and need no network.`)}
`;
}
