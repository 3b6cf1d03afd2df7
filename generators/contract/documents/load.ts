import type { JsonSchemas } from "../../../runtime/encoding/json-schema.ts";
import { bundle } from "./bundle.ts";
import { isObject, rewritten } from "./json.ts";
import type { Documents, Json, JsonObject } from "./model.ts";
import { nodeKinds } from "./node-kinds.ts";
import { withOperationDefaults } from "./operation-defaults.ts";
import { createProblems, type Problems } from "./problems.ts";
import { withQuotes } from "./quotes.ts";
import * as read from "./read.ts";
import type { Target } from "./references.ts";
import { displayPath, type SpecFile, type SpecLocation, startOf } from "./spec-files.ts";
import { reportUnused } from "./unused.ts";
import { type ParseCache, readSource, type SourceFile } from "./yaml.ts";

/** The two bundled documents of a spec, with the source position of every node. */
export interface Loaded extends Documents {
  /** Schema of each extension, by its name with `x-`. */
  readonly vocabulary: ReadonlyMap<string, JsonObject>;
  /** The same, as `schemasOf` writes them. */
  readonly extensions: JsonSchemas;
  /** JSON Schemas of the sandbox's inputs, by name. */
  readonly sandbox: JsonObject;
  /** The entries of the lists in spec/scenarios/, in the order of their names. */
  readonly scenarios: readonly Json[];
  /** The names of the recordings, which are those of their scenarios. */
  readonly recorded: readonly string[];
  readonly problems: Problems;
  /** Everything was parsed and found, so nothing is missing in the documents. */
  readonly isWhole: boolean;
  readonly parsed: ParseCache;
}

/**
 * Loads the two documents from the files of a spec. Never throws: problems of YAML or `$ref` go to
 * `problems`, and all that was parsed is available for further checks. `cache` has the files that
 * were parsed before, and receives those of this spec. Texts keep what they quote as pointers for
 * a comparison: that a quoted value has changed is a change of the value alone.
 */
export function load(
  location: SpecLocation,
  files: readonly SpecFile[],
  cache: ParseCache = new Map(),
  keepsQuotes = false,
): Loaded {
  const problems = createProblems();
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const opened = new Map<string, SourceFile>();
  const referenced = new Map<string, Set<string | undefined>>();
  const open = (path: string): Json | undefined => {
    const [known, text] = [opened.get(path), texts.get(path)];
    if (known !== undefined || text === undefined) return known?.value;
    const file = readSource(displayPath(location, path), text, cache);
    opened.set(path, file);
    for (const { origin, message, fix } of file.problems) problems.report(origin, message, fix);
    if (file.broken) problems.hideNamesIn(text);
    return file.value;
  };
  const visit = ({ file, pointer: [entry] }: Target): void => {
    referenced.set(file, (referenced.get(file) ?? new Set()).add(entry));
  };
  const document = (name: keyof Documents): JsonObject => {
    const entry = `${name}.yaml`;
    if (texts.has(entry)) {
      return bundle({ entry, format: nodeKinds[name], open, visit, problems });
    }
    if (name === "openapi") {
      problems.report(startOf(location, entry), "The spec has no such document.", "Write it.");
    }
    return {};
  };
  const vocabulary = vocabularyIn(files, open);
  const extensions = schemasOf(vocabulary);
  const under = (folder: string) =>
    files.flatMap(({ path }) => (path.startsWith(folder) ? (open(path) ?? []) : []));
  const sandbox: JsonObject = Object.assign({}, ...under("sandbox/").filter(isObject));
  const written = {
    openapi: withOperationDefaults(document("openapi")),
    asyncapi: document("asyncapi"),
    scenarios: under("scenarios/"),
  };
  const { openapi, asyncapi, scenarios } = keepsQuotes ? written : withQuotes(written, problems);
  // What an unparsed part refers to must not count as unused.
  const isWhole =
    problems.all().length === 0 &&
    Object.hasOwn(openapi, "openapi") &&
    (Object.hasOwn(asyncapi, "asyncapi") || !texts.has("asyncapi.yaml"));
  if (isWhole) reportUnused(files, { location, problems, opened, referenced });
  const recorded = files.map(({ path }) => /^examples\/(.+)\.ya?ml$/u.exec(path)?.[1] ?? "");
  const documents = { openapi, asyncapi, vocabulary, extensions, sandbox, scenarios, recorded };
  return { ...documents, problems, isWhole, parsed: cache };
}

/** The schemas of the extensions, by key. */
function vocabularyIn(
  files: readonly SpecFile[],
  open: (path: string) => Json | undefined,
): ReadonlyMap<string, JsonObject> {
  const vocabulary = new Map<string, JsonObject>();
  for (const { path } of files) {
    const name = /^lint\/vocabulary\/(.+)\.yaml$/u.exec(path)?.[1];
    const schema = name === undefined ? undefined : open(path);
    if (isObject(schema)) vocabulary.set(`x-${name}`, schema);
  }
  return vocabulary;
}

/**
 * The schemas of the extensions by name, as `weight`, and their `$defs`, as `retry.rule`. A value
 * that is `x-assumable` may stand alone, or with the assumption behind it.
 */
function schemasOf(vocabulary: Loaded["vocabulary"]): JsonSchemas {
  const entries = [...vocabulary].flatMap(([key, schema]) => {
    const name = key.slice(2);
    const absolute = rewritten(schema, ({ $ref, "x-assumable": plain, ...node }) => {
      if (plain !== undefined) {
        const { description = "" } = node;
        const value = { description, ...read.object(plain) };
        const assumed = { $ref: "assumed.value", properties: { value } };
        return { ...node, anyOf: [value, assumed] };
      }
      if (typeof $ref !== "string") return node;
      const [file = "", pointer = ""] = $ref.split("#");
      const parts = [file.replace(/\.yaml$/u, "") || name, ...pointer.split("/").slice(2)];
      return { $ref: parts.join("."), ...node };
    });
    // The title only repeats the name of the extension.
    const { title: _, $defs, ...own } = read.object(absolute);
    const parts = Object.entries(read.object($defs));
    return [[name, own], ...parts.map(([part, each]) => [`${name}.${part}`, each])];
  });
  return Object.fromEntries(entries) as JsonSchemas;
}
