/**
 * Amounts: every price, quantity and balance is a bigint of one scale, so that sums and products
 * are exact.
 */

/** Decimal places of a unit; the sandbox states this precision for every asset. */
export const unitScale = 8;

/** Units in 1. */
export const one = 10n ** BigInt(unitScale);

/** Quote amount of `quantity` at `price`, rounded down to a unit. */
export function quoteOf(price: bigint, quantity: bigint): bigint {
  return (price * quantity) / one;
}

/** The greatest multiple of `step` up to `value`. */
export function floorTo(value: bigint, step: bigint): bigint {
  return value - (value % step);
}

/** The highest grid price up to `price`, or the lowest grid price. */
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
 * The sum; returns the second amount itself when the first is 0, so that an order filled by one
 * trade, as most are, allocates no bigints.
 */
export function plus(left: bigint, right: bigint): bigint {
  return left === 0n ? right : left + right;
}

export function least(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
