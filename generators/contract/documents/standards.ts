// The files of one rule, without the command's configuration: half of the package's loading time.
import { getTypes, SpecVersion } from "@redocly/openapi-core/lib/oas-types.js";
import {
  type ResolvedRef,
  type ResolvedRefMap,
  Source,
} from "@redocly/openapi-core/lib/resolve.js";
import { Struct } from "@redocly/openapi-core/lib/rules/common/struct.js";
import { type NormalizedNodeType, normalizeTypes } from "@redocly/openapi-core/lib/types/index.js";
import { normalizeVisitors } from "@redocly/openapi-core/lib/visitors.js";
import { type WalkContext, walkDocument } from "@redocly/openapi-core/lib/walk.js";

import {
  compareWithSchema,
  type Mention,
  type Violation,
} from "../../../runtime/encoding/json-schema.ts";
import { type NamePlace, nameProblem } from "../known-names.ts";
import type { Contract } from "../model.ts";
import { isList, isObject, pointerNames, rewritten } from "./json.ts";
import type { Loaded } from "./load.ts";
import type { Documents, JsonObject } from "./model.ts";
import { walk } from "./node-kinds.ts";
import { isBroken } from "./places.ts";
import { suggestName } from "./problems.ts";
import * as read from "./read.ts";

/** A problem of a bundled document at a path. */
interface DocumentProblem {
  readonly document: keyof Documents;
  readonly path: readonly string[];
  readonly message: string;
  readonly fix: string;
}

/** Reports each problem at its path in the sources, or as near as possible. */
function reportProblems(loaded: Loaded, problems: readonly DocumentProblem[]): void {
  for (const { document, path, message, fix } of problems) {
    const { node, key } = read.holderAt(loaded[document], path);
    const inside = read.at(node, ...(key === undefined ? [] : [String(key)]));
    const isNode = isObject(inside) || isList(inside);
    if (isNode && isBroken(inside)) continue;
    // A component has a position, and the map that the bundle puts it into has none.
    const isComponent = isNode && path[0] === "components" && path.length === 3;
    loaded.problems.report(isComponent ? { node: inside } : { node, key }, message, fix);
  }
}

/** Reports what OpenAPI 3.1 or AsyncAPI 3 forbids: unknown or missing keywords, wrong types. */
export function reportStructure(loaded: Loaded): void {
  for (const document of ["openapi", "asyncapi"] as const) {
    const content = loaded[document];
    if (Object.keys(content).length === 0) continue;
    const version = versionProblem(document, content);
    reportProblems(loaded, version === undefined ? brokenRules(document, content) : [version]);
  }
}

function brokenRules(name: keyof Documents, content: JsonObject): readonly DocumentProblem[] {
  const oasVersion = name === "openapi" ? SpecVersion.OAS3_1 : SpecVersion.Async3;
  const types = normalizeTypes(getTypes(oasVersion), { doNotResolveExamples: true });
  const { Root: rootType } = types as typeof types & { Root: NormalizedNodeType };
  // The rule knows only AsyncAPI 3.0.0; 3.1.0 allows the same.
  const known = content["asyncapi"] === "3.1.0" ? { ...content, asyncapi: "3.0.0" } : content;
  // The standards say nothing of extensions, which are most of a document.
  const parsed = rewritten(known, (part) =>
    Object.fromEntries(Object.entries(part).filter(([name]) => !name.startsWith("x-"))),
  );
  const document = { source: new Source("bundle.json", "", "application/json"), parsed };
  // A bundle refers to nothing but itself; the package would walk it once more to find that.
  const get = (id: string, steps = 0): ResolvedRef => {
    const nodePointer = id.slice(id.indexOf("#"));
    const node = read.at(parsed, ...pointerNames(nodePointer));
    const next = read.at(node, "$ref");
    return typeof next === "string" && steps < aliasesMax
      ? get(next, steps + 1)
      : { resolved: true, isRemote: false, node, document, nodePointer };
  };
  const rule = { severity: "error", ruleId: "struct", visitor: Struct({}) as object } as const;
  const ctx: WalkContext = { problems: [], oasVersion, visitorsData: {} };
  walkDocument({
    document,
    rootType,
    normalizedVisitors: normalizeVisitors([rule], types),
    resolvedRefMap: { get } as ResolvedRefMap,
    ctx,
  });
  return ctx.problems.map(({ message, suggest: [suggestion], location }) => ({
    document: name,
    path: pointerNames(location[0]?.pointer ?? "#/"),
    message: message.replaceAll("`", "").replace(/\.?$/u, "."),
    fix:
      suggestion === undefined
        ? "Write what the standard allows here."
        : `Did you mean ${suggestion}?`,
  }));
}

