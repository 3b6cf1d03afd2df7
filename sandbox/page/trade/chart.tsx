/** Candle chart with volume, and the user's open orders as lines. */

import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineStyle,
  type UTCTimestamp,
} from "lightweight-charts";
import { useEffect, useRef, useState } from "preact/hooks";

import { type KlineInterval, klineIntervals } from "../../../generated/types.ts";
import type { UserOrder } from "../../../generated/user-data.ts";
import { normalForm } from "../../../runtime/encoding/decimal.ts";
import { type Candle, type Candles, watchCandles } from "../live/candles.ts";
import { atScale, isZero } from "../live/decimals.ts";
import type { Instrument } from "../live/instrument.ts";
import { errorText, label } from "../parts/format.ts";
import { Select } from "../parts/select.tsx";
import { themeEvent } from "../theme.tsx";
import { Panel } from "./panel.tsx";
import type { View } from "./view.ts";

/** The chart uses floats, for pixels only: displayed text is exact. */
export function Chart({ instrument, reader, streams, orders, outdated }: View) {
  const [interval, setInterval] = useState<KlineInterval>("5m");
  const [drawn, setDrawn] = useState<Drawn>();
  const source = { client: reader, streams, symbol: instrument.symbol, interval };
  const { candle, problem } = useCandles(drawn, source, outdated !== undefined);
  useOrderLines(drawn, orders);
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

type CandleSource = Parameters<typeof watchCandles>[0];

/** Draws the candles; returns the one under the pointer or the last, and why there are none. */
function useCandles(drawn: Drawn | undefined, source: CandleSource, isOutdated: boolean) {
  const { client, streams, symbol, interval } = source;
  const [candle, setCandle] = useState<Candle>();
  const [problem, setProblem] = useState("");
  const candles = useRef<Candles>(undefined);
  useEffect(() => {
    if (drawn === undefined) return undefined;
    const byTime = new Map<number, Candle>();
    const show = (last: Candle): void => {
      byTime.set(last.time / 1000, last);
      setCandle(last);
    };
    const follow: Parameters<IChartApi["subscribeCrosshairMove"]>[0] = ({ time }) => {
      const under = byTime.get(Number(time)) ?? [...byTime.values()].at(-1);
      if (under !== undefined) setCandle(under);
    };
    drawn.chart.subscribeCrosshairMove(follow);
    const watched = watchCandles(
      { client, streams, symbol, interval },
      {
        replaceAll: (all) => {
          setProblem("");
          byTime.clear();
          all.forEach(show);
          drawn.candles.setData(all.map(candlePoint));
          drawn.volume.setData(all.map((one) => volumePoint(one, drawn.colors)));
          const shown = { from: all.length - candlesShown, to: all.length + 2 };
          drawn.chart.timeScale().setVisibleLogicalRange(shown);
        },
        update: (one) => {
          show(one);
          drawn.candles.update(candlePoint(one));
          drawn.volume.update(volumePoint(one, drawn.colors));
        },
        fail: (error) => setProblem(errorText(error)),
      },
    );
    candles.current = watched;
    return () => {
      watched.close();
      drawn.chart.unsubscribeCrosshairMove(follow);
    };
  }, [drawn, client, streams, symbol, interval]);
  useEffect(() => {
    if (!isOutdated) candles.current?.recover();
  }, [isOutdated]);
  return { candle, problem };
}

/** Candles in the initial view. */
const candlesShown = 60;

interface LegendProps {
  readonly candle: Candle;
  readonly instrument: Instrument;
}

function Legend({ candle, instrument }: LegendProps) {
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

interface Colors {
  readonly buy: string;
  readonly sell: string;
}

interface Series {
  readonly chart: IChartApi;
  readonly candles: ISeriesApi<"Candlestick">;
  readonly volume: ISeriesApi<"Histogram">;
}

interface Drawn extends Series {
  readonly colors: Colors;
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

function makeChart(element: HTMLElement, priceScale: number): Series {
  const chart = createChart(element, {
    autoSize: true,
    // Like the page; the browser may name a language that no formatter knows.
    localization: { locale: "en" },
    // The attribution that the chart library's licence requires.
    layout: { fontFamily: "system-ui, sans-serif", fontSize: 11, attributionLogo: true },
    timeScale: { timeVisible: true },
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
function paint({ chart, candles }: Series, element: HTMLElement): Colors {
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

/** Draws a line per order: at its stop price until triggered, then at its price. */
function useOrderLines(drawn: Drawn | undefined, orders: readonly UserOrder[]): void {
  useEffect(() => {
    if (drawn === undefined) return undefined;
    const lines = orders.flatMap((order): readonly IPriceLine[] => {
      const { side = "", type = "", price = "0", stopPrice = "0", origQty = "0" } = order;
      const isWaiting = order.isWorking === false && !isZero(stopPrice);
      const level = isWaiting ? stopPrice : price;
      if (isZero(level)) return [];
      const line = drawn.candles.createPriceLine({
        price: Number(level),
        color: side === "BUY" ? drawn.colors.buy : drawn.colors.sell,
        lineStyle: isWaiting ? LineStyle.Dotted : LineStyle.Dashed,
        lineWidth: 1,
        title: `${label(side)} ${normalForm(origQty)} ${label(type).toLowerCase()}`,
      });
      return [line];
    });
    return () => {
      for (const line of lines) drawn.candles.removePriceLine(line);
    };
  }, [drawn, orders]);
}

function candlePoint({ time, open, high, low, close }: Candle) {
  const [o, h, l, c] = [open, high, low, close].map(Number);
  return { time: secondsOf(time), open: o ?? 0, high: h ?? 0, low: l ?? 0, close: c ?? 0 };
}

function volumePoint({ time, open, close, volume }: Candle, { buy, sell }: Colors) {
  const color = Number(close) < Number(open) ? sell : buy;
  return { time: secondsOf(time), value: Number(volume), color: faint(color) };
}

/** The same colour, half transparent. */
function faint(color: string): string {
  return color.replace(/^rgb\((.*)\)$/u, "rgba($1, 0.4)");
}

function secondsOf(ms: number): UTCTimestamp {
  return (ms / 1000) as UTCTimestamp;
}
