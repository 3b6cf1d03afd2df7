/**
 * A journal of placements in a file: a line for each beginning and each end. A beginning is on the
 * disk before its request leaves. The file holds what orders hold, and no key and no signature.
 */

import type { FileHandle } from "node:fs/promises";
import { link, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import { TradespecError } from "../errors.ts";
import type { PlacementEntry, PlacementJournal } from "./types.ts";

/** How a journal keeps its file. */
export interface PlacementJournalOptions {
  /**
   * Whether a beginning waits for the disk, so that it outlives a loss of power; it does when this
   * is absent. Without it, it outlives the end of the process.
   */
  readonly fsync?: boolean;
  /** Lines after which the file is written anew with what is pending; 10 000 when absent. */
  readonly linesMax?: number;
}

/** A journal with a file to let go of. */
export interface FilePlacementJournal extends PlacementJournal {
  readonly close: () => Promise<void>;
}

/**
 * Opens a journal, or makes one. A file is for one process at a time: beside it lies a lock with
 * the number of its process, which keeps others of the machine out until that process ends. A last
 * line that was not written to its end is passed over, as its request did not leave.
 * @throws TradespecError when another process has the file, or when it holds anything else; what
 * the file system throws.
 */
export async function openPlacementJournal(
  path: string,
  { fsync = true, linesMax = 10_000 }: PlacementJournalOptions = {},
): Promise<FilePlacementJournal> {
  const unlock = await lockFile(path);
  const pending = await readLines(path).catch(async (error: unknown) => {
    await unlock();
    throw error;
  });
  let file = await rewritten(path, pending);
  let lines = pending.size;
  let isBroken = false;
  const waiting: Write[] = [];
  let writing: Promise<void> | undefined;

  const writeAll = async (writes: readonly Write[]): Promise<void> => {
    // What a failed write has left in the file must not run into the next line.
    if (isBroken || lines > linesMax + pending.size) {
      isBroken = true;
      await file.close().catch(() => undefined);
      file = await rewritten(path, pending);
      lines = pending.size;
    }
    isBroken = true;
    await file.appendFile(writes.map(({ line }) => `${JSON.stringify(line)}\n`).join(""));
    if (fsync && writes.some(({ line }) => "begin" in line)) await file.datasync();
    isBroken = false;
    lines += writes.length;
    for (const { line } of writes) apply(line, pending);
  };

  /** Lines that come while the disk is busy are written together. */
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const writes = waiting.splice(0);
      try {
        await writeAll(writes);
        for (const { resolve } of writes) resolve();
      } catch (error) {
        for (const { reject } of writes) reject(error);
      }
    }
    writing = undefined;
  };

  const append = (line: Line): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ line, resolve, reject });
      writing ??= drain();
    });

  return {
    begin: (entry) => append({ begin: entry }),
    end: (clientId, outcome) => append({ end: clientId, outcome }),
    pending: async () => {
      await writing;
      return [...pending.values()];
    },
    close: async () => {
      await writing;
      await file.close();
      await unlock();
    },
  };
}

type Line =
  | { readonly begin: PlacementEntry }
  | { readonly end: string; readonly outcome: "placed" | "rejected" };

interface Write {
  readonly line: Line;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

type Pending = Map<string, PlacementEntry>;

function apply(line: Line, pending: Pending): void {
  if ("begin" in line) pending.set(line.begin.clientId, line.begin);
  else pending.delete(line.end);
}

async function contentOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "";
    throw error;
  }
}

/** Keeps other processes out until it is let go; one that has died keeps nobody out. */
async function lockFile(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  const own = `${lock}.${process.pid}`;
  // Linked in one step, so that no lock is ever seen without its number.
  await writeFile(own, String(process.pid), { mode: 0o600 });
  try {
    for (;;) {
      const isLinked = await link(own, lock).then(() => true, isThere);
      const holder = isLinked ? process.pid : Number(await contentOf(lock));
      if (holder === process.pid) return () => rm(lock, { force: true });
      if (holder > 0 && isAlive(holder)) {
        const mend = `end it first, or remove ${lock} if it is something else`;
        throw new TradespecError(`${path} is in use by process ${holder}; ${mend}.`);
      }
      await rm(lock, { force: true });
    }
  } finally {
    await rm(own, { force: true });
  }
}

/** `false` for a file that is there already; throws any other error. */
function isThere(error: unknown): false {
  if (codeOf(error) === "EEXIST") return false;
  throw error;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

async function readLines(path: string): Promise<Pending> {
  const pending: Pending = new Map();
  const text = await contentOf(path);
  // Behind the last line end stands nothing, or a line that was not finished.
  for (const [index, written] of text.split("\n").slice(0, -1).entries()) {
    const line = lineOf(written);
    if (line === undefined) {
      const mend = "move the file away, and look up its orders by hand";
      throw new TradespecError(`${path}:${index + 1} is no line of a journal; ${mend}.`);
    }
    apply(line, pending);
  }
  return pending;
}

function lineOf(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Partial<Line & { begin: PlacementEntry }> | null;
    const id = line?.begin?.clientId ?? (line && "end" in line ? line.end : undefined);
    return typeof id === "string" ? (line as Line) : undefined;
  } catch {
    return undefined;
  }
}

/** Puts a file with these entries in the place of the old one, in one step, and opens it. */
async function rewritten(path: string, pending: Pending): Promise<FileHandle> {
  const next = `${path}.new`;
  const text = [...pending.values()].map((begin) => `${JSON.stringify({ begin })}\n`).join("");
  // Whoever else uses the machine need not know of the orders.
  const file = await open(next, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    await rename(next, path);
    await syncFolder(dirname(path));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Where folders cannot be synced, the file system looks after its names by itself. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
