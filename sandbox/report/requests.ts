/** What the checks of a report are made of, and what they read of a request. */

import { type OperationId, operations } from "../../generated/operations.ts";
import { signing } from "../../generated/signing.ts";
import { tables } from "../../generated/tables.ts";
import { isOutcomeOpen as isAnswerOpen } from "../../runtime/call/retry.ts";
import type { Pair } from "../../runtime/encoding/percent.ts";
import type { OperationDescriptor } from "../../runtime/tables.ts";
import type { FeedEvent, FeedMessage, FeedOrder, FeedRequest } from "../feed/feed.ts";

/** Notes a finding of a check, at an event. */
export type Find = (event: { readonly id: number; readonly time: number }, text: string) => void;

/** Follows events of the feed; one per report. */
export interface Watcher {
  readonly request?: (event: FeedRequest) => void;
  readonly message?: (event: FeedMessage) => void;
  readonly order?: (event: FeedOrder) => void;
  /** What is wrong if nothing more comes; called for each reading of the report. */
  readonly atEnd?: (time: number, find: Find) => void;
}

/** Shows an event to a watcher. */
export function show(event: FeedEvent, { request, message, order }: Watcher): void {
  if (event.kind === "request") request?.(event);
  if (event.kind === "message") message?.(event);
  if (event.kind === "order") order?.(event);
}

/** The descriptor of a request's operation, if the interface has it. */
export function operationOf({
  operation = "",
}: Pick<FeedRequest, "operation">): OperationDescriptor | undefined {
  return Object.hasOwn(operations, operation) ? operations[operation as OperationId] : undefined;
}

/** The value of a field, wherever it was sent. */
export function fieldOf({ query, body }: FeedRequest, name: string): string | undefined {
  return [...query, ...body].find(([sent]) => sent === name)?.[1];
}

/** The sender's fields, without those that each sending adds. */
export function ownFields(fields: FeedRequest["query"]): readonly Pair[] {
  const added: readonly string[] = [signing.timestamp, signing.signature];
  return pairsOf(fields).filter(([name]) => !added.includes(name));
}

/** Fields as pairs, which JSON Schema can say only of lists. */
export function pairsOf(fields: FeedRequest["query"]): readonly Pair[] {
  return fields.map(([name = "", value = ""]) => [name, value]);
}

/** A request without what each sending adds: equal for the same request sent again. */
export function contentOf(request: FeedRequest, ...without: readonly (string | undefined)[]) {
  const { method, path, query, body, account = "" } = request;
  const fields = ownFields([...query, ...body]).filter(([name]) => !without.includes(name));
  return [method, path, account, ...fields.map((pair) => pair.join("="))].join(" ");
}

/** Whether its sender cannot know whether the request was carried out. */
export function isOutcomeOpen({ response, faults }: FeedRequest): boolean {
  if (response.broken !== undefined || isAnswerOpen(response, tables)) return true;
  // A fault may have sent anything, such as a page in HTML, in place of the exchange's response.
  return faults.length > 0 && response.status === 200 && !/^\s*[[{]/.test(response.body);
}

/** Whether the exchange itself refused it with a code. */
export function isRefused({ verdict, response }: FeedRequest, ...codes: readonly number[]) {
  return (
    verdict?.code !== undefined && codes.includes(verdict.code) && response.code === verdict.code
  );
}

/** A duration for people: `12 ms`, `1.2 s`, `30 min`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 600_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

/** A range of durations, which may be only one. */
export function rangeText(least: number, most: number): string {
  const [low, high] = [durationText(least), durationText(most)];
  return low === high ? low : `${low} to ${high}`;
}

/** How far a clock is off. */
export function offsetText(ms: number): string {
  return `${durationText(Math.abs(ms))} ${ms < 0 ? "behind" : "ahead"}`;
}
