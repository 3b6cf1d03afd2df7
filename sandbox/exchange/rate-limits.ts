/**
 * Usage of the rate-limit windows by address and account. Windows are aligned to the clock, and
 * keep their usage in case that it is set back: no window ever grants more than its limit.
 */

import { retry } from "../../generated/errors.ts";
import { limitRules, limits } from "../../generated/limits.ts";
import { type Choices, choiceDefaults } from "../../generated/sandbox.ts";
import type { LimitRules } from "../../runtime/limit-tables.ts";
import type { LimitDescriptor } from "../../runtime/tables.ts";
import { addressesMax, refusalsBeforeBan } from "../defaults.ts";
import { RequestError } from "./request-error.ts";

export type RateLimits = ReturnType<typeof createRateLimits>;

type UsageHeaders = Readonly<Record<string, string>>;

/** Usage of one limit by one address or account. */
interface WindowUsage {
  /** Usage by window, known by its start in milliseconds. */
  readonly byStart: Map<number, number>;
  /** For a sliding window: usage by time, oldest first, with `used` as its sum. */
  readonly recent?: (readonly [time: number, used: number])[] | undefined;
  used: number;
}

/** Most windows with usage that are kept for each limit of an address or account. */
const windowsMax = 1000;

/** One entry for each limit. */
type Usage = readonly WindowUsage[];

interface Address {
  readonly windows: Usage;
  rejections: number;
  bans: number;
  bannedUntil: number;
}

export interface UsageState {
  readonly addresses: Map<string, Address>;
  readonly accounts: Map<string, Usage>;
}

const { exceeded, banned: banRules }: LimitRules = limitRules;
const { code: exceededCode = "RATE_LIMIT" } = exceeded;

export function emptyUsage(): UsageState {
  return { addresses: new Map(), accounts: new Map() };
}

function isOfAddress({ counts, per }: LimitDescriptor): boolean {
  return counts === "weight" && per === "ip";
}

/** Rate limits on top of a state, which they change. */
export function createRateLimits(
  { addresses, accounts } = emptyUsage(),
  windows: readonly LimitDescriptor[] = limits,
  choices: Choices = choiceDefaults,
) {
  const ofAddress = createMeter(windows.filter(isOfAddress), choices);
  // Orders are those of an account.
  const ofAccount = createMeter(
    windows.filter((window) => !isOfAddress(window)),
    choices,
  );
  const addressOf = (ip: string, now: number): Address =>
    addresses.get(ip) ?? addAddress(addresses, ofAddress, ip, now);
  const usageOf = (account: string): Usage => accounts.get(account) ?? ofAccount.unused();
  const startUsage = (account: string): Usage => {
    const usage = usageOf(account);
    accounts.set(account, usage);
    return usage;
  };
  const requireUnbanned = (address: Address | undefined, now: number): void => {
    if (address !== undefined && now < address.bannedUntil) throw banned(address, now, choices);
  };
  return {
    /** Counts a request; throws a `RequestError` when the address is banned or over a limit. */
    charge: (ip: string, weight: number, now: number): void => {
      const address = addressOf(ip, now);
      requireUnbanned(address, now);
      const full = ofAddress.charge(address.windows, weight, now);
      if (full === undefined) return;
      if (reject(address, now)) throw banned(address, now, choices);
      throw over(exceededCode, full, "request weight");
    },
    /** Whether requests count for their account, beside its orders. */
    chargesAccounts: windows.some(({ counts, per }) => counts === "weight" && per === "account"),
    /** Counts a request for its account; throws a `RequestError` when that is over a limit. */
    chargeAccount: (account: string, weight: number, now: number): void => {
      const full = ofAccount.charge(startUsage(account), weight, now);
      if (full !== undefined) throw over(exceededCode, full, "request weight");
    },
    requireUnbanned: (ip: string, now: number): void => requireUnbanned(addresses.get(ip), now),
    /** Throws a `RequestError` when the account may not place so many more orders now. */
    requireOrders: (account: string, orders: number, now: number): void => {
      const full = ofAccount.full(usageOf(account), { orders }, now);
      if (full !== undefined) throw over(exceeded.ordersCode ?? exceededCode, full, "orders");
    },
    countOrder: (account: string, orders: number, now: number): void =>
      ofAccount.add(startUsage(account), { orders }, now),
    /** Bans an address until a time in milliseconds, whatever its usage. */
    ban: (ip: string, until: number, now: number): void => {
      addressOf(ip, now).bannedUntil = until;
    },
    /** The usage headers of a response: of the address, and of the account where it is known. */
    headers: (ip: string, account: string | undefined, now: number, isPlacement = false) => {
      const headers: Record<string, string> = {};
      ofAddress.show(addressOf(ip, now).windows, now, isPlacement, headers);
      if (account !== undefined) ofAccount.show(usageOf(account), now, isPlacement, headers);
      return headers;
    },
  };
}

