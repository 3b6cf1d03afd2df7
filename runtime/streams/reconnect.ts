/** Reconnect policy: whether and when a connection that ended is opened again. Pure. */

import { backoffMs, rowOf } from "../call/retry.ts";
import type { Advice } from "../tables.ts";
import type { ConnectionSettings } from "./options.ts";
import type { StreamTables } from "./types.ts";

/** Why a WebSocket ended. */
export interface SocketEnd {
  /** The close code; 1006 if there was none. */
  readonly code: number;
  readonly reason: string;
  readonly wasOpen: boolean;
  /** HTTP status of a refused upgrade, if the platform reports it. */
  readonly status: number | undefined;
  /** The WebSocket class refuses the address. */
  readonly isBadAddress: boolean;
}

/**
 * What follows the end of a socket. `isCareful`: subscribe on the open connection, as a name in
 * the address may have prevented its opening.
 */
export type ReconnectDecision = Readonly<
  { kind: "retry"; waitMs: number; isCareful: boolean } | { kind: "stop"; reason: string }
>;

/** The backoff is that of spec/rules/retry.yaml; `random` is from 0 to below 1. */
type ReconnectPolicy = Pick<ConnectionSettings, "reconnectSpreadMs"> &
  Pick<StreamTables, "backoff" | "statuses" | "rules"> & { readonly random: number };

/** Close codes of any server with a longer wait: server error, overload. */
const slowCodes: ReadonlySet<number> = new Set([1011, 1013]);

/** Backoff steps that such a code skips. */
const slowSteps = 3;

/**
 * Decides after an end with `failures` failures in a row. Even the first wait after a cut is
 * spread, as other clients that were cut at the same moment reconnect as well.
 */
export function decideReconnect(
  { code, status = 0, reason, wasOpen, isBadAddress }: SocketEnd,
  failures: number,
  { backoff, statuses, rules, reconnectSpreadMs, random }: ReconnectPolicy,
): ReconnectDecision {
  if (isBadAddress) return { kind: "stop", reason };
  const { advice } = rowOf(status, statuses) ?? {};
  if (isFinal(status, advice)) {
    return { kind: "stop", reason: `the exchange refused the connection with status ${status}` };
  }
  const isSlow =
    slowCodes.has(code) || code === rules.closeCodes?.inboundExcess || advice === "wait";
  const longestMs = backoffMs({ backoff }, 1 + failures + (isSlow ? slowSteps : 0), () => 1);
  const isFirst = !wasOpen && failures === 0;
  const waitMs = Math.round(random * Math.max(isFirst ? 0 : reconnectSpreadMs, longestMs));
  // Without a known status, every other attempt is careful.
  return { kind: "retry", waitMs, isCareful: !wasOpen && (status === 400 || failures % 2 === 0) };
}

/** Whether the exchange refuses this client. Status 400 may concern one of many names. */
function isFinal(status: number, advice: Advice | undefined): boolean {
  const isUnwanted = advice === undefined || advice === "fixRequest";
  return advice === "stop" || (isUnwanted && status > 400 && status < 500);
}
