/** Rows of the order book: levels grouped by a step of the price, with totals. */

import type { BookLevel } from "../../../runtime/order-book/types.ts";
import type { Decimal } from "../../../runtime/tables.ts";
import { sum, toStep } from "./decimals.ts";

/** A row with the cumulated quantity down to it. */
export interface LadderLevel {
  readonly price: Decimal;
  readonly quantity: Decimal;
  readonly total: Decimal;
}

interface Grouping {
  readonly rows: number;
  /** Of the prices of the rows. */
  readonly step: Decimal;
  /** Asks are rounded up, so that no row promises a better price than there is. */
  readonly isAsks: boolean;
}

/** The first rows of a side, best first. */
export function ladderOf(
  levels: readonly BookLevel[],
  { rows, step, isAsks }: Grouping,
): readonly LadderLevel[] {
  const ladder: LadderLevel[] = [];
  for (const level of levels) {
    const price = toStep(level.price, step, isAsks);
    const last = ladder.at(-1);
    const total = sum(last?.total ?? "0", level.quantity);
    const isSame = last?.price === price;
    if (!isSame && ladder.length === rows) break;
    const quantity = isSame ? sum(last.quantity, level.quantity) : level.quantity;
    ladder.splice(isSame ? -1 : ladder.length, isSame ? 1 : 0, { price, quantity, total });
  }
  return ladder;
}
