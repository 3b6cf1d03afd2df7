import { bundle } from "./bundle.ts";
import type { Grammar } from "./grammar.ts";
import { asyncapiGrammar, openapiGrammar } from "./grammar.ts";
import { isObject } from "./json.ts";
import type { Json, JsonObject } from "./model.ts";
import type { Places } from "./places.ts";
import { createPlaces } from "./places.ts";
import type { Problems } from "./problems.ts";
import { createProblems } from "./problems.ts";
import type { Readings, SourceFile } from "./source-file.ts";
import { readSource } from "./source-file.ts";
import type { SpecFile, SpecLocation } from "./spec-files.ts";
import { toldPath } from "./spec-files.ts";

export type { SpecFile, SpecLocation } from "./spec-files.ts";
export { readSpec, toldPath } from "./spec-files.ts";

/** The two documents of a spec, bundled, with the way back to their sources. */
export interface Loaded {
  readonly openapi: JsonObject;
  readonly asyncapi: JsonObject;
  /** The JSON Schema of each extension, by its name with `x-`. */
  readonly vocabulary: ReadonlyMap<string, JsonObject>;
  readonly places: Places;
  readonly problems: Problems;
}

/**
 * Makes the two documents out of the files of a spec. Never fails: whatever is wrong with YAML
 * or `$ref` is in `problems`, and what could be read is there to be checked further. `readings`
 * holds texts that were read before and takes those that are read now.
 */
export function load(
  location: SpecLocation,
  files: readonly SpecFile[],
  readings: Readings = new Map(),
): Loaded {
  const places = createPlaces();
  const problems = createProblems(places);
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const opened = new Map<string, SourceFile>();
  const open = (path: string): Json | undefined => {
    const text = texts.get(path);
    if (text === undefined) return undefined;
    const known = opened.get(path);
    const context = { places, problems, readings };
    const file = known ?? readSource(toldPath(location, path), text, context);
    opened.set(path, file);
    return file.value;
  };
  let lost = 0;
  const onLost = (): void => {
    lost += 1;
  };
  const document = (entry: string, grammar: Grammar): JsonObject => {
    if (!texts.has(entry)) {
      const origin = { file: toldPath(location, entry), line: 1, column: 1 };
      problems.reportAt(origin, "The spec has no such document.", "Write it.");
      onLost();
      return {};
    }
    return bundle({ entry, grammar, open, places, problems, onLost });
  };
  const openapi = document("openapi.yaml", openapiGrammar);
  const asyncapi = document("asyncapi.yaml", asyncapiGrammar);
  const vocabulary = new Map<string, JsonObject>();
  for (const { path } of files) {
    const name = /^lint\/vocabulary\/(.+)\.yaml$/u.exec(path)?.[1];
    const schema = name === undefined ? undefined : open(path);
    if (isObject(schema)) vocabulary.set(`x-${name}`, schema);
  }
  // Where something could not be read or found, the files behind it are not unused.
  const isWhole = lost === 0 && ![...opened.values()].some(({ broken }) => broken);
  if (isWhole) reportUnused(location, { files, opened, problems });
  return { openapi, asyncapi, vocabulary, places, problems };
}

/** A file that no document names would be edited in vain. */
function reportUnused(
  location: SpecLocation,
  read: {
    readonly files: readonly SpecFile[];
    readonly opened: ReadonlyMap<string, SourceFile>;
    readonly problems: Problems;
  },
): void {
  const { files, opened, problems } = read;
  for (const { path } of files) {
    if (opened.has(path) || path.startsWith("examples/")) continue;
    const origin = { file: toldPath(location, path), line: 1, column: 1 };
    problems.reportAt(
      origin,
      "No document names this file, so nothing comes of it.",
      "Refer to it with a $ref or delete it.",
    );
  }
}