/** Longest chain of components that are nothing but a reference; a longer one is a circle. */
const aliasesMax = 16;

function versionProblem(
  document: keyof Documents,
  content: JsonObject,
): DocumentProblem | undefined {
  const version = content[document];
  const known = document === "openapi" ? /^3\.1\.\d+$/u : /^3\.[01]\.0$/u;
  if (typeof version === "string" && known.test(version)) return undefined;
  return {
    document,
    path: [document],
    message: `The version ${JSON.stringify(version ?? null)} is not supported.`,
    fix: `Write ${document}: 3.1.0.`,
  };
}

/**
 * Reports violations of the vocabulary: extensions (keys with `x-`) that violate their JSON Schema
 * or name something unknown, and extensions without a schema, because a misspelt key would silently
 * do nothing. Skips names whose target may be in an unused file.
 */
export function reportVocabulary(loaded: Loaded, contract: Contract): void {
  if (loaded.vocabulary.size === 0) return;
  const problems: VocabularyProblem[] = [];
  walk(loaded, ({ document, node, kind, isMap, path: holder }) => {
    if (isMap) return;
    // An extension's schema covers everything in it.
    if (kind === "Data" && holder.some((name) => name.startsWith("x-"))) return;
    for (const [key, extension] of Object.entries(node)) {
      if (!key.startsWith("x-")) continue;
      const place = { document, holder, extension };
      for (const problem of extensionProblems({ ...loaded, contract }, key, place)) {
        problems.push({ ...problem, document, path: [...holder, key, ...problem.path] });
      }
    }
  });
  // A duplicate has replaced another name, which is unknown now.
  const isTwice = problems.some(({ kind }) => kind === "twice");
  const own = problems.filter(({ kind, name }) => {
    if (kind === undefined || kind === "twice") return true;
    // A reference is hidden with the last name of its path.
    return !isTwice && !loaded.problems.isHidden(String(name).split("/").at(-1) ?? "");
  });
  reportProblems(loaded, own);
}

/** A problem of the vocabulary; for a name, with the name and its kind. */
interface VocabularyProblem extends DocumentProblem, Partial<Pick<Mention, "name" | "kind">> {}

function fixOf({ description, missing, meant, hint }: Violation, file: string): string {
  if (missing !== undefined) return `Write ${missing}; see ${file}.`;
  if (meant !== undefined) return `Did you mean ${meant}?`;
  if (hint !== undefined) return `${hint[0]?.toUpperCase()}${hint.slice(1)}. See ${file}.`;
  return description === undefined
    ? `Correct it; see ${file}.`
    : `Correct it; ${file} says: ${description}`;
}

function extensionProblems(
  context: Loaded & { readonly contract: Contract },
  key: string,
  place: Omit<NamePlace, "inside" | "name">,
): readonly Omit<VocabularyProblem, "document">[] {
  const { extensions, vocabulary } = context;
  const schema = extensions[key.slice(2)];
  if (schema === undefined) {
    const otherwise = "Correct its name, or describe it in spec/lint/vocabulary/.";
    const fix = suggestName(key, [...vocabulary.keys()], otherwise);
    return [{ path: [], message: `${key} is not a known extension.`, fix }];
  }
  const file = `spec/lint/vocabulary/${key.slice(2)}.yaml`;
  const { violations, mentions } = compareWithSchema(extensions, schema, place.extension);
  const problems = violations.map((violation) => {
    const path = violation.path.map(String);
    return {
      path,
      message: `${[key, ...path].join("/")} ${violation.what}.`,
      fix: fixOf(violation, file),
    };
  });
  const misnamed = mentions.flatMap(({ path: steps, name, kind }) => {
    const path = steps.map(String);
    const problem = nameProblem(context, kind, { ...place, inside: path, name });
    return problem === undefined ? [] : [{ ...problem, path, name, kind }];
  });
  return [...problems, ...misnamed];
}
