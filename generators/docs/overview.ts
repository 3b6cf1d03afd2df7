import * as read from "../contract/documents/read.ts";
import type { Contract, JsonObject } from "../contract/model.ts";
import { code, joined, link, list, type Md, md, prose, raw, soft, table } from "./markdown.ts";
import { markOf } from "./marks.ts";
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
${servers(contract)}
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

/** The addresses of the interface, as far as the contract has them. */
function servers({ documents: { openapi, asyncapi } }: Contract): Md | undefined {
  const row = (use: string, address: string, server: JsonObject): readonly Md[] => {
    const variables = Object.entries(read.object(server, "variables")).map(([name, value]) => {
      const values = read.texts(value, "enum").map(code);
      const choice = values.length > 0 && md`, one of ${joined(values)}`;
      const otherwise = code(read.text(value, "default"));
      const words = prose(read.text(value, "description"));
      return md`${code(name)}, by default ${otherwise}${choice}. ${words}`;
    });
    const words = md`${prose(read.text(server, "description"))}${markOf(server)}`;
    return [code(address), md`${use}`, md`${words}${list(variables)}`];
  };
  const rest = read.objects(openapi, "servers");
  const streams = Object.values(read.object(asyncapi, "servers"));
  const rows = [
    ...rest.map((server) => row("REST", read.text(server, "url"), server)),
    ...streams.map((value) => {
      const server = read.resolved(asyncapi, value);
      const parts = ["host", "pathname"].map((key) => read.text(server, key));
      return row("streams", `${read.text(server, "protocol")}://${parts.join("")}`, server);
    }),
  ];
  if (rows.length === 0) return undefined;
  return md`## {#servers} Servers\n${table(["Address", "For", "Use"], rows)}`;
}
