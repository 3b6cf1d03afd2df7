/** What the checks of a report read of a request. */

import { type OperationId, operations } from "../../generated/operations.ts";
import { signing } from "../../generated/signing.ts";
import type { OperationDescriptor } from "../../runtime/tables.ts";
import type { FeedRequest } from "../feed/feed.ts";

/** The descriptor of a request's operation, if the interface has it. */
export function operationOf({ operation = "" }: FeedRequest): OperationDescriptor | undefined {
  return Object.hasOwn(operations, operation) ? operations[operation as OperationId] : undefined;
}

/** The value of a field, wherever it was sent. */
export function fieldOf({ query, body }: FeedRequest, name: string): string | undefined {
  return [...query, ...body].find(([sent]) => sent === name)?.[1];
}

/** A request without what each sending adds: equal for the same request sent again. */
export function contentOf(request: FeedRequest, ...without: readonly (string | undefined)[]) {
  const { method, path, query, body, account = "" } = request;
  const added = [signing.timestamp, signing.signature, ...without];
  const fields = [...query, ...body].filter(([name]) => !added.includes(name));
  return [method, path, account, ...fields.map((pair) => pair.join("="))].join(" ");
}

/** Statuses after which nobody knows whether a request was carried out. */
const requestTimeout = 408;

/** Whether its sender cannot know whether the request was carried out. */
export function isOutcomeOpen({ response: { status = 0, broken } }: FeedRequest): boolean {
  return broken !== undefined || status >= 500 || status === requestTimeout;
}

/** Whether the exchange itself refused it with a code. */
export function isRefused({ verdict, response }: FeedRequest, ...codes: readonly number[]) {
  return (
    verdict?.code !== undefined && codes.includes(verdict.code) && response.code === verdict.code
  );
}

/** A duration for people. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${Number((ms / 1000).toFixed(1))} s` : `${Math.round(ms / 60_000)} min`;
}
