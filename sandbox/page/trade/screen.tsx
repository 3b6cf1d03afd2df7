/** The trading screen: a symbol's market and an account, both live. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import type { ExchangeInfo } from "../../../generated/types.ts";
import { given } from "../given.ts";
import { type AccountWatch, watchAccount } from "../live/account.ts";
import { type Instrument, instrumentOf } from "../live/instrument.ts";
import { createTrader } from "../live/trader.ts";
import type { PanelProps } from "../panel.ts";
import { errorText } from "../parts/format.ts";
import { useStore, useWatched } from "../store.ts";
import { Desk } from "./desk.tsx";

export function TradeScreen({ connection, account, route, isVisible }: PanelProps) {
  const { streams } = connection;
  // Public data needs no account, and is kept when the account changes.
  const reader = connection.clientOf(given.accounts[0] ?? account);
  const [attempt, setAttempt] = useState(0);
  const [info, setInfo] = useState<ExchangeInfo>();
  const [problem, setProblem] = useState("");
  // Read again on each visit: the status of a symbol may have changed.
  useEffect(() => {
    if (!isVisible && info !== undefined) return;
    setProblem("");
    reader.getExchangeInfo().then(setInfo, (error: unknown) => setProblem(errorText(error)));
  }, [reader, attempt, isVisible]);
  const instruments = useMemo(
    () => info?.symbols.map((each) => instrumentOf(each, info)) ?? [],
    [info],
  );
  const instrument = useInstrument(instruments, route.rest);
  const client = connection.clientOf(account);
  const watch = useWatched(() => watchAccount(client, streams), [client, streams]);
  const trader = useMemo(() => createTrader(client, () => refusalOf(watch)), [client, watch]);
  useStore(watch.store);
  useOnline();
  if (instrument === undefined) {
    return (
      <p class="empty" role="status">
        {problem === ""
          ? "Reading the symbols…"
          : `The exchange does not list its symbols: ${problem}`}{" "}
        {problem !== "" && (
          <button type="button" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </button>
        )}
      </p>
    );
  }
  return (
    <Desk
      {...{ instrument, instruments, reader, connection, watch, trader }}
      accountName={account.account}
      refusal={refusalOf(watch)}
    />
  );
}

/** The one that the address names, else the last one, else the first that is traded. */
function useInstrument(instruments: readonly Instrument[], name: string): Instrument | undefined {
  const last = useRef("");
  const named = (wanted: string) =>
    instruments.find(({ symbol }) => symbol.toUpperCase() === wanted.toUpperCase());
  const instrument =
    named(name) ??
    named(last.current) ??
    instruments.find(({ isTrading }) => isTrading) ??
    instruments[0];
  last.current = instrument?.symbol ?? "";
  return instrument;
}

/** Why nothing can be sent now; nothing while the account is live. */
function refusalOf({ store }: AccountWatch): string | undefined {
  const { session } = store.get();
  if (!navigator.onLine) return "This machine is offline, so nothing is sent.";
  if (session === "live") return undefined;
  return session === "starting"
    ? "The account is not known yet, so nothing is sent."
    : "The exchange cannot be reached, so nothing is sent.";
}

/** Renders again when the machine goes on- or offline. */
function useOnline(): void {
  const [, setIsOnline] = useState(navigator.onLine);
  useEffect(() => {
    const follow = (): void => setIsOnline(navigator.onLine);
    for (const name of ["online", "offline"]) addEventListener(name, follow);
    return () => {
      for (const name of ["online", "offline"]) removeEventListener(name, follow);
    };
  }, []);
}
