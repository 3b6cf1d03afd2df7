/** One entry for each request that was answered: what it was and what came of it, no secrets. */

import { envelope } from "../generated/errors.ts";
import { operations } from "../generated/operations.ts";
import type { OperationDescriptor } from "../runtime/tables.ts";
import { machine } from "./defaults.ts";
import type { Answerer } from "./http/answer.ts";
import type { HttpAnswer, HttpRequest } from "./http/message.ts";

export interface LogEntry {
  /** "warn" for what was refused, "error" for a fault of the sandbox. */
  readonly level: "info" | "warn" | "error";
  /** Time of the exchange in milliseconds when the answer was ready. */
  readonly time: number;
  readonly event: string;
  /** Absent where the interface has no such operation; a path that it has not is not told. */
  readonly operation?: string | undefined;
  readonly status?: number;
  /** What answering took by the machine's clock, in milliseconds. */
  readonly ms?: number;
  /** Code of a failure. */
  readonly code?: number | undefined;
  readonly ip?: string;
  /** What is to be said beside. */
  readonly text?: string;
}

/** An answerer that tells of each answer. */
export function withRequestLog(
  answer: Answerer,
  now: () => number,
  tell: (entry: LogEntry) => void,
): Answerer {
  return (request) => {
    const start = machine.now();
    const log = (ready: HttpAnswer): HttpAnswer => {
      tell(entryOf(request, ready, { time: now(), ms: machine.now() - start }));
      return ready;
    };
    const ready = answer(request);
    return ready instanceof Promise ? ready.then(log) : log(ready);
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

const ids: ReadonlyMap<string, string> = new Map(
  Object.values<OperationDescriptor>(operations).map(({ method, path, id }) => [
    `${method} ${path}`,
    id,
  ]),
);

/** How the envelope of a failure begins. */
const failureCode = new RegExp(`^\\{"${envelope.code}":(-?\\d+)`);

function entryOf(
  { method, path, ip }: HttpRequest,
  { status, body }: HttpAnswer,
  { time, ms }: { readonly time: number; readonly ms: number },
): LogEntry {
  const code = failureCode.exec(body)?.[1];
  return {
    level: status >= 500 ? "error" : status >= 400 ? "warn" : "info",
    time,
    event: "request",
    operation: ids.get(`${method} ${path}`),
    status,
    ms: Math.round(ms * 100) / 100,
    code: code === undefined ? undefined : Number(code),
    ip,
  };
}
