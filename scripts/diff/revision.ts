import { execFileSync } from "node:child_process";
import { basename } from "node:path";

import {
  readSpec,
  type SpecFile,
  type SpecLocation,
} from "../../generators/contract/documents/spec-files.ts";
import { inTemporaryFolder } from "../../runtime/files.node.ts";

/** Says why a revision cannot be compared. */
export class RevisionError extends Error {}

/** The newest tag before HEAD, or HEAD without tags. */
export function usualRevision(folder: string): string {
  try {
    return git(folder, ["describe", "--tags", "--abbrev=0"]).toString("utf8").trim();
  } catch {
    return "HEAD";
  }
}

/** The files of a spec's folder at a revision, unpacked from git's archive and not checked out. */
export async function specAt(
  { folder, root, vocabularyFrom }: SpecLocation,
  revision: string,
): Promise<readonly SpecFile[]> {
  // git would take a word that starts with a dash for an option.
  if (revision.startsWith("-")) throw unknownRevision(revision);
  try {
    git(folder, ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw isMissing ? new RevisionError("git is not installed.") : unknownRevision(revision);
  }
  try {
    git(folder, ["rev-parse", "--verify", "--quiet", `${revision}:./`]);
  } catch {
    throw new RevisionError(
      `There is no ${basename(folder)}/ at ${revision}: name a later revision.`,
    );
  }
  return inTemporaryFolder(async (workplace) => {
    unpack(folder, revision, workplace);
    return readSpec({ folder: workplace, root, ...(vocabularyFrom && { vocabularyFrom }) });
  });
}

function unpack(folder: string, revision: string, into: string): void {
  try {
    const input = git(folder, ["archive", "--format=tar", revision]);
    execFileSync("tar", ["-xf", "-", "-C", into], { input, stdio: ["pipe", "ignore", "pipe"] });
  } catch (error) {
    const { code, path, stderr } = error as NodeJS.ErrnoException & { readonly stderr?: Buffer };
    if (code === "ENOENT") throw new RevisionError(`${path} is not installed.`);
    throw new RevisionError(
      `${basename(folder)}/ at ${revision} cannot be unpacked: ${stderr ?? code}`.trim(),
    );
  }
}

export function git(folder: string, given: readonly string[]): Buffer {
  // A whole spec is a few megabytes.
  const maxBuffer = 256 * 1024 * 1024;
  const stdio = ["ignore", "pipe", "pipe"] as const;
  return execFileSync("git", ["-C", folder, ...given], { maxBuffer, stdio: [...stdio] });
}

function unknownRevision(revision: string): RevisionError {
  return new RevisionError(
    `git knows no revision "${revision}" here: name a tag, a branch, a commit or one like HEAD~3.`,
  );
}
