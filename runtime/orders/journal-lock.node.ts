/**
 * Locks that the kernel gives to one owner and frees when that process ends, however it ends. A
 * lock file cannot do that: processes that find a stale one race for it.
 */

import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { devNull } from "node:os";
import { basename, dirname, join } from "node:path";

import { TradespecError } from "../errors.ts";

export type Unlock = () => void;

/** Locks a path, whether there is a file or not. */
export function lockPath(path: string): Unlock {
  const { dev, ino } = statSync(dirname(path));
  const id = hashOf(`${dev} ${ino}`, basename(path));
  if (hasNames) return lockName(id, path);
  try {
    const file = openExclusive(join(dirname(path), `.${id}.lock`), modes.create, path);
    return () => closeSync(file);
  } catch (error) {
    // Where no file can be made, none can be replaced either: the lock of the file is enough.
    if (isUnwritable(error)) return () => undefined;
    throw error;
  }
}

/** How a file is opened: to write it, to read it only, or anew. */
export const modes = {
  write: constants.O_RDWR,
  read: constants.O_RDONLY,
  create: constants.O_RDWR | constants.O_CREAT,
  createNew: constants.O_RDWR | constants.O_CREAT | constants.O_EXCL,
} as const;

/** An open and locked file. */
export interface LockedFile {
  readonly file: number;
  /** What it is known by on its disk, whatever its name. */
  readonly ino: bigint;
  readonly unlock: Unlock;
}

/**
 * Opens a file and locks it, not its path: under another name it is the same file. `path` stands in
 * the error. Other users of the machine must not read a new one.
 */
export function openLocked(name: string, mode: number, path: string): LockedFile {
  const file = hasNames ? openSync(name, mode, 0o600) : openExclusive(name, mode, path);
  try {
    const { dev, ino } = fstatSync(file, { bigint: true });
    const unlock = hasNames ? lockName(hashOf(`${dev} ${ino}`, ""), path) : () => undefined;
    return { file, ino, unlock };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Whether an error says that a file or its disk cannot be written. */
export function isUnwritable(error: unknown): error is Error {
  return hasCode(error, ["EROFS", "EACCES", "EPERM", "ENOSPC", "EDQUOT"]);
}

export function hasCode(error: unknown, codes: readonly string[]): error is Error {
  return codes.includes(Object(error).code);
}

export function hashOf(before: string, text: string): string {
  return createHash("sha256").update(`${before}\n${text}`).digest("hex").slice(0, 16);
}

/** Abstract sockets and named pipes: the kernel gives their names once, and they leave no file. */
const hasNames = process.platform === "linux" || process.platform === "win32";

function lockName(id: string, path: string): Unlock {
  const name = process.platform === "linux" ? `\0tradespec-${id}` : `\\\\.\\pipe\\tradespec-${id}`;
  const server = createServer((socket) => socket.destroy());
  server.on("error", () => undefined);
  server.listen({ path: name, exclusive: true });
  if (!server.listening) {
    // A process with as many open files as it may have gets no name either; then this throws.
    closeSync(openSync(devNull, "r"));
    throw inUse(path);
  }
  server.unref();
  return () => void server.close();
}

/** macOS and BSD can lock a file on opening. */
function openExclusive(name: string, mode: number, path: string): number {
  const exclusive = 0x20;
  try {
    return openSync(name, mode | constants.O_NONBLOCK | exclusive, 0o600);
  } catch (error) {
    throw hasCode(error, ["EAGAIN"]) ? inUse(path) : error;
  }
}

function inUse(path: string): TradespecError {
  return new TradespecError(`${path} is in use, here or by another process; close it there first.`);
}
