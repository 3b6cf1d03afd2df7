/** The order book as a ladder: asks above bids, with totals, depth bars and the spread. */

import { useEffect, useRef, useState } from "preact/hooks";

import { normalForm } from "../../../runtime/encoding/decimal.ts";
import type { Decimal } from "../../../runtime/tables.ts";
import {
  atScale,
  difference,
  isMore,
  percentOf,
  product,
  share,
  toStep,
} from "../live/decimals.ts";
import { type LadderLevel, ladderOf } from "../live/ladder.ts";
import { isFalling } from "../live/market.ts";
import { Select } from "../parts/select.tsx";
import { Panel } from "./panel.tsx";
import type { View } from "./view.ts";

interface LadderProps extends View {
  readonly onTake: (price: Decimal) => void;
}

/** Row height, as in the style sheet. */
const rowPixels = 20;

export function Ladder({ instrument, market, orders, onTake }: LadderProps) {
  const { asks, bids, trades, outdated } = market;
  const [rows, body] = useRowCount();
  const { base, quote, priceScale, priceStep } = instrument;
  const [last] = trades;
  const [ask, bid] = [asks[0], bids[0]];
  const steps = stepsOf(priceStep, bid?.price ?? "0");
  const [chosen = "", setChosen] = useState<Decimal>();
  const step = steps.includes(chosen) ? chosen : (steps[0] ?? "");
  const shown = {
    asks: ladderOf(asks, { rows, step, isAsks: true }),
    bids: ladderOf(bids, { rows, step, isAsks: false }),
  };
  const totals = [shown.asks, shown.bids].map((levels) => levels.at(-1)?.total ?? "0");
  const [deepest = "0"] = totals.sort((one, other) => (isMore(one, other) ? -1 : 1));
  const own = (isAsks: boolean): ReadonlySet<Decimal> => {
    const ofSide = orders.filter(({ side }) => (side === "SELL") === isAsks);
    return new Set(ofSide.map(({ price = "0" }) => toStep(price, step, isAsks)));
  };
  const side = { instrument, onTake, deepest };
  return (
    <Panel
      name="ladder"
      title="Order book"
      outdated={outdated}
      tools={
        <Select
          class="plain"
          aria-label="Step of the prices"
          values={steps}
          value={step}
          onChange={setChosen}
        />
      }
    >
      <div class="ladder-head muted" aria-hidden="true">
        <span>Price ({quote})</span>
        <span>Size ({base})</span>
        <span>Total</span>
      </div>
      <div class="ladder-body" ref={body}>
        <LadderSide {...side} name="asks" own={own(true)} levels={shown.asks.toReversed()} />
        <p class="spread">
          <b class={isFalling(trades) ? "sell" : "buy"}>
            {last === undefined ? "no trade" : atScale(last.price, priceScale)}
          </b>
          {ask && bid && (
            <span class="muted">
              spread {atScale(difference(ask.price, bid.price), priceScale)} (
              {percentOf(difference(ask.price, bid.price), 10_000, { scale: 4, price: ask.price })}{" "}
              %)
            </span>
          )}
        </p>
        <LadderSide {...side} name="bids" own={own(false)} levels={shown.bids} />
      </div>
    </Panel>
  );
}

/** The smallest step, and ten times as large ones up to a thousandth of the price. */
function stepsOf(smallest: Decimal, price: Decimal): readonly Decimal[] {
  const steps = ["1", "10", "100", "1000", "10000"].map((times) =>
    normalForm(product(smallest, times)),
  );
  return steps.filter((step, index) => index === 0 || isMore(price, product(step, "1000")));
}

interface SideProps extends Pick<LadderProps, "instrument" | "onTake"> {
  readonly name: "asks" | "bids";
  /** From top to bottom. */
  readonly levels: readonly LadderLevel[];
  /** Total of a full-width bar. */
  readonly deepest: Decimal;
  /** Normalized prices of the user's orders. */
  readonly own: ReadonlySet<Decimal>;
}

/** One side; the arrow keys move through it, and only one of its rows is a tab stop. */
function LadderSide({ name, instrument, levels, deepest, onTake, own }: SideProps) {
  const { priceScale, quantityScale } = instrument;
  const isAsks = name === "asks";
  const nearest = isAsks ? levels.length - 1 : 0;
  const [active, setActive] = useState<number>();
  // Rows move under the pointer: take the price that was pressed.
  const pressed = useRef<Decimal | undefined>(undefined);
  const stop = Math.min(active ?? nearest, levels.length - 1);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      role="group"
      aria-label={isAsks ? "Asks, click to take a price" : "Bids, click to take a price"}
      class={`side ${name}`}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        const next = Math.max(0, Math.min(levels.length - 1, stop + by));
        setActive(next);
        const row = event.currentTarget.children[next];
        if (row instanceof HTMLElement) row.focus();
      }}
    >
      {levels.map(({ price, quantity, total }, index) => (
        <button
          key={index}
          type="button"
          tabIndex={index === stop ? 0 : -1}
          title={own.has(normalForm(price)) ? "You have an order at this price." : undefined}
          data-own={own.has(normalForm(price))}
          style={{ "--width": `${share(total, deepest)}%` }}
          onPointerDown={() => {
            pressed.current = price;
          }}
          onClick={({ detail }) => onTake(detail === 0 ? price : (pressed.current ?? price))}
        >
          <span class={isAsks ? "sell" : "buy"}>{atScale(price, priceScale)}</span>
          <span>{atScale(quantity, quantityScale)}</span>
          <span class="muted">{atScale(total, quantityScale)}</span>
        </button>
      ))}
    </div>
  );
}

/** How many rows per side fit into the referenced element. */
function useRowCount() {
  const body = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(12);
  useEffect(() => {
    const element = body.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      const spread = 1.6;
      setRows(Math.max(4, Math.floor((element.clientHeight / rowPixels - spread) / 2)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [rows, body] as const;
}
