/**
 * Usage of the rate-limit windows by address and account. Windows are aligned to the clock, and
 * setting the clock back never grants more than the limit.
 */

import { retry } from "../../generated/errors.ts";
import { limitRules, limits } from "../../generated/limits.ts";
import { type Choices, choiceDefaults } from "../../generated/sandbox.ts";
import type { LimitRules } from "../../runtime/limit-tables.ts";
import type { LimitDescriptor } from "../../runtime/tables.ts";
import { addressesMax, refusalsBeforeBan } from "../defaults.ts";
import { RequestError } from "./request-error.ts";

export interface RateLimits {
  /** Counts a request; throws a `RequestError` when the address is banned or over a limit. */
  readonly charge: (ip: string, weight: number, now: number) => void;
  /** Throws a `RequestError` when the address is banned. */
  readonly requireUnbanned: (ip: string, now: number) => void;
  /** Throws a `RequestError` when the account may not place `count` more orders now. */
  readonly requireOrders: (account: string, count: number, now: number) => void;
  readonly countOrder: (account: string, count: number, now: number) => void;
  /** Bans an address until a time in milliseconds, whatever its usage. */
  readonly ban: (ip: string, until: number, now: number) => void;
  /** The usage headers of a response; order usage only with an account. */
  readonly headers: (ip: string, account: string | undefined, now: number) => UsageHeaders;
}

type UsageHeaders = Readonly<Record<string, string>>;

/** Usage of one limit by one address or account. */
interface WindowUsage {
  /** Start of the latest window, in milliseconds, and its usage. */
  start: number;
  used: number;
  /** Highest usage of any earlier window; counts when the clock is set back. */
  past: number;
  /** For sliding windows: usage by time, oldest first; nothing else counts then. */
  readonly recent?: (readonly [time: number, used: number])[] | undefined;
}

/** One entry for each limit. */
type Usage = readonly WindowUsage[];

interface Address {
  readonly windows: Usage;
  rejections: number;
  bans: number;
  bannedUntil: number;
}

/** All usage, as plain data. */
export interface UsageState {
  readonly addresses: Map<string, Address>;
  readonly accounts: Map<string, Usage>;
}

const { exceeded, banned: banRules }: LimitRules = limitRules;
const { code: exceededCode = "RATE_LIMIT" } = exceeded;

export function emptyUsage(): UsageState {
  return { addresses: new Map(), accounts: new Map() };
}

/** Rate limits on top of a state, which they change. */
export function createRateLimits(
  { addresses, accounts } = emptyUsage(),
  windows: readonly LimitDescriptor[] = limits,
  choices: Choices = choiceDefaults,
): RateLimits {
  const ofWeight = windows.filter(({ counts }) => counts === "weight");
  const ofOrders = windows.filter(({ counts }) => counts === "orders");
  const isSliding = choices["window-alignment"] === "sliding";
  const addressOf = (ip: string, now: number): Address => {
    let address = addresses.get(ip);
    if (address === undefined) {
      if (addresses.size >= addressesMax) dropIdle(addresses, ofWeight, now);
      const unusedWindows = unused(ofWeight, isSliding);
      address = { windows: unusedWindows, rejections: 0, bans: 0, bannedUntil: 0 };
      addresses.set(ip, address);
    }
    return address;
  };
  const usageOf = (account: string): Usage => {
    const usage = accounts.get(account) ?? unused(ofOrders, isSliding);
    accounts.set(account, usage);
    return usage;
  };
  return {
    charge: (ip, weight, now) =>
      charge(addressOf(ip, now), { windows: ofWeight, weight, now }, choices),
    requireUnbanned: (ip, now) => {
      const address = addresses.get(ip);
      if (address !== undefined) requireUnbanned(address, now, choices);
    },
    requireOrders: (account, count, now) => {
      const full = fullWindow(usageOf(account), ofOrders, count, now);
      if (full !== undefined) throw over(exceeded.ordersCode ?? exceededCode, full, "orders");
    },
    countOrder: (account, count, now) => add(usageOf(account), ofOrders, count, now),
    ban: (ip, until, now) => {
      addressOf(ip, now).bannedUntil = until;
    },
    headers: (ip, account, now) => {
      const headers: Record<string, string> = {};
      addUsage(headers, addressOf(ip, now).windows, ofWeight, now);
      if (account !== undefined) addUsage(headers, usageOf(account), ofOrders, now);
      return headers;
    },
  };
}

interface Charge {
  readonly windows: readonly LimitDescriptor[];
  readonly weight: number;
  readonly now: number;
}

