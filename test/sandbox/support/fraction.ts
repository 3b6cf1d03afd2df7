/** Exact fractions, for the engine that is slow on purpose: no scale, no rounding. */

export interface Fraction {
  readonly over: bigint;
  /** Above zero. */
  readonly under: bigint;
}

export const zero: Fraction = { over: 0n, under: 1n };

/** What the fast engine counts: hundred-millionths. */
const unitsInOne = 100_000_000n;

export function fromUnits(units: bigint): Fraction {
  return { over: units, under: unitsInOne };
}

/** Whole units. Throws when the fraction lies between two. */
export function toUnits({ over, under }: Fraction): bigint {
  if ((over * unitsInOne) % under !== 0n) throw new Error(`${over}/${under} is finer than a unit`);
  return (over * unitsInOne) / under;
}

export function plus(left: Fraction, right: Fraction): Fraction {
  if (left.under < right.under) return plus(right, left);
  // Most are over a power of ten, so that sums need not grow below the line.
  if (left.under % right.under === 0n) {
    const scaled = right.over * (left.under / right.under);
    return { over: left.over + scaled, under: left.under };
  }
  return {
    over: left.over * right.under + right.over * left.under,
    under: left.under * right.under,
  };
}

export function minus(left: Fraction, right: Fraction): Fraction {
  return plus({ over: -right.over, under: right.under }, left);
}

export function times(left: Fraction, right: Fraction): Fraction {
  return { over: left.over * right.over, under: left.under * right.under };
}

export function through(left: Fraction, right: Fraction): Fraction {
  return { over: left.over * right.under, under: left.under * right.over };
}

/** Below zero, zero or above, as left is less than, equal to or more than right. */
export function compare(left: Fraction, right: Fraction): number {
  const difference = left.over * right.under - right.over * left.under;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function least(left: Fraction, right: Fraction): Fraction {
  return compare(left, right) <= 0 ? left : right;
}

/** The greatest multiple of a step that is not above a positive value. */
export function floorTo(value: Fraction, step: Fraction): Fraction {
  const steps = through(value, step);
  return times(step, { over: steps.over / steps.under, under: 1n });
}
