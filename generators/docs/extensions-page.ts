import { isObject } from "../contract/documents/json.ts";
import type { Loaded } from "../contract/documents/load.ts";
import type { JsonObject } from "../contract/documents/model.ts";
import * as read from "../contract/documents/read.ts";
import type { SpecFile } from "../contract/documents/spec-files.ts";
import { code, joined, type Md, prose, table, tidy } from "./markdown.ts";

const head = `# Extensions

The contract is OpenAPI 3.1 and AsyncAPI 3. What these standards have no keyword for is in keys that
begin with \`x-\`: weights, limits, rules of orders, what is assumed. Any tool may ignore them; what is
generated depends on them. Each has a JSON Schema in \`spec/lint/vocabulary/\` of the package; a key without
one is an error.

`;

/** The reader's table of the extensions, from their schemas and from where the spec uses them. */
export function extensionsPage({ vocabulary }: Loaded, spec: readonly SpecFile[]): string {
  const places = placesByKey(spec);
  const rows = [...vocabulary].map(([key, schema]) => {
    const says = prose(read.text(schema, "description"));
    const names = membersOf(schema);
    const value = names.length > 0 ? codes(names) : valueWords(schema);
    return [code(key), says, value, codes((places.get(key) ?? []).sort())];
  });
  return head + tidy(table(["Key", "What it says", "Members, or value", "Where"], rows));
}

function codes(names: readonly string[]): Md {
  return joined([...new Set(names)].map(code));
}

/** The properties of an extension, of its alternatives, and of its rows. */
function membersOf(schema: JsonObject): readonly string[] {
  const { anyOf, oneOf, items, additionalProperties } = schema;
  const parts = [anyOf, oneOf, items, additionalProperties].flat();
  const own = Object.keys(read.object(schema, "properties")).filter(
    (name) => name !== "description",
  );
  return [...own, ...parts.filter(isObject).flatMap(membersOf)];
}

/** What an extension without members is. */
function valueWords({ const: only, enum: words, anyOf, type }: JsonObject): Md {
  if (only !== undefined) return code(String(only));
  const listed = read.list(words ?? read.at(read.list(anyOf)[0], "enum")).map(String);
  if (listed.length > 0) return codes(listed);
  const names = {
    array: "a list of names",
    object: "a map of texts",
    boolean: "`true` or `false`",
  };
  return prose(Object.hasOwn(names, String(type)) ? names[type as keyof typeof names] : "a name");
}

/** By extension: the files that hold it, and the files and folders that use it. */
function placesByKey(spec: readonly SpecFile[]): ReadonlyMap<string, string[]> {
  const places = new Map<string, string[]>();
  for (const { path, text } of spec) {
    if (path.startsWith("lint/")) continue;
    for (const [, key = "", target] of text.matchAll(use)) {
      const place = `spec/${target ?? path.replace(/\/.*/su, "/")}`;
      places.set(key, [...(places.get(key) ?? []), place]);
    }
  }
  return places;
}

const use = /(?:^|[\s{,])(x-[\w-]+):(?: \{ \$ref: ([\w/.]+) \})?/gmu;
