/**
 * Amounts: every price, quantity and balance is a bigint of one scale, so that sums and products
 * are exact.
 */

/** Decimal places of one unit; the precision that the sandbox states for every asset. */
export const unitScale = 8;

/** Units in 1. */
export const one = 10n ** BigInt(unitScale);

/** Quote amount of `quantity` at `price`, rounded down to a whole unit. */
export function quoteOf(price: bigint, quantity: bigint): bigint {
  return (price * quantity) / one;
}

/** The greatest multiple of `step` that is not above `value`. */
export function floorTo(value: bigint, step: bigint): bigint {
  return value - (value % step);
}

/** The highest price of a market's grid that is not above `price`; the lowest one otherwise. */
export function floorPrice({ priceFrom, priceStep }: PriceGrid, price: bigint): bigint {
  const lowest = priceFrom > 0n ? priceFrom : priceStep;
  return price < lowest ? lowest : priceFrom + floorTo(price - priceFrom, priceStep);
}

/** Prices are whole numbers of steps above the first one. */
export interface PriceGrid {
  readonly priceFrom: bigint;
  readonly priceStep: bigint;
}

/**
 * The sum; the second amount itself where the first is 0. An order that is filled by one trade,
 * as most are, then keeps no bigints of its own.
 */
export function plus(left: bigint, right: bigint): bigint {
  return left === 0n ? right : left + right;
}

/** The smaller of two. */
export function least(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
