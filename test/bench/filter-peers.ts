/** The same check with decimal libraries, as far as they are installed. */

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

/** The peers that can be loaded here. */
export async function filterPeers(): Promise<readonly Peer[]> {
  const peers: Peer[] = [];
  for (const name of ["big.js", "decimal.js", "bignumber.js"]) {
    const made = await load(name);
    const Kind = made?.["default"] as (new (text: string) => Decimal) | undefined;
    if (Kind !== undefined) peers.push({ name, check: checkWith((text) => new Kind(text)) });
  }
  const Precise = (await load("ccxt"))?.["Precise"] as (new (text: string) => Precise) | undefined;
  if (Precise !== undefined) {
    const check = checkWith((text) => decimalOf(new Precise(text)));
    peers.push({ name: "ccxt Precise", check });
  }
  return peers;
}

async function load(name: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    return (await import(name)) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
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

/** Objects of the class `Precise`, whose methods have names of their own. */
interface Precise {
  sub(other: Precise): Precise;
  mul(other: Precise): Precise;
  mod(other: Precise): Precise;
  lt(other: Precise): boolean;
  gt(other: Precise): boolean;
  equals(other: Precise): boolean;
}

interface WrappedDecimal extends Decimal {
  readonly precise: Precise;
}

function decimalOf(precise: Precise): WrappedDecimal {
  const inside = (other: Decimal): Precise => (other as WrappedDecimal).precise;
  return {
    precise,
    minus: (other) => decimalOf(precise.sub(inside(other))),
    times: (other) => decimalOf(precise.mul(inside(other))),
    mod: (other) => decimalOf(precise.mod(inside(other))),
    lt: (other) => precise.lt(inside(other)),
    gt: (other) => precise.gt(inside(other)),
    eq: (other) => precise.equals(inside(other)),
  };
}