function charge(address: Address, { windows, weight, now }: Charge, choices: Choices): void {
  requireUnbanned(address, now, choices);
  const full = fullWindow(address.windows, windows, weight, now);
  if (full === undefined || choices["refused-request-weight"] === "counted") {
    add(address.windows, windows, weight, now);
  }
  if (full === undefined) return;
  address.rejections += 1;
  const { after = refusalsBeforeBan, firstMs, lastMs = Number.POSITIVE_INFINITY } = banRules;
  // Another contract may not say how long a ban is: then none comes.
  if (firstMs !== undefined && address.rejections > after) {
    address.bannedUntil = now + Math.min(firstMs * 2 ** address.bans, lastMs);
    address.bans += 1;
    address.rejections = 0;
    throw banned(address, now, choices);
  }
  throw over(exceededCode, full, "request weight");
}

function requireUnbanned(address: Address, now: number, choices: Choices): void {
  if (now < address.bannedUntil) throw banned(address, now, choices);
}

function banned({ bannedUntil }: Address, now: number, choices: Choices): RequestError {
  const { status, endWord } = banRules;
  const isNamed = endWord !== undefined && choices["ban-end-in-message"] === "named";
  const end = isNamed ? ` ${endWord} ${bannedUntil}` : "";
  const what = `this address is banned${end} for repeatedly exceeding its limits`;
  const seconds = Math.ceil((bannedUntil - now) / 1000);
  const wait = choices["retry-after-on-ban"] === "sent" ? retryIn(seconds) : {};
  return new RequestError(exceededCode, what, { ...wait, status });
}

/** A full window, and the time until the next one. */
interface FullWindow {
  readonly limit: LimitDescriptor;
  readonly seconds: number;
}

function fullWindow(
  usage: Usage,
  windows: readonly LimitDescriptor[],
  more: number,
  now: number,
): FullWindow | undefined {
  const index = windows.findLastIndex((limit, each) => {
    return limit.amount !== null && usedNow(usage[each], limit, now) + more > limit.amount;
  });
  const limit = windows[index];
  if (limit === undefined) return undefined;
  const { start = now, recent } = usage[index] ?? {};
  const oldest = recent?.[0]?.[0] ?? now;
  const begin = recent === undefined ? now - (now % limit.windowMs) : oldest;
  const next = start > now ? start : begin + limit.windowMs;
  return { limit, seconds: Math.ceil((next - now) / 1000) };
}

function add(usage: Usage, windows: readonly LimitDescriptor[], more: number, now: number): void {
  for (let index = 0; index < windows.length; index += 1) {
    const [window, limit] = [usage[index], windows[index]];
    if (window === undefined || limit === undefined) continue;
    const used = usedNow(window, limit, now) + more;
    window.recent?.push([now, more]);
    if (window.start > now) window.past = used;
    else window.used = used;
  }
}

/**
 * Usage of the current window, which restarts when its time is over. For a time before the latest
 * window, after the clock was set back, the highest usage of any window counts.
 */
function usedNow(
  window: WindowUsage | undefined,
  { windowMs }: LimitDescriptor,
  now: number,
): number {
  if (window === undefined) return 0;
  if (window.recent !== undefined) {
    const kept = window.recent.filter(([time]) => time > now - windowMs);
    window.recent.splice(0, window.recent.length, ...kept);
    return kept.reduce((sum, [, used]) => sum + used, 0);
  }
  if (now >= window.start && now - window.start < windowMs) return window.used;
  const start = now - (now % windowMs);
  const most = Math.max(window.past, window.used);
  if (start < window.start) return most;
  Object.assign(window, { start, used: 0, past: most });
  return 0;
}

function addUsage(
  headers: Record<string, string>,
  usage: Usage,
  windows: readonly LimitDescriptor[],
  now: number,
): void {
  for (let index = 0; index < windows.length; index += 1) {
    const limit = windows[index];
    if (limit !== undefined) headers[limit.header] = String(usedNow(usage[index], limit, now));
  }
}

function unused(windows: readonly LimitDescriptor[], isSliding: boolean): Usage {
  return windows.map(() => {
    const none = { start: Number.MIN_SAFE_INTEGER, used: 0, past: 0 };
    return isSliding ? { ...none, recent: [] } : none;
  });
}

/** Drops idle addresses; when there are none, the one added first. */
function dropIdle(
  addresses: Map<string, Address>,
  limits: readonly LimitDescriptor[],
  now: number,
): void {
  for (const [ip, { windows, bannedUntil }] of addresses) {
    const used = limits.some((limit, index) => usedNow(windows[index], limit, now) > 0);
    if (!used && now >= bannedUntil) addresses.delete(ip);
  }
  const [oldest] = addresses.keys();
  if (addresses.size >= addressesMax && oldest !== undefined) addresses.delete(oldest);
}

function over(
  code: typeof exceededCode,
  { limit, seconds }: FullWindow,
  what: string,
): RequestError {
  const { amount, windowMs } = limit;
  const text = `over the limit of ${amount} ${what} in ${windowMs / 1000} s; wait ${seconds} s.`;
  return new RequestError(code, text, { status: exceeded.status, ...retryIn(seconds) });
}

function retryIn(seconds: number): { readonly headers: UsageHeaders } {
  return { headers: { [retry.header]: String(seconds) } };
}
