import { compileFilters } from "../../generated/filters.ts";
import type { OrderFields } from "../../runtime/filters/types.ts";
import type { Comparison } from "./comparison.ts";
import { type AmountCheck, bigintCheck, int53Check } from "./filter-floors.ts";
import { filterPeers } from "./filter-peers.ts";

const passes = 50;
const amount = 4096;

/** The filters that the floors hold in their code. */
const filters = [
  { filterType: "PRICE_FILTER", minPrice: "0.05", maxPrice: "1000000.00", tickSize: "0.05" },
  { filterType: "LOT_SIZE", minQty: "0.00001", maxQty: "9000.00000", stepSize: "0.00001" },
  { filterType: "MIN_NOTIONAL", minNotional: "10.00", applyToMarket: true, avgPriceMins: 5 },
];

/** Price and quantity as text against three filters: the verdict, and the full check. */
export const filterChecking: Comparison = {
  title: `Filters, ${amount * passes} orders`,
  rounds: 9,
  prepare: async () => {
    const compiled = compileFilters(filters);
    const accepts: Verdict = ({ order: whole }) => compiled.accepts(whole);
    const checks: Verdict = ({ order: whole }) =>
      compiled.checkOrder(whole).violations.length === 0;
    const byHand: readonly { readonly name: string; readonly check: AmountCheck }[] = [
      { name: "hand-written int53 on char codes", check: int53Check },
      { name: "hand-written BigInt", check: bigintCheck },
      ...(await filterPeers()),
    ];
    const subjects: readonly { name: string; hold?: string; verdict: Verdict }[] = [
      {
        name: "accepts",
        hold: "at most 4.0; reading five fields of any length takes 1.3",
        verdict: accepts,
      },
      { name: "checkOrder, with explanations", hold: "at most 15", verdict: checks },
      ...byHand.map(({ name, check }) => ({
        name,
        verdict: ({ price, quantity }: Amounts) => check(price, quantity),
      })),
    ];
    const orders = sampleOrders();
    for (const { name, verdict } of subjects) requireSame(name, orders, verdict);
    return {
      floor: "hand-written int53 on char codes",
      subjects: subjects.map(({ verdict, ...rest }) => ({
        ...rest,
        run: () => count(orders, verdict),
      })),
    };
  },
};

type Verdict = (amounts: Amounts) => boolean;

const order: OrderFields = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC" };

interface Amounts {
  readonly price: string;
  readonly quantity: string;
  readonly order: OrderFields;
}

/** Requires every verdict to be that of BigInt before anything is measured. */
function requireSame(name: string, orders: readonly Amounts[], verdict: Verdict): void {
  for (const amounts of orders) {
    if (verdict(amounts) === bigintCheck(amounts.price, amounts.quantity)) continue;
    throw new Error(`${name} judges ${amounts.quantity} at ${amounts.price} unlike BigInt.`);
  }
}

function count(orders: readonly Amounts[], verdict: Verdict): number {
  let accepted = 0;
  for (let pass = 0; pass < passes; pass += 1) {
    for (const amounts of orders) if (verdict(amounts)) accepted += 1;
  }
  return accepted;
}

/**
 * Half of the orders have the usual texts. An eighth each lies off the grid of prices, off that of
 * quantities, has needless zeros, and has a quantity beyond 2^53 steps; a few are beyond a bound.
 */
function sampleOrders(): readonly Amounts[] {
  let seed = 12_345;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const fixed = (value: number, digits: number): string => {
    const text = value.toString().padStart(digits + 1, "0");
    return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  };
  return Array.from({ length: amount }, (_, index): Amounts => {
    const [tick, step] = [fixed(5 + 5 * next(2_000_000), 2), fixed(2_000 + next(9e6), 5)];
    const bounds: readonly (readonly [string, string])[] = [
      ["1000000.05", step],
      [tick, "9000.00001"],
      ["0.05", "199.99999"],
    ];
    const others: readonly (readonly [string, string])[] = [
      [index % 16 === 0 ? fixed(5 * next(2_000_000) + 1 + next(4), 2) : `${tick}5`, step],
      [tick, `${step}${1 + next(9)}`],
      [`000${tick}000000`, `00000000000${step}0000`],
      [tick, `${90_071_992_547 + next(9e9)}${step.slice(-7)}`],
    ];
    const odd = index % 64 === 0 ? bounds : index % 2 === 0 ? others : [];
    const [price, quantity] = odd[(index >> 1) % odd.length] ?? [tick, step];
    return { price, quantity, order: { ...order, price, quantity } };
  });
}
