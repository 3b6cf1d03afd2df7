import { posix } from "node:path";

import { isObject } from "./json.ts";
import type { SpecFile } from "./spec-files.ts";
import type { SourceFile } from "./yaml.ts";

/** A file, or an entry of a file of many, without effect. */
interface Unused {
  readonly path: string;
  readonly key?: string;
  readonly message: string;
  readonly fix: string;
}

/**
 * Files that no document refers to, and unused entries of files whose entries are referred to one
 * by one. Excludes recordings, scenarios, and what only an unused file refers to.
 */
export function findUnused(
  files: readonly SpecFile[],
  used: {
    readonly opened: ReadonlyMap<string, SourceFile>;
    /** The referenced entries of each file; `undefined` for the whole file. */
    readonly referenced: ReadonlyMap<string, ReadonlySet<string | undefined>>;
  },
): readonly Unused[] {
  const own = files.filter(({ path }) => !/^(?:examples|scenarios)\//u.test(path));
  const unopened = own.filter(({ path }) => !used.opened.has(path));
  const behind = new Set(unopened.flatMap(({ path, text }) => referencesOf(path, text)));
  return [
    ...unopened.filter(({ path }) => !behind.has(path)).map(unusedFile),
    ...own.flatMap(({ path }) => unusedEntries(path, used)),
  ];
}

function unusedFile({ path }: SpecFile): Unused {
  const [, where] = lists.find(([folder]) => path.startsWith(folder)) ?? [];
  return {
    path,
    message: "No document refers to this file, so it has no effect.",
    fix: `${where ?? "Refer to it with a $ref"}, or delete it.`,
  };
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

function unusedEntries(
  path: string,
  { opened, referenced }: Parameters<typeof findUnused>[1],
): readonly Unused[] {
  const value = opened.get(path)?.value;
  const known = referenced.get(path);
  if (!isObject(value) || !known || known.has(undefined) || isDocument(path)) return [];
  return Object.keys(value)
    .filter((key) => !known.has(key))
    .map((key) => ({
      path,
      key,
      message: `No document refers to ${key}, so it has no effect.`,
      fix: "Refer to it with a $ref, or delete it.",
    }));
}

function isDocument(path: string): boolean {
  return path === "openapi.yaml" || path === "asyncapi.yaml";
}
