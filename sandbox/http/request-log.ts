/** One log entry per request: what it was and how it ended, without secrets. */

import { envelope } from "../../generated/errors.ts";
import { machine } from "../defaults.ts";
import { type HttpRequest, type HttpResponse, type RequestHandler, whenReady } from "./messages.ts";
import { findOperation } from "./request-handler.ts";

export interface LogEntry {
  /** "warn" for a rejected request, "error" for a failure of the sandbox. */
  readonly level: "info" | "warn" | "error";
  /** The exchange's time when the response was ready, in milliseconds. */
  readonly time: number;
  readonly event: string;
  /** Absent for unknown operations; an unknown path is not logged. */
  readonly operation?: string | undefined;
  readonly status?: number;
  /** Handling time by the machine's clock, in milliseconds. */
  readonly ms?: number;
  /** Error code of the envelope. */
  readonly code?: number | undefined;
  readonly ip?: string;
  readonly text?: string;
}

/** Wraps a handler so that it logs each request. */
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

/** An entry as a line of JSON. */
export function jsonLine(entry: LogEntry): string {
  return JSON.stringify({ ...entry, time: new Date(entry.time).toISOString() });
}

/** An entry as a readable line. */
export function textLine(entry: LogEntry): string {
  const { level, time, event, operation, status, ms, code, ip, text } = entry;
  const took = ms === undefined ? undefined : `${ms} ms`;
  const failed = code === undefined ? undefined : `code ${code}`;
  const rest = [operation, status, failed, took, ip, text].filter((part) => part !== undefined);
  return [new Date(time).toISOString(), level, event, ...rest].join(" ");
}

/** The start of an error envelope. */
const errorCode = new RegExp(`^\\{"${envelope.code}":(-?\\d+)`);

function entryOf({ method, path, ip }: HttpRequest, { status, body }: HttpResponse) {
  const level = status >= 500 ? "error" : status >= 400 ? "warn" : "info";
  const operation = findOperation(method, path)?.id;
  const [, digits] = errorCode.exec(body) ?? [];
  const code = digits === undefined ? undefined : Number(digits);
  return { level, event: "request", operation, status, code, ip } as const;
}
