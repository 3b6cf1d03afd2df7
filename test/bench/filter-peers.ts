/** The same check with decimal libraries. */

import type { AmountCheck } from "./filter-floors.ts";

interface Peer {
  readonly name: string;
  readonly check: AmountCheck;
}

/** What the peers have in common; constants are made once, as a user would. */
interface Decimal {
  minus(other: Decimal): Decimal;
  times(other: Decimal): Decimal;
  mod(other: Decimal): Decimal;
  lt(other: Decimal): boolean;
  gt(other: Decimal): boolean;
  eq(other: Decimal): boolean;
}

export async function filterPeers(): Promise<readonly Peer[]> {
  const peers = ["big.js", "decimal.js", "bignumber.js"].map(async (name) => {
    const { default: Kind } = (await import(name)) as { default: new (text: string) => Decimal };
    return { name, check: checkWith((text) => new Kind(text)) };
  });
  return Promise.all(peers);
}

function checkWith(decimal: (text: string) => Decimal): AmountCheck {
  const [priceMin, priceMax, tick] = [decimal("0.05"), decimal("1000000.00"), decimal("0.05")];
  const [quantityMin, quantityMax, step] = [
    decimal("0.00001"),
    decimal("9000"),
    decimal("0.00001"),
  ];
  const [notionalMin, zero] = [decimal("10.00"), decimal("0")];
  return (priceText, quantityText) => {
    const price = decimal(priceText);
    if (price.lt(priceMin) || price.gt(priceMax)) return false;
    if (!price.minus(priceMin).mod(tick).eq(zero)) return false;
    const quantity = decimal(quantityText);
    if (quantity.lt(quantityMin) || quantity.gt(quantityMax)) return false;
    if (!quantity.minus(quantityMin).mod(step).eq(zero)) return false;
    return !price.times(quantity).lt(notionalMin);
  };
}
