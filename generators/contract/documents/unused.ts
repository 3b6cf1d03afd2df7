import { posix } from "node:path";

import { isObject } from "./json.ts";
import type { ProblemPlace, Problems } from "./problems.ts";
import { type SpecFile, type SpecLocation, startOf } from "./spec-files.ts";
import type { SourceFile } from "./yaml.ts";

/** What was read of the spec's files. */
interface Used {
  readonly location: SpecLocation;
  readonly problems: Problems;
  readonly opened: ReadonlyMap<string, SourceFile>;
  /** The referenced entries of each file; `undefined` for the whole file. */
  readonly referenced: ReadonlyMap<string, ReadonlySet<string | undefined>>;
}

/**
 * Reports files that no document refers to, and unused entries of files whose entries are referred
 * to one by one. Excludes recordings, scenarios, and what only an unused file refers to.
 */
export function reportUnused(
  files: readonly SpecFile[],
  { location, problems, opened, referenced }: Used,
): void {
  const report = (at: ProblemPlace, what: string, where = "Refer to it with a $ref"): void => {
    problems.hideName();
    const message = `No document refers to ${what}, so it has no effect.`;
    problems.report(at, message, `${where}, or delete it.`);
  };
  const own = files.filter(({ path }) => !/^(?:examples|scenarios)\//u.test(path));
  const unopened = own.filter(({ path }) => !opened.has(path));
  const behind = new Set(unopened.flatMap(({ path, text }) => referencesOf(path, text)));
  for (const { path } of unopened.filter((file) => !behind.has(file.path))) {
    const [, where] = lists.find(([folder]) => path.startsWith(folder)) ?? [];
    report(startOf(location, path), "this file", where);
  }
  for (const { path } of own) {
    const [node, known] = [opened.get(path)?.value, referenced.get(path)];
    const isDocument = path === "openapi.yaml" || path === "asyncapi.yaml";
    if (!isObject(node) || !known || known.has(undefined) || isDocument) continue;
    for (const key of Object.keys(node)) if (!known.has(key)) report({ node, key }, key);
  }
}

/** The file that lists the files of a folder. */
const lists: readonly (readonly [folder: string, where: string])[] = [
  ["filters/", "List it in schemas/Filter.yaml"],
  ["paths/", "List its path in openapi.yaml"],
  ["events/payloads/", "Refer to it as the payload of a message"],
  ["events/channels/", "List its channel in asyncapi.yaml"],
  ["events/", "List it under the messages of a channel in events/channels/"],
];

/** The files that a file refers to, by its text: it was not parsed. */
function referencesOf(path: string, text: string): readonly string[] {
  return [...text.matchAll(/\$ref:\s*["']?([^\s"'#,}]+)/gu)].map(([, reference = ""]) =>
    posix.join(posix.dirname(path), reference),
  );
}
