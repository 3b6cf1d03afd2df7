import { suggestName } from "../context.ts";
import { asyncapiGrammar, openapiGrammar } from "./grammar.ts";
import type { Misfit } from "./json-schema.ts";
import { misfits } from "./json-schema.ts";
import type { Json, JsonObject } from "./model.ts";
import type { PointedFault, StandardsInput } from "./pointed.ts";
import { walk } from "./walk.ts";

/**
 * The faults of the extensions in both documents, each compared with its JSON Schema in the
 * vocabulary. An extension that has none is a fault too: a misspelt key would otherwise say
 * nothing to anybody.
 */
export function vocabularyFaults({
  documents,
  vocabulary,
}: StandardsInput): readonly PointedFault[] {
  if (vocabulary.size === 0) return [];
  const faults: PointedFault[] = [];
  const grammars = { openapi: openapiGrammar, asyncapi: asyncapiGrammar };
  for (const document of ["openapi", "asyncapi"] as const) {
    walk(documents[document], grammars[document], ({ node, kind, isMap, path }) => {
      if (isMap) return;
      // What lies within an extension is compared with the extension itself.
      if (kind === "Data" && path.some((name) => name.startsWith("x-"))) return;
      for (const [key, value] of Object.entries(node)) {
        if (!key.startsWith("x-")) continue;
        for (const fault of extensionFaults(key, value, vocabulary)) {
          faults.push({ ...fault, document, path: [...path, key, ...fault.path] });
        }
      }
    });
  }
  return faults;
}

function extensionFaults(
  key: string,
  value: Json,
  vocabulary: ReadonlyMap<string, JsonObject>,
): readonly Omit<PointedFault, "document">[] {
  const schema = vocabulary.get(key);
  if (schema === undefined) {
    const fix = suggestExtension(key, [...vocabulary.keys()]);
    return [{ path: [], message: `The vocabulary has no ${key}.`, fix }];
  }
  const files = (name: string): JsonObject | undefined =>
    vocabulary.get(`x-${name.replace(/\.yaml$/u, "")}`);
  return misfits(value, schema, files).map((misfit) => ({
    path: misfit.path,
    message: messageOf(key, misfit),
    fix: fixFor(key, misfit),
  }));
}

function messageOf(key: string, { path, message, isUnknown }: Misfit): string {
  const place = [key, ...(isUnknown === true ? path.slice(0, -1) : path)].join("/");
  return isUnknown === true ? `${place} ${message} ${path.at(-1)}.` : `${place} ${message}.`;
}

function fixFor(key: string, { missing }: Misfit): string {
  const file = `spec/lint/vocabulary/${key.slice(2)}.yaml`;
  return missing === undefined ? `See ${file}.` : `Write ${missing}; see ${file}.`;
}

function suggestExtension(key: string, known: readonly string[]): string {
  const fix = suggestName(key, known);
  return fix.startsWith("Did") ? fix : "Correct its name, or describe it in spec/lint/vocabulary/.";
}
