/**
 * Balances. Every change but a deposit moves an amount from one balance to another, and throws
 * when the first holds less, so that no amount is created or lost.
 */

import type { Choices } from "../../generated/sandbox.ts";
import type { Account, Balance, ExchangeState } from "./state.ts";
import { one } from "./units.ts";

/** The account that commissions go to. */
export const feeAccount = "fees";

/** Deposits an amount, or withdraws it when negative; false when too little is free. */
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

/** Moves an amount from free to locked; false and no change when too little is free. */
export function lock(account: Account, asset: string, amount: bigint): boolean {
  const balance = balanceOf(account, asset);
  if (amount < 0n || balance.free < amount) return false;
  balance.free -= amount;
  balance.locked += amount;
  return true;
}

/** Moves an amount from locked back to free. */
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

/** The balance of an asset; an empty one when the account never had any. */
export function balanceOf(account: Account, asset: string): Balance {
  let balance = account.balances.get(asset);
  if (balance === undefined) {
    balance = { free: 0n, locked: 0n };
    account.balances.set(asset, balance);
  }
  return balance;
}

/** Takes a locked amount. Throws when there is less, which would be a bug of the engine. */
export function take(source: Balance, amount: bigint): void {
  if (amount < 0n || source.locked < amount) {
    throw new Error(`${source.locked} units are locked, which cannot give ${amount}`);
  }
  source.locked -= amount;
}
