/** The record of the public API, docs/api/: as the code has it now, on the disk, at a revision. */

import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { inTemporaryFolder } from "../../runtime/files.node.ts";
import { git } from "../diff/revision.ts";
import { compiler } from "../shared/compiler.ts";
import type { ApiRecord } from "./changes.ts";

export const recordFolder = "docs/api";
const changesetFolder = ".changeset";

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<"node" | "default", string>>>>;
}

/** The record of the code in a project. */
export function currentRecord(project: string): Promise<ApiRecord> {
  return inTemporaryFolder(async (folder) => {
    await writeDeclarations(project, folder);
    // It takes longer to load than to refuse an option.
    const { ModuleKind, ModuleResolutionKind, Project } = await import("ts-morph");
    const { apiPages } = await import("./report.ts");
    const { NodeNext } = ModuleResolutionKind;
    // Only names are looked up, so that no library has to be read.
    const compilerOptions = { noLib: true, types: [], moduleResolution: NodeNext };
    const files = new Project({
      compilerOptions: { ...compilerOptions, module: ModuleKind.NodeNext },
    });
    const manifest = await readFile(join(project, "package.json"), "utf8");
    const { exports } = JSON.parse(manifest) as Manifest;
    const subpaths = Object.entries(exports).flatMap(([subpath, target]) => {
      const built = typeof target === "string" ? target : (target.node ?? target.default);
      const source = /^\.\/dist\/([^*]*)\.js$/u.exec(built)?.[1];
      if (source === undefined) return [];
      const declarations = files.addSourceFileAtPath(join(folder, `${source}.d.ts`));
      return [{ name: `tradespec${subpath.slice(1)}`, declarations }];
    });
    files.resolveSourceFileDependencies();
    return Object.fromEntries(apiPages(subpaths).map(({ file, text }) => [file, text]));
  });
}

/** Types are checked elsewhere. */
async function writeDeclarations(project: string, folder: string): Promise<void> {
  const given = ["-p", "tsconfig.build.json", "--outDir", folder, "--declarationMap", "false"];
  const command = [...compiler, "--noCheck", ...given];
  await promisify(execFile)(process.execPath, command, { cwd: project });
}

/** The record on the disk. */
export async function readRecord(project: string): Promise<ApiRecord> {
  const names = await readdir(join(project, recordFolder)).catch(() => []);
  const pages = names.map(async (name) => {
    return [name, await readFile(join(project, recordFolder, name), "utf8")] as const;
  });
  return Object.fromEntries(await Promise.all(pages));
}

/** The record at a revision of git; empty before there was one. */
export function recordAt(project: string, revision: string): ApiRecord {
  return Object.fromEntries(
    filesAt(project, revision, recordFolder).map((name) => {
      const text = git(project, ["show", `${revision}:./${recordFolder}/${name}`]);
      return [name, text.toString("utf8")];
    }),
  );
}

function filesAt(project: string, revision: string, folder: string): readonly string[] {
  const listed = git(project, ["ls-tree", "--name-only", revision, `${folder}/`]);
  const paths = listed.toString("utf8").split("\n").filter(Boolean);
  return paths.map((path) => path.slice(folder.length + 1));
}

/**
 * The revision before the latest change: HEAD while record or changesets are not committed, and
 * otherwise its parent. `undefined` without git or history.
 */
export function revisionBefore(project: string): string | undefined {
  try {
    const paths = ["--", recordFolder, changesetFolder];
    const isCommitted = git(project, ["status", "--porcelain", ...paths]).length === 0;
    const revision = isCommitted ? "HEAD^" : "HEAD";
    git(project, ["rev-parse", "--verify", "--quiet", revision]);
    return revision;
  } catch {
    return undefined;
  }
}

/** Whether there is a changeset that the revision does not have. */
export async function hasNewChangeset(project: string, revision: string): Promise<boolean> {
  const known = new Set(filesAt(project, revision, changesetFolder));
  const names = await readdir(join(project, changesetFolder)).catch(() => []);
  return names.some((name) => name.endsWith(".md") && !known.has(name));
}
