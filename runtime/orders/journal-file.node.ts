/**
 * A file of lines with one owner that survives a crash. Each line starts with a hash of its text
 * and of the line before, so that a changed, deleted, duplicated or moved line is detected.
 */

import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";

import { TradespecError } from "../errors.ts";

/** A notice about the file for its owner. */
export interface JournalEvent {
  readonly kind: "journal";
  readonly path: string;
  readonly reason: string;
}

/** An open file; its errors say what is wrong with it. */
export interface JournalFile {
  /** The lines at the time of opening. */
  readonly lines: readonly string[];
  /**
   * Writes a line, and waits for the disk if `isSynced`. When it throws, the line is not stored.
   */
  readonly append: (line: string, isSynced?: boolean) => void;
  /** Waits until the disk has all earlier lines. */
  readonly sync: () => Promise<void>;
  /** Replaces all lines atomically and on the disk; when it throws, nothing has changed. */
  readonly replace: (lines: readonly string[]) => void;
  /** Releases the file to the next owner. */
  readonly close: () => void;
}

/**
 * Opens the journal at a path, or creates one that only this user can read. `kind` keeps journals
 * of different programs apart.
 * @throws TradespecError when it is open elsewhere or is not an intact journal; errors of the file
 * system.
 */
export function openJournalFile(
  given: string,
  kind: string,
  onEvent: (event: JournalEvent) => void = () => undefined,
): JournalFile {
  const path = existsSync(given) ? realpathSync(given) : given;
  // The next write would replace a device or a pipe by a file.
  if (existsSync(path) && !statSync(path).isFile()) {
    throw new TradespecError(`${path} is not a file; give the path of a file.`);
  }
  const unlock = lock(path);
  try {
    const head = `tradespec ${kind} 1`;
    const found = read(path, head);
    for (const reason of found.notes) onEvent({ kind: "journal", path, reason });
    return openAt(path, head, found, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The content of a file: lines, length in bytes, and the hash of the last line. */
interface Content {
  readonly lines: readonly string[];
  readonly length: number;
  readonly hash: string;
  readonly notes: readonly string[];
}

function openAt(path: string, head: string, found: Content, unlock: () => void): JournalFile {
  let { length, hash } = found;
  let file = -1;
  let isTorn = false;
  let isClosed = false;
  const disk = createDisk();
  const checkOpen = (): void => {
    if (isClosed) throw new TradespecError(`${path} is closed.`);
  };
  const replace = (lines: readonly string[]): void => {
    // Another owner may have the file by now.
    checkOpen();
    const text = textOf(lines, hashOf("", head));
    const bytes = Buffer.from(`${head}\n${text.text}`);
    const before = file;
    file = writeFile(path, bytes);
    length = bytes.length;
    hash = text.hash;
    isTorn = false;
    if (before >= 0) disk.close(before);
  };
  const append = (line: string, isSynced = false): void => {
    checkOpen();
    if (isTorn) ftruncateSync(file, length);
    isTorn = true;
    const text = textOf([line], hash);
    const bytes = Buffer.from(text.text);
    writeAll(file, bytes);
    if (isSynced) fdatasyncSync(file);
    length += bytes.length;
    hash = text.hash;
    isTorn = false;
  };
  if (length === 0) replace([]);
  else file = openSync(path, "a");
  ftruncateSync(file, length);
  return {
    lines: found.lines,
    append,
    sync: () => disk.sync(file),
    replace,
    close: () => {
      if (isClosed) return;
      try {
        append(closing);
      } catch {
        // Without a closing line the next owner is notified; nothing else is lost.
      }
      isClosed = true;
      disk.close(file);
      unlock();
    },
  };
}

/** Syncs files, and closes them when their syncs are done. */
function createDisk() {
  let running: Promise<void> = Promise.resolve();
  return {
    sync: (file: number): Promise<void> => {
      const synced = syncData(file);
      running = Promise.allSettled([running, synced]).then(() => undefined);
      return synced;
    },
    close: (file: number): void => void running.then(() => closeSync(file)).catch(() => undefined),
  };
}

const syncData = promisify(fdatasync);

/** The line written on close. */
const closing = "";

function hashOf(before: string, text: string): string {
  return createHash("sha256").update(`${before}\n${text}`).digest("hex").slice(0, 16);
}

/** Encodes lines after the line with hash `before`; also returns the last hash. */
function textOf(lines: readonly string[], before: string): { text: string; hash: string } {
  let hash = before;
  let text = "";
  for (const line of lines) {
    hash = hashOf(hash, line);
    text += `${hash} ${line}\n`;
  }
  return { text, hash };
}

const newline = 10;

function read(path: string, head: string): Content {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  let hash = hashOf("", head);
  if (bytes.length === 0) return { lines: [], length: 0, hash, notes: [] };
  const begin = `${head}\n`;
  if (bytes.subarray(0, begin.length).toString() !== begin) {
    const mend = "give another path; the file was not changed";
    throw new TradespecError(
      `${path} is not a journal: it does not begin with "${head}"; ${mend}.`,
    );
  }
  const lines: string[] = [];
  let start = begin.length;
  for (let end = bytes.indexOf(newline, start); end >= 0; end = bytes.indexOf(newline, start)) {
    const line = bytes.subarray(start, end).toString();
    const text = line.slice(hash.length + 1);
    hash = hashOf(hash, text);
    if (line !== `${hash} ${text}`) {
      const what = "is damaged, or lines before it were deleted, duplicated or moved";
      const mend = "move the file away, and check its contents by hand";
      throw new TradespecError(`${path}:${lines.length + 2} ${what}; ${mend}.`);
    }
    lines.push(text);
    start = end + 1;
  }
  const rest = bytes.length - start;
  const notes: string[] = [];
  if (rest > 0) notes.push(`The last line is incomplete; its ${rest} bytes are dropped.`);
  else if (lines.at(-1) !== closing) {
    notes.push("It was not closed: its process was ended, or lines are missing at the end.");
  }
  return { lines: lines.filter((line) => line !== closing), length: start, hash, notes };
}

/** Throws if the text cannot be written whole, as on a full disk. */
function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}

/** Replaces the file at a path by one with this content; returns it open for appending. */
function writeFile(path: string, bytes: Buffer): number {
  const next = `${path}.new`;
  rmSync(next, { force: true });
  // Other users of the machine must not read it.
  const file = openSync(next, "ax", 0o600);
  try {
    writeAll(file, bytes);
    fsyncSync(file);
    renameSync(next, path);
  } catch (error) {
    closeSync(file);
    rmSync(next, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
  return file;
}

/** A folder that cannot be synced is on a file system that needs no sync. */
function syncFolder(path: string): void {
  try {
    const folder = openSync(path, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    return;
  }
}

/**
 * Takes a name that the kernel gives to one owner and frees when that process ends, however it
 * ends. A lock file cannot do that: processes that find a stale one race for it.
 */
function lock(path: string): () => void {
  const { dev, ino } = statSync(dirname(path));
  const id = hashOf(`${dev} ${ino}`, basename(path));
  const inUse = `${path} is in use, here or by another process; close it there first.`;
  if (process.platform !== "linux" && process.platform !== "win32") {
    return lockFile(join(dirname(path), `.${id}.lock`), inUse);
  }
  // An abstract socket or a named pipe; neither leaves a file.
  const name = process.platform === "linux" ? `\0tradespec-${id}` : `\\\\.\\pipe\\tradespec-${id}`;
  const server = createServer((socket) => socket.destroy());
  server.on("error", () => undefined);
  server.listen({ path: name, exclusive: true });
  if (!server.listening) throw new TradespecError(inUse);
  server.unref();
  return () => void server.close();
}

/** macOS and BSD can lock a file on opening. */
function lockFile(path: string, inUse: string): () => void {
  const exclusive = 0x20;
  try {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | exclusive;
    const file = openSync(path, flags, 0o600);
    return () => closeSync(file);
  } catch (error) {
    const isHeld = error instanceof Error && "code" in error && error.code === "EAGAIN";
    throw isHeld ? new TradespecError(inUse) : error;
  }
}
