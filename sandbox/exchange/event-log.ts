/**
 * What has happened in an exchange, as lines of text: each command with its reply and the events
 * that it led to. Equal seeds, times and commands give equal lines, byte for byte.
 */

import type { Command, ExchangeEvent, Reply } from "../engine/messages.ts";

/**
 * Lines of one command: the time in milliseconds, what it is, and the thing itself as JSON with
 * its fields in the order of their names. Amounts are units, as text.
 */
export function logLines(
  time: number,
  command: Command,
  reply: Reply,
  events: readonly ExchangeEvent[],
): string[] {
  return [
    logLine(time, "command", command),
    logLine(time, "reply", reply),
    ...events.map((event) => logLine(time, "event", event)),
  ];
}

/** One line. */
export function logLine(time: number, what: string, thing: unknown): string {
  return `${time} ${what} ${JSON.stringify(thing, canonical)}`;
}

function canonical(_: string, part: unknown): unknown {
  if (typeof part === "bigint") return String(part);
  if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
  const names = Object.keys(part).sort();
  return Object.fromEntries(names.map((name) => [name, part[name as keyof typeof part]]));
}
