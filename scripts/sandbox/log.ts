/** The log of the sandbox command: requests from the feed, and the events of the command itself. */

import { createRedactor } from "../../runtime/call/redact.ts";
import type { KeyRecord } from "../../sandbox/config/accounts.ts";
import type { FeedRequest } from "../../sandbox/feed/feed.ts";
import { logEntry } from "../../sandbox/feed/summary.ts";

export const logForms = ["json", "text", "off"] as const;

/** A log of this form, without the keys and secrets of the accounts that there are by then. */
export function createLog(form: (typeof logForms)[number], accounts: () => readonly KeyRecord[]) {
  const write = (level: string, time: number, rest: object): void =>
    console.log(JSON.stringify({ level, time: new Date(time).toISOString(), ...rest }));
  const isJson = form === "json";
  return {
    request: (event: FeedRequest): void => {
      const { level, time, ...entry } = logEntry(event);
      if (isJson) return write(level, time, entry);
      const { text, ms, ip } = entry;
      console.log(`${new Date(time).toISOString()} ${level} ${text} ${ms} ms ${ip}`);
    },
    /** Logs an event of the sandbox as a whole. */
    info: (event: string, text: string): void =>
      isJson ? write("info", Date.now(), { event, text }) : console.log(text),
    /** Logs an error of the sandbox itself. */
    report: (given: string): void => {
      const secrets = accounts().flatMap(({ apiKey, apiSecret }) => [apiKey, apiSecret]);
      const text = createRedactor(secrets)(given);
      if (isJson) write("error", Date.now(), { event: "fault", text });
      else console.error(text);
    },
  };
}
