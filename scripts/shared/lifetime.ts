/** Ends a command with the process that started it: npm's shell does not pass a signal on. */

import { readFileSync } from "node:fs";

/** How often to look for the parent, in milliseconds. */
const everyMs = 500;

/** Calls `end` on SIGINT, on SIGTERM, and when the npm that runs this command is gone. */
export function onEnd(end: () => void): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
  onParentGone(end);
}

/**
 * Calls `gone` when npm, or the shell between, has ended before this process. Without npm nothing
 * is watched, and neither is a script of package.json that starts something in the background: they
 * may leave this process running on purpose.
 */
export function onParentGone(gone: () => void): void {
  const { npm_lifecycle_script: script = "" } = process.env;
  if (!ownScript.test(script) || background.test(script)) return;
  const parents = parentsNow();
  const timer = setInterval(() => {
    const now = parentsNow();
    if (now !== undefined && now === parents) return;
    clearInterval(timer);
    gone();
  }, everyMs);
  timer.unref();
}

const ownScript = /\btradespec\b|\bscripts\/(?:sandbox\.js|mock\.ts)\b/u;

/** A single `&` that is part of no redirection. */
const background = /(?<![&>])&(?![&>])/u;

/** The parent, and npm behind a shell; `undefined` when one was gone before this process looked. */
function parentsNow(): string | undefined {
  const own = statOf(process.pid);
  if (own === undefined) return process.ppid === 1 ? undefined : `${process.ppid}`;
  const parent = statOf(own.ppid);
  if (parent === undefined || isAdopted(own, parent)) return undefined;
  if (!/sh$/u.test(parent.name)) return `${parent.pid}`;
  const npm = statOf(parent.ppid);
  return npm === undefined || isAdopted(parent, npm) ? undefined : `${parent.pid} ${npm.pid}`;
}

/** What Linux says of a process; other systems show only the parent's number. */
function statOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, name = "", ppid, sid] = /^[^(]*\((.*)\) \S (\d+) \d+ (\d+)/su.exec(stat) ?? [];
    return { pid, name, ppid: Number(ppid), sid: Number(sid) };
  } catch {
    return undefined;
  }
}

type Stat = NonNullable<ReturnType<typeof statOf>>;

/** Orphans go to a process of another POSIX session; a process with one of its own was meant so. */
function isAdopted(child: Stat, parent: Stat): boolean {
  return child.sid !== parent.sid && child.sid !== child.pid;
}
