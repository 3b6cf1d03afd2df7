/** The log of the sandbox command: requests from the feed, and the events of the command itself. */

import { createRedactor } from "../../runtime/call/redact.ts";
import type { KeyRecord } from "../../sandbox/config/accounts.ts";
import type { FeedRequest } from "../../sandbox/feed/feed.ts";
import { logEntry } from "../../sandbox/feed/summary.ts";

export const logForms = ["json", "text", "off"] as const;

export interface Log {
  /** Logs a request. */
  readonly request: (event: FeedRequest) => void;
  /** Logs an event of the sandbox as a whole. */
  readonly info: (event: string, text: string) => void;
  /** Logs an error of the sandbox itself. */
  readonly report: (text: string) => void;
}

/** A log of this form, without the keys and secrets of the accounts that there are by then. */
export function createLog(
  form: (typeof logForms)[number],
  accounts: () => readonly KeyRecord[],
): Log {
  const redact = (text: string): string =>
    createRedactor(accounts().flatMap(({ apiKey, apiSecret }) => [apiKey, apiSecret]))(text);
  if (form === "json") {
    const write = (level: string, time: number, rest: object): void =>
      console.log(JSON.stringify({ level, time: new Date(time).toISOString(), ...rest }));
    return {
      request: (event) => {
        const { level, time, ...entry } = logEntry(event);
        write(level, time, entry);
      },
      info: (event, text) => write("info", Date.now(), { event, text }),
      report: (text) => write("error", Date.now(), { event: "fault", text: redact(text) }),
    };
  }
  return {
    request: (event) => {
      const { level, time, text, ms, ip } = logEntry(event);
      console.log(`${new Date(time).toISOString()} ${level} ${text} ${ms} ms ${ip}`);
    },
    info: (_, text) => console.log(text),
    report: (text) => console.error(redact(text)),
  };
}
