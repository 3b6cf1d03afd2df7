/** Candle chart with volume, the user's fills as marks, and open orders as lines to drag. */

import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IPriceLine,
  LineStyle,
  type MouseEventParams,
  type SeriesMarker,
  type UTCTimestamp,
} from "lightweight-charts";
import { useEffect, useRef, useState } from "preact/hooks";

import { type KlineInterval, klineIntervals } from "../../../generated/types.ts";
import type { UserOrder } from "../../../generated/user-data.ts";
import { normalForm } from "../../../runtime/encoding/decimal.ts";
import { intervalStart } from "../../engine/candles.ts";
import type { Fill } from "../live/account.ts";
import { type Candle, watchCandles } from "../live/candles.ts";
import { atScale, isZero, sum } from "../live/decimals.ts";
import type { Instrument } from "../live/instrument.ts";
import { isWaiting } from "../live/trader.ts";
import { label } from "../parts/format.ts";
import { Select } from "../parts/select.tsx";
import { useStore, useWatched } from "../store.ts";
import { themeEvent } from "../theme.tsx";
import { Panel } from "./panel.tsx";
import type { View } from "./view.ts";

/** The chart uses floats, for pixels only: displayed text is exact. */
export function Chart(view: View) {
  const { instrument, account } = view;
  const { outdated } = view.market;
  const [interval, setInterval] = useState<KlineInterval>("5m");
  const [drawn, setDrawn] = useState<Drawn>();
  const { candle, problem } = useCandles(drawn, view, interval);
  useFills(drawn, account.fills, interval);
  useOrderLines(drawn, view);
  // The last hook: the others clean up while the chart still exists.
  const container = useChart(instrument, setDrawn);
  return (
    <Panel
      name="chart"
      title="Chart"
      outdated={outdated}
      tools={
        <>
          <Select
            class="plain"
            aria-label="Interval of the candles"
            values={klineIntervals}
            value={interval}
            onChange={setInterval}
          />
          {candle && <Legend candle={candle} instrument={instrument} />}
        </>
      }
    >
      {problem !== "" && <p class="outdated">No candles: {problem}</p>}
      <figure class="canvas" ref={container} aria-label={describe(candle, instrument)} />
    </Panel>
  );
}

/** Draws the candles; returns the one under the pointer or the last, and why there are none. */
function useCandles(drawn: Drawn | undefined, view: View, interval: KlineInterval) {
  const { reader: client, streams, market } = view;
  const { symbol } = view.instrument;
  const isOutdated = market.outdated !== undefined;
  const [pointed, setPointed] = useState<unknown>();
  const open = () => watchCandles({ client, streams, symbol, interval });
  const watched = useWatched(open, [client, streams, symbol, interval]);
  const { candles, readings, problem } = useStore(watched.store);
  useEffect(() => {
    const follow = ({ time }: MouseEventParams): void => setPointed(time);
    drawn?.chart.subscribeCrosshairMove(follow);
    return () => drawn?.chart.unsubscribeCrosshairMove(follow);
  }, [drawn]);
  useEffect(() => {
    // Those of another interval stay until these are read.
    if (readings === 0) return;
    drawn?.candles.setData(candles.map(candlePoint));
    drawn?.volume.setData(candles.map((one) => volumePoint(one, drawn.colors)));
  }, [drawn, candles]);
  useEffect(() => drawn?.chart.timeScale().resetTimeScale(), [drawn, readings]);
  useEffect(() => {
    if (!isOutdated) watched.recover();
  }, [watched, isOutdated]);
  const candle = candles.find(({ time }) => time / 1000 === pointed) ?? candles.at(-1);
  return { candle, problem };
}

function Legend({ candle, instrument }: Pick<View, "instrument"> & { readonly candle: Candle }) {
  const values = { O: candle.open, H: candle.high, L: candle.low, C: candle.close };
  return (
    <p class="legend muted row">
      {Object.entries(values).map(([name, price]) => (
        <span key={name}>
          {name} <b>{atScale(price, instrument.priceScale)}</b>
        </span>
      ))}
      <span>
        Vol <b>{normalForm(candle.volume)}</b>
      </span>
    </p>
  );
}

