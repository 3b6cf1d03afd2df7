/** The depth chart: how much each price and all better ones offer. Floats: all is rounded. */

import { useState } from "preact/hooks";

import type { BookLevel } from "../../../runtime/order-book/types.ts";
import { Panel } from "./panel.tsx";
import type { View } from "./view.ts";

/** Width and height of the picture, which is stretched to its panel. */
const [width, height] = [200, 100];

/** Levels are shown up to this part of the middle away from it, and at least so many above 0. */
const [rangeMax, levelsMin] = [0.02, 10];

interface Point {
  readonly price: number;
  readonly total: number;
}

export function Depth({ instrument, market: { asks, bids, outdated } }: View) {
  const [under, setUnder] = useState<number>();
  const [ask = bids[0], bid = ask] = [asks[0], bids[0]];
  const middle = (Number(ask?.price ?? 0) + Number(bid?.price ?? 0)) / 2;
  const sides = { bids: totals(bids, middle), asks: totals(asks, middle) };
  const all = [...sides.bids, ...sides.asks];
  const range = Math.max(...all.map(({ price }) => Math.abs(price - middle)), 0) || 1;
  const deepest = Math.max(...all.map(({ total }) => total), 0);
  const x = (price: number): number => ((price - middle + range) / (2 * range)) * width;
  const y = (total: number): number => height - (total / (deepest || 1)) * height * 0.9;
  const price = under === undefined ? undefined : middle + (2 * under - 1) * range;
  const { priceScale, quantityScale, quote, base } = instrument;
  const total = price === undefined ? deepest : totalAt(sides, price, middle);
  const reach = price === undefined ? "deep" : `to ${price.toFixed(priceScale)}`;
  return (
    <Panel
      name="depth"
      title="Depth"
      outdated={outdated}
      tools={<span class="muted">{`${total.toFixed(quantityScale)} ${base} ${reach}`}</span>}
    >
      <figure
        class="depth-chart"
        aria-label={`Depth of ${instrument.symbol}`}
        onMouseMove={({ offsetX, currentTarget }) => setUnder(offsetX / currentTarget.clientWidth)}
        onMouseLeave={() => setUnder(undefined)}
      >
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {(["bids", "asks"] as const).map((name) => (
            <path key={name} class={name} d={pathOf(sides[name], x, y)} />
          ))}
          {price !== undefined && <path class="under" d={`M${x(price)} 0V${height}`} />}
        </svg>
        <figcaption class="muted row">
          {all.length > 0 &&
            [middle - range, middle, middle + range].map((text) => (
              <span key={text}>{text.toFixed(priceScale)}</span>
            ))}
          <span class="unseen">{quote}</span>
        </figcaption>
      </figure>
    </Panel>
  );
}

/** The cumulated quantity at each level near the middle. */
function totals(levels: readonly BookLevel[], middle: number): readonly Point[] {
  const points: Point[] = [];
  let total = 0;
  for (const level of levels) {
    const price = Number(level.price);
    const reach = points.length < levelsMin ? 1 : rangeMax;
    if (Math.abs(price - middle) > reach * middle) break;
    total += Number(level.quantity);
    points.push({ price, total });
  }
  return points;
}

function totalAt(
  { asks, bids }: Readonly<Record<"asks" | "bids", readonly Point[]>>,
  price: number,
  middle: number,
): number {
  const found =
    price < middle
      ? bids.findLast((point) => point.price >= price)
      : asks.findLast((point) => point.price <= price);
  return found?.total ?? 0;
}

/** Steps from the best price outwards, closed at the bottom. */
function pathOf(
  points: readonly Point[],
  x: (price: number) => number,
  y: (total: number) => number,
): string {
  const [first] = points;
  if (first === undefined) return "";
  const steps = points.map(({ price, total }) => `H${x(price).toFixed(2)}V${y(total).toFixed(2)}`);
  const last = points.at(-1) ?? first;
  const end = x(last.price) < width / 2 ? 0 : width;
  return `M${x(first.price).toFixed(2)} ${height}${steps.join("")}H${end}V${height}Z`;
}
