/**
 * Balances. Except for deposits, every change moves an amount from one balance to another and
 * throws when the first is too small, so no amount is created or lost.
 */

import type { Choices } from "../../generated/sandbox.ts";
import type { Account, Balance, ExchangeState } from "./state.ts";
import { one } from "./units.ts";

/** The account that receives commissions. */
export const feeAccount = "fees";

/** Deposits an amount, or withdraws a negative one; false when too little is free. */
export function deposit(
  state: ExchangeState,
  account: Account,
  asset: string,
  amount: bigint,
): boolean {
  const balance = balanceOf(account, asset);
  if (balance.free + amount < 0n) return false;
  balance.free += amount;
  state.deposited.set(asset, (state.deposited.get(asset) ?? 0n) + amount);
  return true;
}

/** Locks a free amount; false and no change when too little is free. */
export function lock(account: Account, asset: string, amount: bigint): boolean {
  const balance = balanceOf(account, asset);
  if (amount < 0n || balance.free < amount) return false;
  balance.free -= amount;
  balance.locked += amount;
  return true;
}

export function unlock(account: Account, asset: string, amount: bigint): void {
  const balance = balanceOf(account, asset);
  take(balance, amount);
  balance.free += amount;
}

/** Commission on a received amount, rounded down or up to a whole unit. */
export function commissionOn(
  received: bigint,
  rate: bigint,
  rounding: Choices["commission-rounding"],
): bigint {
  const exact = received * rate;
  return (rounding === "up" ? exact + one - 1n : exact) / one;
}

/** The balance of an asset, created on first use. */
export function balanceOf(account: Account, asset: string): Balance {
  let balance = account.balances.get(asset);
  if (balance === undefined) {
    balance = { free: 0n, locked: 0n };
    account.balances.set(asset, balance);
  }
  return balance;
}

/** Takes a locked amount. Throws when there is less: an engine bug. */
export function take(source: Balance, amount: bigint): void {
  if (amount < 0n || source.locked < amount) {
    throw new Error(`${source.locked} units are locked, which cannot give ${amount}`);
  }
  source.locked -= amount;
}
