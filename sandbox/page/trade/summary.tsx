/** The top line: symbol, last price, 24-hour statistics and connection state. */

import { Fragment } from "preact";
import { useEffect, useMemo } from "preact/hooks";

import { normalForm } from "../../../runtime/encoding/decimal.ts";
import { atScale } from "../live/decimals.ts";
import { isFalling, type Outdated, type Statistics } from "../live/market.ts";
import { clockText, label } from "../parts/format.ts";
import { Select } from "../parts/select.tsx";
import type { View } from "./view.ts";

export function Summary(view: View) {
  const { instrument, instruments, market, accountOutdated } = view;
  const { outdated } = market;
  const [last] = market.trades;
  const direction = isFalling(market.trades) ? "sell" : "buy";
  const color = outdated === undefined ? direction : "muted";
  const price = last === undefined ? "–" : atScale(last.price, instrument.priceScale);
  useEffect(() => {
    document.title = `${price} ${instrument.symbol} · Tradespec sandbox`;
  }, [price, instrument]);
  // There may be thousands, and the prices beside them keep changing.
  const symbols = useMemo(
    () => (
      <Select
        class="symbol"
        aria-label="Symbol"
        values={instruments.map(({ symbol }) => symbol)}
        value={instrument.symbol}
        onChange={(symbol) => {
          location.hash = `#trade/${symbol}`;
        }}
      />
    ),
    [instruments, instrument],
  );
  return (
    <div class="summary row">
      {symbols}
      <output class={`last ${color}`} aria-label="Last price">
        {price}
      </output>
      {!instrument.isTrading && <b class="sell">{label(instrument.status)}</b>}
      {market.statistics && <Day statistics={market.statistics} instrument={instrument} />}
      <ConnectionState outdated={[outdated, accountOutdated].filter((one) => one !== undefined)} />
    </div>
  );
}

function Day({ statistics, instrument }: Pick<View, "instrument"> & { statistics: Statistics }) {
  const { priceChangePercent: change, highPrice, lowPrice, volume, quoteVolume } = statistics;
  const { base, quote, priceScale } = instrument;
  const isDown = change.startsWith("-");
  const values = {
    "24 h change": `${isDown ? "" : "+"}${atScale(change, 2)} %`,
    "24 h high": atScale(highPrice, priceScale),
    "24 h low": atScale(lowPrice, priceScale),
    [`24 h volume (${base})`]: normalForm(volume),
    [`24 h volume (${quote})`]: normalForm(quoteVolume),
  };
  return (
    <dl class="day">
      {Object.entries(values).map(([name, text], index) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd class={index > 0 ? undefined : isDown ? "sell" : "buy"}>{text}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Whether everything on the screen is live. */
function ConnectionState({ outdated }: { readonly outdated: readonly Outdated[] }) {
  const isLive = navigator.onLine && outdated.length === 0;
  const since = clockText(Math.min(...outdated.map((one) => one.since)));
  return (
    <output class="state" data-state={isLive ? "live" : "outdated"} aria-label="Connection">
      {isLive ? "live" : navigator.onLine ? `not live since ${since}` : "offline"}
    </output>
  );
}
