/**
 * A file of lines with one owner that survives a crash. Each line starts with a hash of its text
 * and of the line before, so that a changed, deleted, duplicated or moved line is detected.
 */

import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { promisify } from "node:util";

import { TradespecError } from "../errors.ts";
import type { LockedFile, Unlock } from "./journal-lock.node.ts";
import { hasCode, hashOf, isUnwritable, lockPath, modes, openLocked } from "./journal-lock.node.ts";

/** A notice about the file for its owner. */
export interface JournalEvent {
  readonly kind: "journal";
  readonly path: string;
  readonly reason: string;
}

/**
 * Opens the journal at a path, or creates one that only this user can read. Opening changes nothing
 * in a file that exists, so that it can be read where nothing can be written. `kind` keeps journals
 * of different programs apart.
 * @throws TradespecError when it is open elsewhere or is not an intact journal; errors of the file
 * system.
 */
export function openJournalFile(
  given: string,
  kind: string,
  onEvent: (event: JournalEvent) => void = () => undefined,
): JournalFile {
  const path = pathOf(given);
  if (!existsSync(dirname(path))) {
    throw new TradespecError(`The folder of ${path} does not exist; create it first.`);
  }
  const unlockPath = lockPath(path);
  try {
    const head = `tradespec ${kind} 1`;
    const isNew = !existsSync(path);
    const opened = isNew ? replaceFile(path, Buffer.from(`${head}\n`)) : openExisting(path);
    try {
      if (isNew) syncFolder(dirname(path));
      const found = read(path, readFileSync(opened.file), head);
      checkPlace(path, opened);
      if (!isNew) for (const reason of found.notes) onEvent({ kind: "journal", path, reason });
      return new JournalFile(path, head, found, { ...opened, isNew, unlockPath });
    } catch (error) {
      close(opened);
      throw error;
    }
  } catch (error) {
    unlockPath();
    throw error;
  }
}

/** The path of a file without links, whatever folder the process works in later. */
function pathOf(given: string): string {
  if (lstatSync(given, { throwIfNoEntry: false }) === undefined) return resolve(given);
  // The next write would replace a device, a pipe or a link to no file by a file.
  if (statSync(given, { throwIfNoEntry: false })?.isFile() === true) return realpathSync(given);
  throw new TradespecError(`${given} is not a file, nor a link to one; give the path of a file.`);
}

interface Opened extends LockedFile {
  /** Why it can only be read. */
  readonly readOnly?: Error;
}

function close({ file, unlock }: Opened): void {
  unlock();
  closeSync(file);
}

/** Opens a file for writing, or for reading only where it cannot be written. */
function openExisting(path: string): Opened {
  try {
    return openLocked(path, modes.write, path);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    return { ...openLocked(path, modes.read, path), readOnly: error };
  }
}

/** The content of a file: lines, length in bytes, and the hash of the last line. */
interface Content {
  readonly lines: readonly string[];
  readonly length: number;
  readonly hash: string;
  /** Whether an incomplete line follows. */
  readonly isTorn: boolean;
  readonly notes: readonly string[];
}

/**
 * An open file; its errors say what is wrong with it. It starts with what was read; an incomplete
 * last line is cut off before the first write.
 */
export class JournalFile {
  /** The lines at the time of opening. */
  readonly lines: readonly string[];
  /** Whether opening has made the file. */
  readonly isNew: boolean;
  readonly #path: string;
  readonly #head: string;
  readonly #unlockPath: Unlock;
  readonly #disk = createDisk();
  #own: Opened;
  #length: number;
  #hash: string;
  /** The file may have more than `#length`, or the disk less. */
  #isDoubtful: boolean;
  #isWritten: boolean;
  #isClosed = false;

  constructor(path: string, head: string, found: Content, opened: NewlyOpened) {
    const { isNew, unlockPath, ...own } = opened;
    this.lines = found.lines;
    this.isNew = isNew;
    this.#path = path;
    this.#head = head;
    this.#unlockPath = unlockPath;
    this.#own = own;
    this.#length = found.length;
    this.#hash = found.hash;
    this.#isDoubtful = found.isTorn;
    this.#isWritten = isNew;
  }

