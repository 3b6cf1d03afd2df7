import { parse } from "yaml";

import { isObject, objectIn, textIn } from "../contract/documents/json.ts";
import type { Json, JsonObject } from "../contract/documents/model.ts";
import type { SpecFile } from "../contract/documents/spec-files.ts";
import { code, joined, type Md, prose, table, tidy } from "./markdown.ts";

const head = `# Extensions

The contract is OpenAPI 3.1 and AsyncAPI 3. What these standards have no keyword for is in keys that
begin with \`x-\`: weights, limits, rules of orders, what is assumed. Any tool may ignore them; what is
generated depends on them. Each has a JSON Schema in \`spec/lint/vocabulary/\`, from which
\`npm run generate\` writes this table: a key that it lacks is an error.

`;

/** The reader's table of the extensions, from their schemas and from where the spec uses them. */
export function extensionsPage(spec: readonly SpecFile[]): string {
  const rows = spec.flatMap(({ path, text }) => {
    const name = /^lint\/vocabulary\/(.+)\.yaml$/u.exec(path)?.[1];
    if (name === undefined) return [];
    const schema = objectIn(parse(text) as Json);
    const says = prose(textIn(schema["description"]));
    return [[code(`x-${name}`), says, codes(membersOf(schema)), codes(placesOf(name, spec))]];
  });
  return head + tidy(table(["key", "what it says", "members", "where"], rows));
}

function codes(names: readonly string[]): Md {
  return joined([...new Set(names)].map(code));
}

/** The properties of an extension, also of its alternatives. */
function membersOf(schema: JsonObject): readonly string[] {
  const alternatives = ["anyOf", "oneOf"].flatMap((key) => Object.values(schema[key] ?? []));
  const own = Object.keys(objectIn(schema["properties"])).filter((name) => name !== "description");
  return [...own, ...alternatives.filter(isObject).flatMap(membersOf)];
}

/** The file that holds the extension, or the files and folders that use it. */
function placesOf(name: string, spec: readonly SpecFile[]): readonly string[] {
  const key = new RegExp(`(?:^|[\\s{,])x-${name}:(?: \\{ \\$ref: ([\\w/.]+) \\})?`, "gmu");
  const places = spec
    .filter(({ path }) => !path.startsWith("lint/"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(key)].map(([, target]) => target ?? path.replace(/\/.*/su, "/")),
    );
  return places.sort().map((place) => (place.endsWith("/") ? place : `spec/${place}`));
}