function describe(candle: Candle | undefined, { symbol }: Instrument): string {
  return candle === undefined
    ? `Candles of ${symbol}`
    : `Candles of ${symbol}, the last one closes at ${normalForm(candle.close)}`;
}

type Series = ReturnType<typeof makeChart>;

interface Drawn extends Series {
  readonly colors: ReturnType<typeof paint>;
}

/** Creates a chart in the referenced element, and again after each change of colours. */
function useChart({ priceScale }: Instrument, onDrawn: (drawn: Drawn) => void) {
  const container = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const made = makeChart(element, priceScale);
    const draw = (): void => onDrawn({ ...made, colors: paint(made, element) });
    draw();
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", draw);
    addEventListener(themeEvent, draw);
    return () => {
      system.removeEventListener("change", draw);
      removeEventListener(themeEvent, draw);
      made.chart.remove();
    };
  }, [priceScale]);
  return container;
}

function makeChart(element: HTMLElement, priceScale: number) {
  const chart = createChart(element, {
    autoSize: true,
    // Like the page; the browser may name a language that no formatter knows.
    localization: { locale: "en" },
    // The attribution that the chart library's licence requires.
    layout: { fontFamily: "system-ui, sans-serif", fontSize: 11, attributionLogo: true },
    timeScale: { timeVisible: true, barSpacing: 12, rightOffset: 4 },
  });
  // While it is hidden it has no width, into which all candles are squeezed.
  let isHidden = true;
  chart.timeScale().subscribeSizeChange((width) => {
    if (isHidden && width > 0) chart.timeScale().resetTimeScale();
    isHidden = width === 0;
  });
  const candles = chart.addSeries(CandlestickSeries, {
    borderVisible: false,
    priceFormat: { type: "price", precision: priceScale, minMove: 10 ** -priceScale },
  });
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: "",
    priceFormat: { type: "volume" },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
  candles.priceScale().applyOptions({ scaleMargins: { top: 0.06, bottom: 0.2 } });
  return { chart, candles, volume };
}

/** Applies the page's colours; returns those of points and lines. */
function paint({ chart, candles }: Series, element: HTMLElement) {
  const [color, textColor] = [colorOf(element, "line"), colorOf(element, "muted")];
  chart.applyOptions({
    layout: { background: { color: colorOf(element, "panel") }, textColor },
    grid: { vertLines: { color }, horzLines: { color } },
    rightPriceScale: { borderColor: color },
    timeScale: { borderColor: color },
  });
  const [buy, sell] = [colorOf(element, "buy"), colorOf(element, "sell")];
  candles.applyOptions({ upColor: buy, wickUpColor: buy, downColor: sell, wickDownColor: sell });
  return { buy, sell };
}

