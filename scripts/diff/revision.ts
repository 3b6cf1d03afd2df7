import { execFileSync } from "node:child_process";

import type { SpecFile } from "../../generators/contract/documents/spec-files.ts";

/** Says why a revision cannot be compared. */
export class RevisionError extends Error {}

/** The newest tag behind HEAD; HEAD where there are no tags. */
export function usualRevision(folder: string): string {
  try {
    return git(folder, ["describe", "--tags", "--abbrev=0"]).trim();
  } catch {
    return "HEAD";
  }
}

/**
 * The files of the spec at a revision, read from git without a checkout. `folder` is the project's,
 * which may be a folder of a larger repository.
 */
export function specAt(folder: string, revision: string): readonly SpecFile[] {
  const listed = filesAt(folder, revision);
  if (listed.length === 0) {
    throw new RevisionError(`There is no spec/ at ${revision}: name a later revision.`);
  }
  const wanted = listed.map(({ hash }) => hash).join("\n");
  const texts = blobs(gitBytes(folder, ["cat-file", "--batch"], `${wanted}\n`));
  return listed.map(({ path }, index) => {
    return { path, text: (texts[index] ?? "").replaceAll("\r\n", "\n") };
  });
}

interface Listed {
  readonly path: string;
  readonly hash: string;
}

/** The same files that `readSpec` reads from disk: YAML and JSON, no links, no lint rules. */
function filesAt(folder: string, revision: string): readonly Listed[] {
  // git would take a word that starts with a dash for an option.
  if (revision.startsWith("-")) throw unknownRevision(revision);
  try {
    git(folder, ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]);
  } catch (error) {
    throw isMissing(error) ? new RevisionError("git is not installed.") : unknownRevision(revision);
  }
  const rows = git(folder, ["ls-tree", "-r", "-z", revision, "spec/"]).split("\0");
  return rows.flatMap((row): readonly Listed[] => {
    const [, mode, hash, path] = /^(\d+) blob (\w+)\tspec\/(.+)$/u.exec(row) ?? [];
    if (hash === undefined || path === undefined || mode === "120000") return [];
    const isRead = /\.(ya?ml|json)$/u.test(path);
    const isLintRule = path.startsWith("lint/") && !path.startsWith("lint/vocabulary/");
    return isRead && !isLintRule ? [{ path, hash }] : [];
  });
}

/** Parses the output of `git cat-file --batch`: a line with the size, then that many bytes. */
function blobs(bytes: Buffer): readonly string[] {
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf("\n", at);
    const size = Number(bytes.toString("utf8", at, end).split(" ").at(-1));
    texts.push(bytes.toString("utf8", end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return texts;
}

function git(folder: string, given: readonly string[]): string {
  return gitBytes(folder, given).toString("utf8");
}

function gitBytes(folder: string, given: readonly string[], input?: string): Buffer {
  return execFileSync("git", ["-C", folder, ...given], {
    input,
    // A whole spec is a few megabytes.
    maxBuffer: 256 * 1024 * 1024,
    stdio: ["pipe", "pipe", "ignore"],
  });
}

function unknownRevision(revision: string): RevisionError {
  return new RevisionError(
    `git knows no revision "${revision}" here: name a tag, a branch, a commit or one like HEAD~3.`,
  );
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
