import type { BuildContext } from "../context.ts";
import * as read from "../documents/read.ts";

/** Reports addresses of servers that are none, with the defaults of their variables. */
export function reportServers({ openapi, problems }: BuildContext): void {
  for (const node of read.objects(openapi, "servers")) {
    const variables = read.object(node, "variables");
    const url = read
      .text(node, "url")
      .replaceAll(/\{(\w+)\}/gu, (_, name: string) => read.text(variables[name], "default"));
    if (/^https?:/u.test(url) && URL.canParse(url)) continue;
    const message = `${url === "" ? "Nothing" : url} is not the address of a server.`;
    problems.report({ node, key: "url" }, message, "Write one with http:// or https://.");
  }
}

/** Reports copies that differ from their original, and paths without the common prefix. */
export function reportCopies({ openapi, asyncapi, problems }: BuildContext): void {
  const info = read.object(openapi, "info");
  const query = read.at(asyncapi, "x-connection", "query", "name");
  const schemes = Object.values(read.components(asyncapi, "securitySchemes")).map((each) =>
    read.object(each),
  );
  // What OpenAPI or AsyncAPI demands in a second place, and where the original is.
  const copies = [
    {
      node: read.object(asyncapi, "info"),
      key: "version",
      original: info["version"],
      at: "info of spec/openapi.yaml",
    },
    ...schemes
      .filter((scheme) => scheme["in"] === "query")
      .map((node) => ({
        node,
        key: "name",
        original: query,
        at: "query of spec/rules/connection.yaml",
      })),
  ];
  for (const { node, key, original, at } of copies) {
    const copy = node[key];
    if (copy === undefined || original === undefined || copy === original) continue;
    const message = `The ${key} is ${String(copy)} here, and ${String(original)} in ${at}.`;
    problems.report({ node, key }, message, "Correct one of the two.");
  }
  const versioning = read.object(openapi, "x-versioning");
  const { pathPrefix: prefix } = versioning;
  const other = Object.keys(read.object(openapi, "paths")).find(
    (path) => typeof prefix === "string" && !path.startsWith(prefix),
  );
  if (other === undefined) return;
  const message = `The path ${other} of spec/openapi.yaml does not begin with ${String(prefix)}.`;
  const fix = "Correct one of the two.";
  problems.report({ node: versioning, key: "pathPrefix" }, message, fix);
}
