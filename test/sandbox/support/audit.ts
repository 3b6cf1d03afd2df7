import { openOrdersOf } from "../../../sandbox/engine/orders.ts";
import type { Account, ExchangeState } from "../../../sandbox/engine/state.ts";

/**
 * Violated invariants, as sentences: no balance below zero, locked amounts equal to what open
 * orders reserve, and the sum of all balances equal to the deposits.
 */
export function auditBalances(state: ExchangeState): string[] {
  const faults: string[] = [];
  const totals = new Map<string, bigint>();
  for (const account of state.accounts.values()) {
    const reserved = reservedBy(state, account);
    for (const [asset, { free, locked }] of account.balances) {
      totals.set(asset, (totals.get(asset) ?? 0n) + free + locked);
      if (free < 0n || locked < 0n) faults.push(`${account.name} is below zero in ${asset}`);
      if (locked !== (reserved.get(asset) ?? 0n)) {
        const held = reserved.get(asset) ?? 0n;
        faults.push(`${account.name}: ${locked} ${asset} locked, but open orders hold ${held}`);
      }
    }
  }
  for (const [asset, total] of totals) {
    const wanted = state.deposited.get(asset) ?? 0n;
    if (total !== wanted) faults.push(`${asset}: balances hold ${total}, deposits ${wanted}`);
  }
  return faults;
}

function reservedBy(state: ExchangeState, account: Account): Map<string, bigint> {
  const reserved = new Map<string, bigint>();
  for (const order of openOrdersOf(account)) {
    const market = state.markets.get(order.symbol);
    const asset = order.side === "BUY" ? market?.quoteAsset : market?.baseAsset;
    if (asset !== undefined) reserved.set(asset, (reserved.get(asset) ?? 0n) + order.reserved);
  }
  return reserved;
}