function addAddress(
  addresses: Map<string, Address>,
  meter: Meter,
  ip: string,
  now: number,
): Address {
  if (addresses.size >= addressesMax) dropIdle(addresses, meter, now);
  const address = { windows: meter.unused(), rejections: 0, bans: 0, bannedUntil: 0 };
  addresses.set(ip, address);
  return address;
}

/** Counts a rejection; whether it led to a ban. */
function reject(address: Address, now: number): boolean {
  address.rejections += 1;
  const { after = refusalsBeforeBan, firstMs, lastMs = Number.POSITIVE_INFINITY } = banRules;
  // Another contract may not say how long a ban is: then none comes.
  if (firstMs === undefined || address.rejections <= after) return false;
  address.bannedUntil = now + Math.min(firstMs * 2 ** address.bans, lastMs);
  address.bans += 1;
  address.rejections = 0;
  return true;
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

type Meter = ReturnType<typeof createMeter>;

/** What is counted at a time. */
type Counted = Partial<Readonly<Record<LimitDescriptor["counts"], number>>>;

/** Counts in the windows of some limits. */
function createMeter(limits: readonly LimitDescriptor[], choices: Choices) {
  const isSliding = choices["window-alignment"] === "sliding";
  /** Of several full windows, the one that is full for longest. */
  const full = (usage: Usage, counted: Counted, now: number): FullWindow | undefined => {
    let longest: FullWindow | undefined;
    for (const [index, limit] of limits.entries()) {
      const more = counted[limit.counts];
      if (more === undefined) continue;
      const excess = usedNow(usage[index], limit, now) + more - (limit.amount ?? Infinity);
      if (excess <= 0) continue;
      const seconds = Math.ceil((fullUntil(usage[index], limit, now, excess) - now) / 1000);
      if (seconds >= (longest?.seconds ?? 0)) longest = { limit, seconds };
    }
    return longest;
  };
  const add = (usage: Usage, counted: Counted, now: number): void =>
    limits.forEach((limit, index) => {
      const [window, more] = [usage[index], counted[limit.counts]];
      if (window === undefined || more === undefined) return;
      const used = usedNow(window, limit, now) + more;
      const { recent, byStart } = window;
      if (recent !== undefined) {
        recent.push([now, more]);
        window.used = used;
        return;
      }
      byStart.set(startOf(limit, now), used);
      const [first] = byStart.keys();
      if (first !== undefined && byStart.size > windowsMax) byStart.delete(first);
    });
  return {
    unused: (): Usage =>
      limits.map(() => {
        const none = { byStart: new Map(), used: 0 };
        return isSliding ? { ...none, recent: [] } : none;
      }),
    isIdle: (usage: Usage, now: number) =>
      limits.every((limit, index) => usedNow(usage[index], limit, now) === 0),
    full,
    add,
    /** Counts a request; returns the window that it does not fit into, if any. */
    charge: (usage: Usage, weight: number, now: number): FullWindow | undefined => {
      const window = full(usage, { weight }, now);
      const isCounted = window === undefined || choices["refused-request-weight"] === "counted";
      if (isCounted) add(usage, { weight }, now);
      return window;
    },
    /** Adds the usage headers; some come only with the response to a placement. */
    show: (usage: Usage, now: number, isPlacement: boolean, headers: Record<string, string>) =>
      limits.forEach((limit, index) => {
        if (limit.carriedBy === "orderResponses" && !isPlacement) return;
        headers[limit.header] = String(usedNow(usage[index], limit, now));
      }),
  };
}

/** When the next window begins, or, where it slides, so much of the usage is out of it. */
function fullUntil(
  { recent }: Partial<WindowUsage> = {},
  limit: LimitDescriptor,
  now: number,
  excess: number,
): number {
  if (recent === undefined) return startOf(limit, now) + limit.windowMs;
  let left = excess;
  const last = recent.find(([, used]) => {
    left -= used;
    return left <= 0;
  });
  return (last?.[0] ?? now) + limit.windowMs;
}

function startOf({ windowMs }: LimitDescriptor, now: number): number {
  return now - (now % windowMs);
}

/** Usage of the current window. */
function usedNow(window: WindowUsage | undefined, limit: LimitDescriptor, now: number): number {
  if (window === undefined) return 0;
  const { recent, byStart } = window;
  if (recent === undefined) return byStart.get(startOf(limit, now)) ?? 0;
  if ((recent.at(-1)?.[0] ?? now) > now) {
    // The clock was set back.
    for (const [at, [time, used]] of recent.entries()) recent[at] = [Math.min(time, now), used];
  }
  const first = recent.findIndex(([time]) => time > now - limit.windowMs);
  const past = recent.splice(0, first < 0 ? recent.length : first);
  window.used = first < 0 ? 0 : past.reduce((rest, [, used]) => rest - used, window.used);
  return window.used;
}

/** Drops idle addresses; when there are none, the one added first. */
function dropIdle(addresses: Map<string, Address>, meter: Meter, now: number): void {
  for (const [ip, { windows, bannedUntil }] of addresses) {
    if (meter.isIdle(windows, now) && now >= bannedUntil) addresses.delete(ip);
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