/** A style-sheet colour in a form that the chart accepts. */
function colorOf(element: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Marks what the user bought and sold in each candle. */
function useFills(drawn: Drawn | undefined, fills: readonly Fill[], interval: KlineInterval): void {
  useEffect(() => {
    if (drawn === undefined) return undefined;
    const groups = new Map<string, SeriesMarker<UTCTimestamp>>();
    for (const { time: at = 0, isBuyer = false, qty = "0" } of fills.toReversed()) {
      const time = secondsOf(intervalStart(interval, Number(at)));
      const { text = "0" } = groups.get(`${time} ${isBuyer}`) ?? {};
      groups.set(`${time} ${isBuyer}`, {
        time,
        position: isBuyer ? "belowBar" : "aboveBar",
        shape: isBuyer ? "arrowUp" : "arrowDown",
        color: isBuyer ? drawn.colors.buy : drawn.colors.sell,
        text: sum(text, qty),
      });
    }
    const marks = createSeriesMarkers(drawn.candles, [...groups.values()]);
    return () => marks.detach();
  }, [drawn, fills, interval]);
}

/** An open order, and the line of the field that decides next. */
interface OrderLine {
  readonly order: UserOrder;
  readonly field: "price" | "stopPrice";
  readonly line: IPriceLine;
}

/** Lines have labels up to this count: more would hide the prices of the axis, and the candles. */
const labelsMax = 10;

/** Draws a line per order: at its stop price until triggered, then at its price. */
function useOrderLines(drawn: Drawn | undefined, { orders, instrument, trader }: View): void {
  useEffect(() => {
    if (drawn === undefined) return undefined;
    const isLabelled = orders.length <= labelsMax;
    const lines = orders.flatMap((order): readonly OrderLine[] => {
      const { side = "", type = "", price = "0", stopPrice = "0", origQty = "0" } = order;
      const waits = isWaiting(order) === true;
      const level = waits ? stopPrice : price;
      if (isZero(level)) return [];
      const line = drawn.candles.createPriceLine({
        price: Number(level),
        color: side === "BUY" ? drawn.colors.buy : drawn.colors.sell,
        lineStyle: waits ? LineStyle.Dotted : LineStyle.Dashed,
        lineWidth: 1,
        axisLabelVisible: isLabelled,
        title: isLabelled
          ? `${label(side)} ${normalForm(origQty)} ${label(type).toLowerCase()}`
          : "",
      });
      return [{ order, field: waits ? "stopPrice" : "price", line }];
    });
    const endDragging = dragLines(drawn, lines, ({ order, field }, price) => {
      const text = instrument.gridPrice(price.toFixed(instrument.priceScale));
      trader.edit(order, { [field]: normalForm(text) });
    });
    return () => {
      endDragging();
      for (const { line } of lines) drawn.candles.removePriceLine(line);
    };
  }, [drawn, orders]);
}

/** How near the pointer has to be to a line, in pixels. */
const nearPixels = 5;

/** Lets lines be dragged; `moved` gets the one that was let go and its price, for pixels only. */
function dragLines(
  { chart, candles }: Series,
  lines: readonly OrderLine[],
  moved: (line: OrderLine, price: number) => void,
): () => void {
  const element = chart.chartElement();
  const ending = new AbortController();
  let held: { readonly line: OrderLine; readonly from: number } | undefined;
  const heightOf = ({ clientY }: MouseEvent): number =>
    clientY - element.getBoundingClientRect().top;
  const near = (event: MouseEvent): OrderLine | undefined =>
    lines.find(({ line }) => {
      const height = candles.priceToCoordinate(line.options().price) ?? Infinity;
      return Math.abs(height - heightOf(event)) <= nearPixels;
    });
  const options = { capture: true, signal: ending.signal };
  const hold = (event: MouseEvent): void => {
    const line = near(event);
    if (line === undefined) return;
    held = { line, from: line.line.options().price };
    // Else the chart would scroll.
    event.stopPropagation();
  };
  element.addEventListener("mousedown", hold, options);
  const move = (event: MouseEvent): void => {
    const isNear = held !== undefined || near(event) !== undefined;
    // The chart itself resets its own cursor.
    element.parentElement?.style.setProperty("cursor", isNear ? "ns-resize" : "");
    const price = candles.coordinateToPrice(heightOf(event));
    if (held !== undefined && price !== null) held.line.line.applyOptions({ price });
  };
  addEventListener("mousemove", move, options);
  const letGo = (): void => {
    if (held === undefined) return;
    const { line, from } = held;
    const { price } = line.line.options();
    held = undefined;
    // Until the exchange has another order, the line stays where the order is.
    line.line.applyOptions({ price: from });
    if (price !== from) moved(line, price);
  };
  addEventListener("mouseup", letGo, options);
  return () => ending.abort();
}

function candlePoint({ time, open, high, low, close }: Candle) {
  const [o, h, l, c] = [open, high, low, close].map(Number);
  return { time: secondsOf(time), open: o ?? 0, high: h ?? 0, low: l ?? 0, close: c ?? 0 };
}

function volumePoint({ time, open, close, volume }: Candle, { buy, sell }: Drawn["colors"]) {
  const color = Number(close) < Number(open) ? sell : buy;
  const faint = color.replace(/^rgb\((.*)\)$/u, "rgba($1, 0.4)");
  return { time: secondsOf(time), value: Number(volume), color: faint };
}

function secondsOf(ms: number): UTCTimestamp {
  return (ms / 1000) as UTCTimestamp;
}
