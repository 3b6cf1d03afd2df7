/** What the sandbox says while it runs: for people, or one line of JSON for each event. */

import { createRedactor } from "../../runtime/client/redact.ts";
import { seededKeys } from "../../sandbox/exchange/seed.ts";
import { jsonLine, type LogEntry, textLine } from "../../sandbox/http/request-log.ts";

export const logForms = ["json", "text", "off"] as const;

export interface Log {
  /** Tells of an answered request; absent when nobody wants to hear of them. */
  readonly onRequest?: (entry: LogEntry) => void;
  /** Something that happens to the sandbox as a whole. */
  readonly say: (event: string, text: string) => void;
  /** A fault of the sandbox itself. */
  readonly report: (text: string) => void;
}

/** A log of a form. In every form it is free of keys and secrets. */
export function createLog(form: (typeof logForms)[number]): Log {
  const redact = createRedactor(
    seededKeys.flatMap(({ apiKey: key, apiSecret: secret }) => [key, secret]),
  );
  if (form === "json") {
    const write = (entry: LogEntry): void => console.log(jsonLine(entry));
    return {
      onRequest: write,
      say: (event, text) => write({ level: "info", time: Date.now(), event, text }),
      report: (text) => {
        write({ level: "error", time: Date.now(), event: "fault", text: redact(text) });
      },
    };
  }
  return {
    ...(form === "text" && { onRequest: (entry) => console.log(textLine(entry)) }),
    say: (_, text) => console.log(text),
    report: (text) => console.error(redact(text)),
  };
}
