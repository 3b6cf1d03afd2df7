import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";

import { inTemporaryFolder, putFiles } from "../../runtime/files.node.ts";
import type { Claimed, Emitter, GeneratedFile } from "./emitter.ts";
import { requireImports } from "./imports.ts";
import { sourceMap } from "./source-map.ts";
import { parse } from "./typescript.ts";

/** Finished files by their draft: to lay out and to check all of them takes a third of a run. */
interface FinishedFiles {
  get(draft: string): readonly GeneratedFile[] | undefined;
  set(draft: string, files: readonly GeneratedFile[]): unknown;
}

export interface FinishOptions {
  /** The way from the output's folder to the project, by default one up. */
  readonly toRoot?: string;
  /** What earlier runs made; receives what this one makes. */
  readonly cache?: FinishedFiles | undefined;
}

/**
 * Adds header, layout and source map to TypeScript, and refuses it if it lacks an import; other
 * files are unchanged.
 */
export async function finish(
  drafts: readonly Claimed[],
  { toRoot = "..", cache = new Map() }: FinishOptions,
  command?: string,
): Promise<readonly GeneratedFile[]> {
  const isCode = ({ path }: Claimed): boolean => path.endsWith(".ts");
  const keys = new Map(
    drafts.filter(isCode).map((draft) => {
      const { path, text, origins = [], emitter } = draft;
      return [draft, JSON.stringify([header(emitter, command), toRoot, path, text, ...origins])];
    }),
  );
  const fresh = [...keys].filter(([, key]) => cache.get(key) === undefined);
  const texts = await format(
    fresh.map(([{ path, text, emitter }]) => ({
      path,
      text: `${header(emitter, command)}\n\n${text}`,
    })),
  );
  for (const [draft, key] of fresh)
    cache.set(key, finished(draft, texts.get(draft.path) ?? "", toRoot));
  return drafts.flatMap((draft) => {
    const key = keys.get(draft);
    return (key && cache.get(key)) || [{ path: draft.path, text: draft.text }];
  });
}

/** A file in its layout, with its source map. */
function finished(
  { path, origins, emitter }: Claimed,
  text: string,
  toRoot: string,
): readonly GeneratedFile[] {
  const file = parse(text);
  requireImports(path, file, emitter.name);
  if (origins === undefined) return [{ path, text }];
  const map = `${path}.map`;
  return [
    { path, text: `${text}\n//# sourceMappingURL=${map}\n` },
    { path: map, text: sourceMap(path, file, origins, toRoot) },
  ];
}

/** By these words a run recognizes the files of earlier ones. */
export const headerStart = "// Generated from ";

/** The two header lines of a generated file: its sources, and where to edit instead. */
function header(
  { name, sources }: Pick<Emitter, "name" | "sources">,
  command = "npm run generate",
): string {
  return [
    `${headerStart}${sources.join(" and ")} by generators/emitters/${name}.ts.`,
    `// Do not edit: change the spec, then run \`${command}\`.`,
  ].join("\n");
}

/** Formats TypeScript with Biome, all files in one run; returns texts by path. */
export async function format(
  files: readonly GeneratedFile[],
): Promise<ReadonlyMap<string, string>> {
  if (files.length === 0) return new Map();
  return inTemporaryFolder(async (folder) => {
    const settings = { path: "biome.json", text: JSON.stringify(configuration) };
    await putFiles(folder, [settings, ...files]);
    await promisify(execFile)(process.execPath, [biome, "check", "--write", "."], { cwd: folder });
    const texts = files.map(
      async ({ path }) => [path, await readFile(join(folder, path), "utf8")] as const,
    );
    return new Map(await Promise.all(texts));
  });
}

const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");

/** The project's own layout. Sorts imports and removes unused ones. */
const configuration = {
  root: true,
  files: { maxSize: 2 ** 28 },
  formatter: { indentStyle: "space", lineWidth: 100 },
  linter: {
    rules: { preset: "none", correctness: { noUnusedImports: { level: "error", fix: "safe" } } },
  },
  assist: {
    actions: {
      source: {
        organizeImports: { level: "on", options: { groups: [":PACKAGE:", ":PATH:"] } },
      },
    },
  },
};
