/**
 * A journal of placements in a file: a line when a placement begins, and one when it ends. The
 * first is on the disk before the request leaves. The file holds the fields of orders, and no API
 * key, secret or signature.
 */

import type { FileHandle } from "node:fs/promises";
import { link, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import { TradespecError } from "../errors.ts";
import type { PlacementEntry, PlacementJournal } from "./types.ts";

/** How a journal keeps its file. */
export interface PlacementJournalOptions {
  /**
   * Whether to wait for the disk before a request is sent, so that a loss of power loses no
   * placement; true when absent. With false only a crash of the process loses none.
   */
  readonly fsync?: boolean;
  /** Lines after which the file is rewritten with the pending placements; 10 000 when absent. */
  readonly linesMax?: number;
}

/** A journal with a file to close. */
export interface FilePlacementJournal extends PlacementJournal {
  readonly close: () => Promise<void>;
}

/**
 * Opens a journal, or makes one. A file is for one process at a time: a lock file beside it holds
 * the id of that process, and keeps other processes of the machine out until that one ends. An
 * incomplete last line is skipped: its request was not sent.
 * @throws TradespecError when another process uses the file, or when it is no journal; errors of
 * the file system.
 */
export async function openPlacementJournal(
  path: string,
  { fsync = true, linesMax = 10_000 }: PlacementJournalOptions = {},
): Promise<FilePlacementJournal> {
  const unlock = await lockFile(path);
  try {
    const pending = await readLines(path);
    const file = await rewritten(path, pending);
    const opened: Opened = {
      path,
      fsync,
      linesMax,
      pending,
      waiting: [],
      file,
      lines: pending.size,
      isBroken: false,
      writing: undefined,
    };
    return {
      begin: (entry) => append(opened, { begin: entry }),
      end: (clientId, outcome) => append(opened, { end: clientId, outcome }),
      pending: async () => {
        await opened.writing;
        return [...pending.values()];
      },
      close: async () => {
        await opened.writing;
        await opened.file.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

interface Opened extends Required<PlacementJournalOptions> {
  readonly path: string;
  readonly pending: Pending;
  readonly waiting: Write[];
  file: FileHandle;
  lines: number;
  /** A write has failed, and may have left part of a line. */
  isBroken: boolean;
  writing: Promise<void> | undefined;
}

function append(opened: Opened, line: Line): Promise<void> {
  return new Promise((resolve, reject) => {
    opened.waiting.push({ line, resolve, reject });
    opened.writing ??= writeWaiting(opened);
  });
}

/** Lines that come while the disk is busy are written together. */
async function writeWaiting(opened: Opened): Promise<void> {
  while (opened.waiting.length > 0) {
    const writes = opened.waiting.splice(0);
    try {
      await writeAll(opened, writes);
      for (const { resolve } of writes) resolve();
    } catch (error) {
      for (const { reject } of writes) reject(error);
    }
  }
  opened.writing = undefined;
}

async function writeAll(opened: Opened, writes: readonly Write[]): Promise<void> {
  const { path, pending, linesMax, fsync } = opened;
  if (opened.isBroken || opened.lines > linesMax + pending.size) {
    opened.isBroken = true;
    await opened.file.close().catch(() => undefined);
    opened.file = await rewritten(path, pending);
    opened.lines = pending.size;
  }
  opened.isBroken = true;
  await opened.file.appendFile(writes.map(({ line }) => `${JSON.stringify(line)}\n`).join(""));
  if (fsync && writes.some(({ line }) => "begin" in line)) await opened.file.datasync();
  opened.isBroken = false;
  opened.lines += writes.length;
  for (const { line } of writes) apply(line, pending);
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

/** Keeps other processes out until it is unlocked; the lock of an ended process is ignored. */
async function lockFile(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  const own = `${lock}.${process.pid}`;
  // Linked in one step, so that a lock always holds a process id.
  await writeFile(own, String(process.pid), { mode: 0o600 });
  try {
    for (;;) {
      const isLinked = await link(own, lock).then(() => true, isExisting);
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

/** `false` for a file that exists already; throws any other error. */
function isExisting(error: unknown): false {
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
  // After the last line end there is nothing, or an incomplete line.
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

/** Replaces the file by one with these entries, atomically, and opens it. */
async function rewritten(path: string, pending: Pending): Promise<FileHandle> {
  const next = `${path}.new`;
  const text = [...pending.values()].map((begin) => `${JSON.stringify({ begin })}\n`).join("");
  // Other users of the machine must not read the orders.
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

/** Folders that cannot be synced are on file systems that need no sync. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
