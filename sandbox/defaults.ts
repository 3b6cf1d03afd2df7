/** The platform's timers, and what no contract states or another one may leave open. */

import { limitRules } from "../generated/limits.ts";
import { userDataRules } from "../generated/streams.ts";
import type { UserDataRules } from "../runtime/tables.ts";

/** Runs something after a delay in milliseconds; returns its cancel function. */
export function after(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, Math.min(delayMs, delayMsMax));
  return () => clearTimeout(timer);
}

/** The machine's monotonic clock, in milliseconds. */
export const machine = { now: (): number => performance.now(), after } as const;

/** Platforms fire a longer timer at once. */
const delayMsMax = 2 ** 31 - 1;

/** Looked up once: under the fake timers of a test a virtual clock would wait for them for ever. */
const turn = globalThis.setImmediate ?? globalThis.setTimeout;

/** Resolves when all promises that need no timer or I/O have settled. */
export function settle(): Promise<void> {
  return new Promise((resolve) => void turn(() => resolve()));
}

/** The response header that names a server of ours, in lower case. */
export const originHeader = "x-tradespec";

/** Length of a listen key: letters and digits, more than 256 bits. */
export const listenKeyLength = 60;

const { keepAliveEveryMs, validityMs }: UserDataRules = { ...userDataRules };
/** How long a listen key lives; where that is left open, until it was due twice. */
export const listenKeyValidityMs = validityMs ?? 2 * keepAliveEveryMs;

/** Refusals by rate limits before a ban, where that is left open. */
export const refusalsBeforeBan = 10;

/** How the exchange lists its limits. */
export const listedLimits = limitRules.listed ?? { kinds: {}, unitsMs: {} };

/** Most addresses that are tracked, so that a flood of them cannot exhaust memory. */
export const addressesMax = 10_000;

/** The address of the sandbox's own page, in place of the machine's. */
export const pageAddress = "page";

/** Longest request body. The longest documented one is under 1,000 bytes. */
export const bodyBytesMax = 16_384;

/** Most buffered bytes for a stream client before it is disconnected. */
export const bufferedBytesMax = 1_048_576;

/** How long a stream client may leave buffered messages unread, in milliseconds. */
export const stallMs = 5_000;

/** Longest client message on a stream: a subscription to 1,024 streams fits. */
export const inboundBytesMax = 65_536;

/** Most frames of one client message, empty ones included. */
export const inboundFragmentsMax = 256;

/** Start of a virtual clock: a Monday, 00:00 UTC. */
export const startTimeDefault: number = Date.UTC(2024, 0, 15);
