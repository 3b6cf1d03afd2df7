/** One log entry for each request: what it was and how it ended, without any secret. */

import { envelope } from "../../generated/errors.ts";
import { machine } from "../defaults.ts";
import { type HttpRequest, type HttpResponse, type RequestHandler, whenReady } from "./messages.ts";
import { findOperation } from "./request-handler.ts";

export interface LogEntry {
  /** "warn" for a request that was rejected, "error" for a failure of the sandbox. */
  readonly level: "info" | "warn" | "error";
  /** Time of the exchange in milliseconds when the response was ready. */
  readonly time: number;
  readonly event: string;
  /** Absent where the interface has no such operation; an unknown path is not logged. */
  readonly operation?: string | undefined;
  readonly status?: number;
  /** How long handling took by the machine's clock, in milliseconds. */
  readonly ms?: number;
  /** Error code of the envelope. */
  readonly code?: number | undefined;
  readonly ip?: string;
  readonly text?: string;
}

/** The same handler, which logs each request. */
export function withRequestLog(
  handle: RequestHandler,
  now: () => number,
  log: (entry: LogEntry) => void,
): RequestHandler {
  return (request) => {
    const start = machine.now();
    return whenReady(handle(request), (response) => {
      log({
        ...entryOf(request, response),
        time: now(),
        ms: Math.round((machine.now() - start) * 100) / 100,
      });
      return response;
    });
  };
}

/** An entry as one line of JSON. */
export function jsonLine(entry: LogEntry): string {
  return JSON.stringify({ ...entry, time: new Date(entry.time).toISOString() });
}

/** An entry as one line to read. */
export function textLine(entry: LogEntry): string {
  const { level, time, event, operation, status, ms, code, ip, text } = entry;
  const took = ms === undefined ? undefined : `${ms} ms`;
  const failed = code === undefined ? undefined : `code ${code}`;
  const rest = [operation, status, failed, took, ip, text].filter((part) => part !== undefined);
  return [new Date(time).toISOString(), level, event, ...rest].join(" ");
}

/** How the envelope of an error begins. */
const errorCode = new RegExp(`^\\{"${envelope.code}":(-?\\d+)`);

function entryOf({ method, path, ip }: HttpRequest, { status, body }: HttpResponse) {
  const level = status >= 500 ? "error" : status >= 400 ? "warn" : "info";
  const operation = findOperation(method, path)?.id;
  const [, digits] = errorCode.exec(body) ?? [];
  const code = digits === undefined ? undefined : Number(digits);
  return { level, event: "request", operation, status, code, ip } as const;
}
