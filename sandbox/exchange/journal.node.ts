/**
 * A journal in a file, one entry a line, each with a checksum. When `append` returns, the entry
 * has been written to the operating system and survives a crash of the process; with `sync` it is
 * on the disk, and survives a crash of the machine.
 */

import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { crc32 } from "node:zlib";

import { type Journal, JournalError } from "./journal.ts";

export interface FileJournalOptions {
  /** Waits for the disk after every line: slow, but safe from a loss of power. */
  readonly sync?: boolean;
}

/**
 * Opens a journal, or creates an empty one. A last line that a crash has cut off was never
 * acknowledged and is dropped. Throws a `JournalError` for a file that is damaged elsewhere, or
 * that another process writes.
 */
export function openJournal(path: string, { sync = false }: FileJournalOptions = {}): Journal {
  const unlock = lock(`${path}.lock`);
  try {
    const lines = readLines(path);
    let file = openSync(path, "a+");
    let length = lengthOf(lines);
    ftruncateSync(file, length);
    let isTorn = false;
    return {
      lines: () => lines,
      append: (line) => {
        if (isTorn) ftruncateSync(file, length);
        isTorn = true;
        const bytes = lineOf(line);
        writeAll(file, bytes);
        if (sync) fsyncSync(file);
        length += bytes.length;
        isTorn = false;
      },
      replace: (all) => {
        const bytes = Buffer.concat(all.map(lineOf));
        writeSynced(`${path}.new`, bytes);
        renameSync(`${path}.new`, path);
        closeSync(file);
        file = openSync(path, "a+");
        length = bytes.length;
        isTorn = false;
      },
      close: () => {
        closeSync(file);
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

const newline = 10;

/** Digits of the checksum, and the space behind them. */
const sumLength = 9;

function lineOf(text: string): Buffer {
  const sum = crc32(text).toString(16).padStart(8, "0");
  return Buffer.from(`${sum} ${text}\n`);
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, text) => sum + Buffer.byteLength(text) + sumLength + 1, 0);
}

/** The whole lines of a file, checked. */
function readLines(path: string): string[] {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const lines: string[] = [];
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(newline, start);
    if (end < 0) return lines;
    const line = bytes.subarray(start, end);
    const text = line.subarray(sumLength).toString("utf8");
    if (!lineOf(text).subarray(0, -1).equals(line)) {
      throw new JournalError(
        `${path} is damaged in line ${lines.length + 1}, which begins at byte ${start}; ` +
          "give another file, or cut this one off there and lose what came after",
      );
    }
    lines.push(text);
    start = end + 1;
  }
}

/** Throws when not everything can be written, as on a full disk. */
function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written);
  }
}

function writeSynced(path: string, bytes: Buffer): void {
  const file = openSync(path, "w");
  try {
    writeAll(file, bytes);
    fsyncSync(file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Creates a lock file that names this process; the result removes it. */
function lock(path: string): () => void {
  const owner = existsSync(path) ? Number(readFileSync(path, "utf8")) : 0;
  if (owner > 0 && owner !== process.pid && isRunning(owner)) {
    throw new JournalError(
      `process ${owner} writes this journal already; end it, or remove ${path} if that process ` +
        "is no sandbox",
    );
  }
  writeFileSync(path, String(process.pid));
  return () => rmSync(path, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
