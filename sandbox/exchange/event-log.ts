/**
 * The event log: each command with its reply and its events, as lines of text. Equal seeds, times
 * and commands give equal lines, byte for byte.
 */

import type { Command, ExchangeEvent, Reply } from "../engine/messages.ts";

/**
 * The lines of one command: the time in milliseconds, the kind of line, and its content as JSON
 * with sorted keys. Amounts are units, as text.
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

export function logLine(time: number, what: string, content: unknown): string {
  return `${time} ${what} ${JSON.stringify(content, sortKeys)}`;
}

function sortKeys(_: string, part: unknown): unknown {
  if (typeof part === "bigint") return String(part);
  if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
  const names = Object.keys(part).sort();
  return Object.fromEntries(names.map((name) => [name, part[name as keyof typeof part]]));
}
