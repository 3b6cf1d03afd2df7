/**
 * How the engine counts: every price, quantity and amount is a bigint of one scale, so sums and
 * products are exact and comparing is one machine instruction.
 */

/** Decimal places of one unit; eight is what every asset precision of the sandbox states. */
export const unitScale = 8;

/** Units in 1. */
export const one = 10n ** BigInt(unitScale);

/**
 * Quote amount of `quantity` at `price`. Exact, because a market only takes prices and
 * quantities on grids whose product has no digit below one unit; see `createMarket`.
 */
export function quoteOf(price: bigint, quantity: bigint): bigint {
  return (price * quantity) / one;
}

/** The greatest multiple of `step` that is not above `value`. */
export function floorTo(value: bigint, step: bigint): bigint {
  return value - (value % step);
}

/**
 * The sum; the second amount itself where the first is nothing. Orders on record so share the
 * amounts of their one trade, of which most have no more.
 */
export function plus(left: bigint, right: bigint): bigint {
  return left === 0n ? right : left + right;
}

/** The difference; the first amount itself where nothing is taken, and one 0 for all. */
export function minus(left: bigint, right: bigint): bigint {
  if (right === 0n) return left;
  return left === right ? 0n : left - right;
}

/** The smaller of two. */
export function least(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
