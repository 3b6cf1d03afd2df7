/** The log of the sandbox command: requests from the feed, and the events of the command itself. */

import { createRedactor } from "../../runtime/call/redact.ts";
import type { KeyRecord } from "../../sandbox/config/accounts.ts";
import type { FeedRequest } from "../../sandbox/feed/feed.ts";
import { summaryOf } from "../../sandbox/feed/summary.ts";

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
        const { time, operation, ms, ip, response } = event;
        const { status, code } = response;
        const text = summaryOf(event);
        write(levelOf(event), time, { event: "request", operation, status, ms, code, ip, text });
      },
      info: (event, text) => write("info", Date.now(), { event, text }),
      report: (text) => write("error", Date.now(), { event: "fault", text: redact(text) }),
    };
  }
  return {
    request: (event) => {
      const { time, ms, ip } = event;
      const level = levelOf(event);
      console.log(`${new Date(time).toISOString()} ${level} ${summaryOf(event)} ${ms} ms ${ip}`);
    },
    info: (_, text) => console.log(text),
    report: (text) => console.error(redact(text)),
  };
}

/** "warn" for a rejected request, "error" for a failure of the sandbox or a broken response. */
function levelOf({ response: { status = 500 } }: FeedRequest): "info" | "warn" | "error" {
  return status >= 500 ? "error" : status >= 400 ? "warn" : "info";
}
