/**
 * What each address and each account has used of its windows. Windows begin with the clock; one
 * that is over counts from 0 again, and a clock that is set back makes none grant more.
 */

import { limitRules, limits } from "../../generated/limits.ts";
import type { LimitDescriptor } from "../../runtime/tables.ts";
import { addressesMax } from "../defaults.ts";
import { RequestError } from "./request-error.ts";

export interface RateLimits {
  /** Counts a request, or throws a `RequestError` when the address is over a limit or banned. */
  readonly charge: (ip: string, weight: number, now: number) => void;
  /** Throws a `RequestError` when the account may not place `count` more orders now. */
  readonly requireOrders: (account: string, count: number, now: number) => void;
  readonly countOrder: (account: string, count: number, now: number) => void;
  /** Bans an address until a time in milliseconds, whatever it has used. */
  readonly ban: (ip: string, until: number, now: number) => void;
  /** Headers that tell what is used; those of orders only when an account is named. */
  readonly headers: (ip: string, account: string | undefined, now: number) => UsageHeaders;
}

/** Made anew for each answer, whose other headers may be added to it. */
export type UsageHeaders = Record<string, string>;

/** What one address or account has used; each list has one entry for each limit. */
interface Usage {
  /** Start of the latest window, and what is used of it. */
  readonly starts: number[];
  readonly used: number[];
  /** The most that is used of any window before; what a clock that was set back counts in. */
  readonly past: number[];
}

interface Address extends Usage {
  refusals: number;
  bans: number;
  bannedUntil: number;
}

const weightLimits: readonly LimitDescriptor[] = limits.filter(({ counts }) => counts === "weight");
const orderLimits: readonly LimitDescriptor[] = limits.filter(({ counts }) => counts === "orders");

const banRules = limitRules.banned;

/** What has been used so far, as plain data. */
export interface UsageState {
  readonly addresses: Map<string, Address>;
  readonly accounts: Map<string, Usage>;
}

/** Counters with nothing in them. */
export function emptyUsage(): UsageState {
  return { addresses: new Map(), accounts: new Map() };
}

/** The counters that a state holds; it changes with them. */
export function createRateLimits({ addresses, accounts } = emptyUsage()): RateLimits {
  return {
    charge: (ip, weight, now) => charge(addressOf(addresses, ip, now), weight, now),
    requireOrders: (account, count, now) => {
      const full = fullWindow(usageOf(accounts, account), orderLimits, count, now);
      if (full === undefined) return;
      const { seconds } = full;
      throw new RequestError("TOO_MANY_ORDERS", overText(full, "orders"), retryIn(seconds));
    },
    countOrder: (account, count, now) => {
      add(usageOf(accounts, account), orderLimits, count, now);
    },
    ban: (ip, until, now) => {
      addressOf(addresses, ip, now).bannedUntil = until;
    },
    headers: (ip, account, now) => {
      const headers: UsageHeaders = {};
      writeUsed(headers, addressOf(addresses, ip, now), weightLimits, now);
      if (account) writeUsed(headers, usageOf(accounts, account), orderLimits, now);
      return headers;
    },
  };
}

function charge(address: Address, weight: number, now: number): void {
  if (now < address.bannedUntil) throw banned(address, now);
  const full = fullWindow(address, weightLimits, weight, now);
  if (full === undefined) {
    add(address, weightLimits, weight, now);
    return;
  }
  address.refusals += 1;
  if (address.refusals > banRules.after) {
    const { firstMs, lastMs } = banRules;
    address.bannedUntil = now + Math.min(firstMs * 2 ** address.bans, lastMs);
    address.bans += 1;
    address.refusals = 0;
    throw banned(address, now);
  }
  throw new RequestError("RATE_LIMIT", overText(full, "request weight"), retryIn(full.seconds));
}

