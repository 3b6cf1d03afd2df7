/**
 * What each address and each account has used of its windows. Windows begin with the clock; one
 * that is over counts from 0 again, and a clock that goes back opens no new one.
 */

import { limits } from "../generated/limits.ts";
import type { LimitDescriptor } from "../runtime/types.ts";
import { addressesMax, banMsFirst, banMsMax, refusalsBeforeBan } from "./choices.ts";
import { Refusal } from "./http/refusal.ts";

export interface RateLimits {
  /** Counts a request, or throws a `Refusal` when the address is over a limit or banned. */
  readonly charge: (ip: string, weight: number, now: number) => void;
  /** Throws a `Refusal` when the account may not place `count` more orders now. */
  readonly admitOrder: (account: string, count: number, now: number) => void;
  readonly countOrder: (account: string, count: number, now: number) => void;
  /** Headers that tell what is used; those of orders only when an account is named. */
  readonly headers: (ip: string, account: string | undefined, now: number) => UsageHeaders;
}

export type UsageHeaders = Readonly<Record<string, string>>;

/** What one address or account has used; `used` and `starts` have one entry for each window. */
interface Usage {
  readonly starts: number[];
  readonly used: number[];
}

interface Address extends Usage {
  refusals: number;
  bans: number;
  bannedUntil: number;
}

const weightLimits: readonly LimitDescriptor[] = limits.filter(({ counts }) => counts === "weight");
const orderLimits: readonly LimitDescriptor[] = limits.filter(({ counts }) => counts === "orders");

/** Counters with nothing in them. */
export function createRateLimits(): RateLimits {
  const addresses = new Map<string, Address>();
  const accounts = new Map<string, Usage>();
  return {
    charge: (ip, weight, now) => charge(addressOf(addresses, ip, now), weight, now),
    admitOrder: (account, count, now) => {
      const full = fullWindow(usageOf(accounts, account), orderLimits, count, now);
      if (full === undefined) return;
      const seconds = secondsLeft(full.windowMs, now);
      throw new Refusal("TOO_MANY_ORDERS", overText(full, "orders", seconds), retryIn(seconds));
    },
    countOrder: (account, count, now) => {
      add(usageOf(accounts, account), orderLimits, count, now);
    },
    headers: (ip, account, now) => ({
      ...usedHeaders(addressOf(addresses, ip, now), weightLimits, now),
      ...(account && usedHeaders(usageOf(accounts, account), orderLimits, now)),
    }),
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
  if (address.refusals > refusalsBeforeBan) {
    address.bannedUntil = now + Math.min(banMsFirst * 2 ** address.bans, banMsMax);
    address.bans += 1;
    address.refusals = 0;
    throw banned(address, now);
  }
  const seconds = secondsLeft(full.windowMs, now);
  throw new Refusal("RATE_LIMIT", overText(full, "request weight", seconds), retryIn(seconds));
}

function banned(address: Address, now: number): Refusal {
  const seconds = Math.ceil((address.bannedUntil - now) / 1000);
  return new Refusal(
    "RATE_LIMIT",
    `this address is banned until ${address.bannedUntil} for going on over its limits`,
    { ...retryIn(seconds), status: 418 },
  );
}

function fullWindow(
  usage: Usage,
  windows: readonly LimitDescriptor[],
  more: number,
  now: number,
): LimitDescriptor | undefined {
  return windows.findLast(({ amount }, index) => {
    return amount !== null && usedNow(usage, windows, index, now) + more > amount;
  });
}

function add(usage: Usage, windows: readonly LimitDescriptor[], more: number, now: number): void {
  windows.forEach((_, index) => {
    usage.used[index] = usedNow(usage, windows, index, now) + more;
  });
}

/** What is used of a window, which is begun anew when its time is over. */
function usedNow(
  usage: Usage,
  windows: readonly LimitDescriptor[],
  index: number,
  now: number,
): number {
  const length = windows[index]?.windowMs ?? 1;
  const start = now - (now % length);
  if (start > (usage.starts[index] ?? Number.NEGATIVE_INFINITY)) {
    usage.starts[index] = start;
    usage.used[index] = 0;
  }
  return usage.used[index] ?? 0;
}

function usedHeaders(
  usage: Usage,
  windows: readonly LimitDescriptor[],
  now: number,
): UsageHeaders {
  return Object.fromEntries(
    windows.map(({ header }, index) => [header, String(usedNow(usage, windows, index, now))]),
  );
}

function addressOf(addresses: Map<string, Address>, ip: string, now: number): Address {
  let address = addresses.get(ip);
  if (address === undefined) {
    if (addresses.size >= addressesMax) forgetIdle(addresses, now);
    address = { starts: [], used: [], refusals: 0, bans: 0, bannedUntil: 0 };
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
    usage = { starts: [], used: [] };
    accounts.set(account, usage);
  }
  return usage;
}

function secondsLeft(windowMs: number, now: number): number {
  return Math.ceil((windowMs - (now % windowMs)) / 1000);
}

function overText({ amount, windowMs }: LimitDescriptor, what: string, seconds: number): string {
  return `over the limit of ${amount} ${what} in ${windowMs / 1000} s; wait ${seconds} s.`;
}

function retryIn(seconds: number): { readonly headers: Readonly<Record<string, string>> } {
  return { headers: { "Retry-After": String(seconds) } };
}
