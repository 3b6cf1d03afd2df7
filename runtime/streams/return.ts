/** Whether and when a connection that ended is opened again. Pure. */

import { adviceOfStatus } from "../client/retry.ts";
import type { StreamSettings, StreamTables } from "./types.ts";

/** Why a socket is gone. */
export interface LinkEnd {
  /** The close code; 1006 when there was none. */
  readonly code: number;
  readonly reason: string;
  readonly wasOpen: boolean;
  /** The status that the upgrade was answered with, where the platform tells it. */
  readonly status: number | undefined;
  /** There can be no socket with this address. */
  readonly isHopeless: boolean;
}

/** What comes after an end. */
export type ReturnStep =
  | {
      readonly kind: "again";
      readonly waitMs: number;
      /** Ask for each stream by itself: one of the names may have spoilt the opening. */
      readonly isCareful: boolean;
    }
  | { readonly kind: "never"; readonly reason: string };

/** Codes that ask for patience: a policy was broken, the server is overloaded. */
const patientCodes: ReadonlySet<number> = new Set([1008, 1011, 1013]);

/** How many steps of the schedule such a code skips. */
const patience = 3;

/**
 * Decides after an end that `failures` others came before without a success between. The wait is
 * spread from the first time on: whoever was cut at the same moment comes back as well.
 */
export function afterEnd(
  { code, status, reason, wasOpen, isHopeless }: LinkEnd,
  failures: number,
  {
    backoff: { firstMs, factor, maxMs },
    statuses,
    spreadMs,
    random,
  }: Pick<StreamSettings, "spreadMs" | "random"> & Pick<StreamTables, "backoff" | "statuses">,
): ReturnStep {
  if (isHopeless) return { kind: "never", reason };
  if (status !== undefined && isRefusal(status, statuses)) {
    return { kind: "never", reason: `the exchange refused the connection with status ${status}` };
  }
  const isPatient = patientCodes.has(code) || adviceOfStatus(status, statuses) === "wait";
  const highest = Math.min(maxMs, firstMs * factor ** (failures + (isPatient ? patience : 0)));
  const waitMs = Math.round(random() * Math.max(spreadMs, highest));
  // Platforms that hide the status of a refusal leave open whether a name was to blame.
  return { kind: "again", waitMs, isCareful: !wasOpen && (status === 400 || failures % 2 === 0) };
}

/** Whether an exchange does not want this client. With 400 one of many names may be to blame. */
function isRefusal(status: number, statuses: StreamTables["statuses"]): boolean {
  const advice = adviceOfStatus(status, statuses);
  const isUnwanted = advice === undefined || advice === "fixRequest";
  return advice === "stop" || (isUnwanted && status > 400 && status < 500);
}