function banned(address: Address, now: number): RequestError {
  const { bannedUntil } = address;
  const { status, endWord } = banRules;
  const seconds = Math.ceil((bannedUntil - now) / 1000);
  const end = endWord === undefined ? "" : ` ${endWord} ${bannedUntil}`;
  const what = `this address is banned${end} for going on over its limits`;
  return new RequestError("RATE_LIMIT", what, { ...retryIn(seconds), status });
}

/** A window that has no room, and how long it is until there is one that has. */
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
  for (let index = windows.length - 1; index >= 0; index -= 1) {
    const limit = windows[index];
    if (limit === undefined || limit.amount === null) continue;
    if (usedNow(usage, windows, index, now) + more <= limit.amount) continue;
    const start = usage.starts[index] ?? now;
    const next = start > now ? start : now - (now % limit.windowMs) + limit.windowMs;
    return { limit, seconds: Math.ceil((next - now) / 1000) };
  }
  return undefined;
}

function add(usage: Usage, windows: readonly LimitDescriptor[], more: number, now: number): void {
  for (let index = 0; index < windows.length; index += 1) {
    const used = usedNow(usage, windows, index, now) + more;
    if ((usage.starts[index] ?? 0) > now) usage.past[index] = used;
    else usage.used[index] = used;
  }
}

/**
 * What is used of a window, which is begun anew when its time is over. Of one that is over
 * already, by a clock that was set back, as much as was used of any, the latest as well.
 */
function usedNow(
  usage: Usage,
  windows: readonly LimitDescriptor[],
  index: number,
  now: number,
): number {
  const length = windows[index]?.windowMs ?? 1;
  const latest = usage.starts[index] ?? Number.NEGATIVE_INFINITY;
  const used = usage.used[index] ?? 0;
  // Mostly the latest window lasts, which is told without a division.
  if (latest >= 0 && now >= latest && now < latest + length) return used;
  const start = now - (now % length);
  if (start === latest) return used;
  const most = Math.max(usage.past[index] ?? 0, used);
  if (start < latest) return most;
  usage.past[index] = most;
  usage.starts[index] = start;
  usage.used[index] = 0;
  return 0;
}

function writeUsed(
  headers: Record<string, string>,
  usage: Usage,
  windows: readonly LimitDescriptor[],
  now: number,
): void {
  let index = 0;
  for (const { header } of windows) {
    headers[header] = String(usedNow(usage, windows, index, now));
    index += 1;
  }
}

function addressOf(addresses: Map<string, Address>, ip: string, now: number): Address {
  let address = addresses.get(ip);
  if (address === undefined) {
    if (addresses.size >= addressesMax) forgetIdle(addresses, now);
    address = { starts: [], used: [], past: [], refusals: 0, bans: 0, bannedUntil: 0 };
    addresses.set(ip, address);
  }
  return address;
}

/** Drops addresses with nothing in their windows; when all are busy, the longest known one. */
function forgetIdle(addresses: Map<string, Address>, now: number): void {
  for (const [ip, address] of addresses) {
    const used = weightLimits.some((_, index) => usedNow(address, weightLimits, index, now) > 0);
    if (!used && now >= address.bannedUntil) addresses.delete(ip);
  }
  const [oldest] = addresses.keys();
  if (addresses.size >= addressesMax && oldest !== undefined) addresses.delete(oldest);
}

function usageOf(accounts: Map<string, Usage>, account: string): Usage {
  let usage = accounts.get(account);
  if (usage === undefined) {
    usage = { starts: [], used: [], past: [] };
    accounts.set(account, usage);
  }
  return usage;
}

function overText({ limit: { amount, windowMs }, seconds }: FullWindow, what: string): string {
  return `over the limit of ${amount} ${what} in ${windowMs / 1000} s; wait ${seconds} s.`;
}

function retryIn(seconds: number): { readonly headers: Readonly<Record<string, string>> } {
  return { headers: { "Retry-After": String(seconds) } };
}
