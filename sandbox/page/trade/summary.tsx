/** The line above the screen: the symbol, its last price, 24 hours in numbers, and the state. */

import { useEffect } from "preact/hooks";

import type { Client } from "../../../generated/client.ts";
import { normalForm } from "../../../runtime/encoding/decimal.ts";
import type { AccountState } from "../live/account.ts";
import { atScale, isMore } from "../live/decimals.ts";
import type { Instrument } from "../live/instrument.ts";
import type { MarketState, Statistics } from "../live/market.ts";
import { clockText, label } from "../parts/format.ts";
import { type Store, useStore } from "../store.ts";
import { SymbolSelect } from "./symbol-select.tsx";

interface SummaryProps {
  readonly instrument: Instrument;
  readonly instruments: readonly Instrument[];
  readonly client: Client;
  readonly market: Store<MarketState>;
  readonly account: AccountState;
}

export function Summary({ instrument, instruments, client, market, account }: SummaryProps) {
  const state = useStore(market);
  const [last, before] = state.trades;
  const isDown = last !== undefined && before !== undefined && isMore(before.price, last.price);
  const isOutdated = state.bookState !== "live" || state.silentSince !== undefined;
  const color = isOutdated ? "muted" : isDown ? "sell" : "buy";
  const price = last === undefined ? "–" : atScale(last.price, instrument.priceScale);
  useEffect(() => {
    document.title = `${price} ${instrument.symbol} · Tradespec sandbox`;
  }, [price, instrument]);
  return (
    <div class="summary">
      <SymbolSelect
        {...{ instruments, client }}
        selected={instrument}
        onSelect={({ symbol }) => {
          location.hash = `#trade/${symbol}`;
        }}
      />
      <output class={`last ${color}`} aria-label="Last price">
        {price}
      </output>
      {instrument.status !== "TRADING" && <b class="sell">{label(instrument.status)}</b>}
      {state.statistics && <Day statistics={state.statistics} instrument={instrument} />}
      <ConnectionState market={state} account={account} />
    </div>
  );
}

interface DayProps {
  readonly statistics: Statistics;
  readonly instrument: Instrument;
}

function Day({ statistics, instrument }: DayProps) {
  const { change, high, low, volume, quoteVolume } = statistics;
  const { base, quote, priceScale } = instrument;
  const isDown = change.startsWith("-");
  const sign = isDown ? "" : "+";
  return (
    <dl class="day">
      <dt>24 h change</dt>
      <dd class={isDown ? "sell" : "buy"}>
        {sign}
        {atScale(change, 2)} %
      </dd>
      <dt>24 h high</dt>
      <dd>{atScale(high, priceScale)}</dd>
      <dt>24 h low</dt>
      <dd>{atScale(low, priceScale)}</dd>
      <dt>24 h volume ({base})</dt>
      <dd>{normalForm(volume)}</dd>
      <dt>24 h volume ({quote})</dt>
      <dd>{normalForm(quoteVolume)}</dd>
    </dl>
  );
}

interface ConnectionStateProps {
  readonly market: MarketState;
  readonly account: AccountState;
}

/** Whether everything on the screen is live. */
function ConnectionState({ market, account }: ConnectionStateProps) {
  const { silentSince } = market;
  const isKnown = market.bookState === "live" && account.session === "live";
  const isLive = isKnown && silentSince === undefined;
  const isStarting = market.bookState === "syncing" || account.session === "starting";
  const parts = [market.bookState, account.session].filter((state) => state !== "live");
  const since = Math.min(
    silentSince ?? Number.POSITIVE_INFINITY,
    ...(market.bookState === "live" ? [] : [market.since]),
    ...(account.session === "live" ? [] : [account.since]),
  );
  if (!navigator.onLine) {
    return (
      <output class="state" data-state="offline" aria-label="Connection">
        offline
      </output>
    );
  }
  const text = isStarting ? "connecting" : "not live";
  return (
    <output
      class="state"
      data-state={isLive ? "live" : (parts[0] ?? "silent")}
      aria-label="Connection"
    >
      {isLive ? "live" : `${text} since ${clockText(since)}`}
    </output>
  );
}
