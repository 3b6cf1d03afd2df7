/** Writes files whole: neither a full disk nor an end in the middle of a run leaves one cut off. */

import { existsSync } from "node:fs";
import { lstat, mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** Begins the name of a folder in which files wait for their places; then comes the process. */
export const stagingPrefix = ".writing-";

/** A file with its path in a folder. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Writes files, first all into a folder of their own, and deletes others. A run that fails while it
 * writes changes nothing; what it leaves if it is killed, the next one removes.
 */
export async function writeFiles(
  folder: string,
  files: readonly TextFile[],
  deleted: readonly string[] = [],
): Promise<void> {
  await removeLeftovers(folder);
  if (files.length === 0 && deleted.length === 0) return;
  await makeFolder(folder);
  await inTemporaryFolder(
    async (staging) => {
      await putFiles(staging, files);
      for (const path of deleted) {
        await rm(join(folder, path), { force: true });
        // Removes its folder, too, if it is empty now.
        if (path.includes("/")) await rmdir(dirname(join(folder, path))).catch(() => undefined);
      }
      for (const { path } of files) {
        await makeFolder(dirname(join(folder, path)));
        await rename(join(staging, path), join(folder, path));
      }
    },
    join(folder, `${stagingPrefix}${process.pid}-`),
  );
}

/** Writes one file; in its place if that is no plain file, such as a pipe, or takes no new one. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (there?.isFile() === false) return writeFile(path, text);
  await writeFiles(dirname(path), [{ path: basename(path), text }]).catch((error) => {
    // It may be in a folder of somebody else, or mounted.
    if (!/^E(?:ACCES|PERM|ROFS|BUSY)$/u.test(error.code)) throw error;
    return writeFile(path, text);
  });
}

/** Does work in a folder that is removed when the work is done or has failed. */
export async function inTemporaryFolder<Result>(
  work: (folder: string) => Promise<Result>,
  start: string = join(tmpdir(), "tradespec-"),
): Promise<Result> {
  const folder = await mkdtemp(start);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes files into a folder that nobody else reads yet. */
export async function putFiles(folder: string, files: Iterable<TextFile>): Promise<void> {
  for (const { path, text } of files) {
    await makeFolder(dirname(join(folder, path)));
    await writeFile(join(folder, path), text);
  }
}

/** Makes a folder and those above it. Node's own way never ends where none can be, as in /proc. */
export async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) await makeFolder(above);
  await mkdir(path).catch((error) => {
    if (error.code !== "EEXIST") throw error;
  });
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(stagingPrefix)) continue;
    const pid = Number.parseInt(name.slice(stagingPrefix.length), 10);
    if (Number.isNaN(pid) || isRunning(pid)) continue;
    // What is another user's stays.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // That of another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
