/** The log of the sandbox command: text, or one line of JSON for each event. */

import { createRedactor } from "../../runtime/call/redact.ts";
import type { KeyRecord } from "../../sandbox/config/accounts.ts";
import { jsonLine, type LogEntry, textLine } from "../../sandbox/http/request-log.ts";

export const logForms = ["json", "text", "off"] as const;

export interface Log {
  /** Logs a request; absent when requests are not logged. */
  readonly onRequest?: (entry: LogEntry) => void;
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
    const write = (entry: LogEntry): void => console.log(jsonLine(entry));
    return {
      onRequest: write,
      info: (event, text) => write({ level: "info", time: Date.now(), event, text }),
      report: (text) => {
        write({ level: "error", time: Date.now(), event: "fault", text: redact(text) });
      },
    };
  }
  return {
    ...(form === "text" && { onRequest: (entry) => console.log(textLine(entry)) }),
    info: (_, text) => console.log(text),
    report: (text) => console.error(redact(text)),
  };
}
