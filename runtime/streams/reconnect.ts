/** Reconnect policy: whether and when a connection that ended is opened again. Pure. */

import { adviceForStatus } from "../client/retry.ts";
import type { ConnectionSettings } from "./options.ts";
import type { StreamTables } from "./types.ts";

/** Why a WebSocket session ended. */
export interface SessionEnd {
  /** The close code; 1006 when there was none. */
  readonly code: number;
  readonly reason: string;
  readonly wasOpen: boolean;
  /** The HTTP status of a refused upgrade, where the platform reports it. */
  readonly status: number | undefined;
  /** The WebSocket class does not accept the address. */
  readonly isBadAddress: boolean;
}

/**
 * What follows the end of a session. `isCareful`: subscribe on the open connection, as a name in
 * the address may be why it did not open.
 */
export type ReconnectDecision = Readonly<
  { kind: "retry"; waitMs: number; isCareful: boolean } | { kind: "stop"; reason: string }
>;

/** What the policy works with; `random` is from 0 to below 1. */
type ReconnectPolicy = Pick<ConnectionSettings, "reconnectSpreadMs"> &
  Pick<StreamTables, "backoff" | "statuses"> & { readonly random: number };

/** Close codes after which the client waits longer: policy violation, server error, overload. */
const slowCodes: ReadonlySet<number> = new Set([1008, 1011, 1013]);

/** How many steps of the backoff such a code skips. */
const slowSteps = 3;

/**
 * Decides what follows an end after `failures` ends without a success between. Even the first wait
 * is spread: other clients that were cut at the same moment reconnect as well.
 */
export function decideReconnect(
  { code, status, reason, wasOpen, isBadAddress }: SessionEnd,
  failures: number,
  { backoff: { firstMs, factor, maxMs }, statuses, reconnectSpreadMs, random }: ReconnectPolicy,
): ReconnectDecision {
  if (isBadAddress) return { kind: "stop", reason };
  if (status !== undefined && isFinal(status, statuses)) {
    return { kind: "stop", reason: `the exchange refused the connection with status ${status}` };
  }
  const isSlow = slowCodes.has(code) || adviceForStatus(status, statuses) === "wait";
  const longestMs = Math.min(maxMs, firstMs * factor ** (failures + (isSlow ? slowSteps : 0)));
  const waitMs = Math.round(random * Math.max(reconnectSpreadMs, longestMs));
  // Where the platform hides the status, every other attempt is careful.
  return { kind: "retry", waitMs, isCareful: !wasOpen && (status === 400 || failures % 2 === 0) };
}

/** Whether the exchange refuses this client. Status 400 may be due to one of many names. */
function isFinal(status: number, statuses: StreamTables["statuses"]): boolean {
  const advice = adviceForStatus(status, statuses);
  const isUnwanted = advice === undefined || advice === "fixRequest";
  return advice === "stop" || (isUnwanted && status > 400 && status < 500);
}
