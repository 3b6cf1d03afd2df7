import type { SpecFile, SpecLocation } from "../../generators/contract/documents/spec-files.ts";
import { displayPath } from "../../generators/contract/documents/spec-files.ts";
import { type ParseCache, readSource } from "../../generators/contract/documents/yaml.ts";
import type { Json, JsonObject } from "../../generators/contract/model.ts";
import { type Finding, originOfPath, type PathFinding } from "./findings.ts";

/** What is wrong with a recording, and where in its file. */
export interface RecordingProblem extends PathFinding {
  readonly fix: string;
  /** Problems with the same key have one cause. */
  readonly key: string;
}

export const recordAgain = "Record it again: npm run record.";

/** The problems of recordings. One that several have is reported once, at the first. */
export function findInEach(
  location: SpecLocation,
  recordings: readonly SpecFile[],
  cache: ParseCache,
  problemsOf: (path: string, value: Json) => readonly RecordingProblem[],
): readonly Finding[] {
  const found = new Map<string, { readonly at: Finding; fix: string; readonly in: Set<string> }>();
  for (const { path, text } of recordings) {
    const { value } = readSource(displayPath(location, path), text, cache);
    for (const { path: at, rule, message, fix, key } of problemsOf(path, value)) {
      const origin = originOfPath(value as JsonObject, at);
      const first = found.get(key) ?? { at: { ...origin, rule, message }, fix, in: new Set() };
      found.set(key, first);
      first.in.add(path.replace(/^examples\/|\.yaml$/gu, ""));
    }
  }
  return [...found.values()].map(({ at, fix, in: names }) => {
    const [, ...others] = names;
    const more = others.length === 0 ? "" : ` Also in ${others.join(", ")}.`;
    return { ...at, message: `${at.message}.${more} ${fix}` };
  });
}
