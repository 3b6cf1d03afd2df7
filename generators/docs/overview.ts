import type { Contract } from "../contract/model.ts";
import { code, link, list, type Md, md, prose, soft } from "./markdown.ts";
import type { SectionLink } from "./portal/frame.ts";

/** The first page: links to the others. */
export function overview(contract: Contract, sections: readonly SectionLink[]): Md {
  const { title, version, description, operations, channels, assumptions, filters } = contract;
  const pages: readonly (readonly [string, string, string])[] = [
    ["rest.html", "REST", `${operations.length} operations: weight, fields, samples, errors.`],
    ["streams.html", "Streams", `${channels.length} streams and their messages.`],
    ["rules.html", "Rules", `Signing, limits, errors, orders, ${filters.length} filters.`],
    ["guides/index.html", "Guides", "How to sign, place orders, follow streams, test a program."],
    ["client/index.html", "Client", "The reference of the TypeScript client."],
    ["fields.html", "Fields", "Every field of requests, responses and events, and what uses it."],
    ["assumptions.html", "Assumptions", `${assumptions.length} gaps, and what is assumed.`],
    ["spec/index.html", "Contract files", "What all of this is generated from."],
  ];
  const shown = pages.filter(([path]) => sections.some((section) => section.path === path));
  return md`
# ${title}

${prose(description)}
${list(shown.map(([href, name, text]) => md`${link(href, name)}<br>${text}`))}
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