  /** Throws unless the file, as we have written it, is at its path. */
  check(): void {
    if (this.#isClosed) throw new TradespecError(`${this.#path} is closed.`);
    checkPlace(this.#path, this.#own, this.#isDoubtful ? undefined : this.#length);
  }

  /** Another owner may have the file by now, or another file may be there. */
  #checkWritable(): void {
    this.check();
    if (this.#own.readOnly !== undefined) throw unwritten(this.#path, this.#own.readOnly);
  }

  /** Replaces all lines atomically and on the disk; when it throws, old or new lines are there. */
  replace(lines: readonly string[]): void {
    this.#checkWritable();
    const { text, hash } = textOf(lines, hashOf("", this.#head));
    const bytes = Buffer.from(`${this.#head}\n${text}`);
    const before = this.#own;
    if (isWindows) {
      // It replaces no open file. Its locks have names, and hold without the file.
      closeSync(before.file);
      this.#own = { ...before, file: -1 };
    }
    try {
      this.#own = replaceFile(this.#path, bytes);
    } catch (error) {
      if (isWindows) this.#own = { ...before, file: openSync(this.#path, modes.write) };
      throw error;
    }
    this.#length = bytes.length;
    this.#written(hash);
    before.unlock();
    if (!isWindows) this.#disk.close(before.file);
    syncFolder(dirname(this.#path));
  }

  /**
   * Writes a line, and waits for the disk if `isSynced`. When it throws, the line is not stored.
   */
  append(line: string, isSynced = false): void {
    this.#checkWritable();
    const { file } = this.#own;
    const { text, hash } = textOf([line], this.#hash);
    const bytes = Buffer.from(text);
    try {
      if (this.#isDoubtful) ftruncateSync(file, this.#length);
      this.#isDoubtful = true;
      writeAll(file, bytes, this.#length);
      if (isSynced) fdatasyncSync(file);
    } catch (error) {
      throw unwritten(this.#path, error);
    }
    this.#length += bytes.length;
    this.#written(hash);
  }

  #written(hash: string): void {
    this.#hash = hash;
    this.#isDoubtful = false;
    this.#isWritten = true;
  }

  /** Waits until the disk has all earlier lines. */
  async sync(): Promise<void> {
    try {
      await this.#disk.sync(this.#own.file);
    } catch (error) {
      this.#isDoubtful = true;
      throw unwritten(this.#path, error);
    }
  }

  /** Releases the file to the next owner. */
  close(): void {
    if (this.#isClosed) return;
    try {
      if (this.#isWritten) this.append(closing);
    } catch {
      // Without a closing line the next owner is notified; nothing else is lost.
    }
    this.#isClosed = true;
    this.#disk.close(this.#own.file);
    this.#own.unlock();
    this.#unlockPath();
  }
}

const isWindows = process.platform === "win32";

type NewlyOpened = Opened & { readonly isNew: boolean; readonly unlockPath: Unlock };

/** Throws unless the open file is at its path, under no other name, and has this size if any. */
function checkPlace(path: string, { file, ino }: Opened, size?: number): void {
  const there = statSync(path, { bigint: true, throwIfNoEntry: false });
  let what: string;
  if (there === undefined) what = fstatSync(file).nlink === 0 ? "was deleted" : "was moved";
  // Two disks may number their files alike, but then the sizes differ.
  else if (there.ino !== ino) what = "was replaced by another file";
  else if (size !== undefined && Number(there.size) !== size)
    what = "was changed by another program";
  else if (there.nlink <= 1n) return;
  else throw new TradespecError(`${path} has another name, a hard link; delete one of the two.`);
  const mend = "undo that, or close the journal and open it again";
  throw new TradespecError(`${path} ${what} while it was open; ${mend}.`);
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

function read(path: string, bytes: Buffer, head: string): Content {
  const begin = `${head}\n`;
  if (bytes.length === 0) {
    // A new journal has a first line from the start: somebody else made or emptied this file.
    const mend = "restore it, or delete it if it never was a journal";
    throw new TradespecError(`${path} is empty, which no journal is; ${mend}.`);
  }
  const text = bytes.subarray(0, begin.length + 9).toString();
  if (!text.startsWith(begin)) {
    const other = /^tradespec [a-z]+ [0-9]+(?=\n)/u.exec(text)?.[0];
    const what =
      other === undefined
        ? `is not a journal: it does not begin with "${head}"`
        : `is not a journal of this kind and version: it begins with "${other}", not "${head}"`;
    throw new TradespecError(`${path} ${what}; give another path; the file was not changed.`);
  }
  let hash = hashOf("", head);
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
  const kept = lines.filter((line) => line !== closing);
  return { lines: kept, length: start, hash, isTorn: rest > 0, notes };
}

/** Throws if the text cannot be written whole, as on a full disk. */
function writeAll(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, at + done);
  }
}

/** Replaces the file at a path, if any, by one with this content, which is locked before. */
function replaceFile(path: string, bytes: Buffer): Opened {
  const next = `${path}.new`;
  rmSync(next, { force: true });
  const opened = openLocked(next, modes.createNew, path);
  try {
    writeAll(opened.file, bytes, 0);
    fsyncSync(opened.file);
    renameSync(next, path);
  } catch (error) {
    close(opened);
    rmSync(next, { force: true });
    throw unwritten(path, error);
  }
  return opened;
}

/** Most errors of the file system do not name the file. */
function unwritten(path: string, error: unknown): TradespecError {
  const cause = error instanceof Error ? error : new Error(String(error));
  return new TradespecError(`${path}: ${cause.message}.`, { cause });
}

/** A folder that no program can sync is on a file system that needs no sync. */
function syncFolder(path: string): void {
  try {
    const folder = openSync(path, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    if (hasCode(error, ["EIO", "ENOSPC", "EDQUOT", "EMFILE", "ENFILE"])) {
      throw unwritten(path, error);
    }
  }
}
