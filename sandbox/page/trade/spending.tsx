/** Buttons for a percentage of the balance, and the value of the order. */

import { normalForm } from "../../../runtime/encoding/decimal.ts";
import type { Decimal } from "../../../runtime/tables.ts";
import { isMore, percentOf, product } from "../live/decimals.ts";
import { type Draft, type DraftOrder, fieldsOf, orderOf } from "../live/draft.ts";
import type { Ticket } from "./view.ts";

type SpendingProps = Ticket & { readonly onChange: (change: Partial<Draft>) => void };

const percents = [25, 50, 75, 100];

export function Spending(props: SpendingProps) {
  const { instrument, draft, filters, context, balances, best, onChange } = props;
  const { base, quote, symbol } = instrument;
  const isBuy = draft.side === "BUY";
  const asset = isBuy ? quote : base;
  const free = balances.find((balance) => balance.asset === asset)?.free;
  const order = orderOf(draft, symbol);
  const price = order["price"] ?? order["stopPrice"] ?? best[draft.side];
  const take = (percent: number): void => {
    const change = amountFor({ draft, instrument, free: free ?? "0", price, percent });
    const next = { ...draft, ...change, texts: { ...draft.texts, ...change.texts } };
    const fit = filters?.fitOrder(orderOf(next, symbol), context);
    const fitted: DraftOrder = fit?.kind === "fitted" ? { ...fit.order } : {};
    const texts = Object.keys(change.texts).map((name) => [name, fitted[name]] as const);
    const known = texts.filter(([, text]) => text !== undefined);
    onChange({ ...next, texts: { ...next.texts, ...Object.fromEntries(known) } });
  };
  const worth = worthOf(order, price);
  const cost = isBuy ? worth : order["quantity"];
  const isShort = free !== undefined && isPlain(cost) && isMore(cost, free);
  return (
    <>
      <fieldset class="percents" aria-label="Share of what is available">
        {percents.map((percent) => (
          <button
            key={percent}
            type="button"
            disabled={free === undefined || (isBuy && !isPlain(price))}
            onClick={() => take(percent)}
          >
            {percent} %
          </button>
        ))}
      </fieldset>
      <dl class="sums">
        <dt>Available</dt>
        <dd>{free === undefined ? "not known" : `${normalForm(free)} ${asset}`}</dd>
        <dt>{order["price"] === undefined ? "Worth about" : "Total"}</dt>
        <dd>{worth === undefined ? "–" : `${worth} ${quote}`}</dd>
      </dl>
      {isShort && (
        <p class="hint warn">
          This is more {asset} than the {normalForm(free)} that are available.
        </p>
      )}
    </>
  );
}

interface Share extends Pick<Ticket, "instrument" | "draft"> {
  readonly free: Decimal;
  readonly price: Decimal | undefined;
  readonly percent: number;
}

/** The amount for a percentage of the balance; by quote amount where the type takes one. */
function amountFor({ draft, instrument, free, price, percent }: Share) {
  const { side, type } = draft;
  const group = fieldsOf(type).find(({ name }) => name === "quoteOrderQty")?.group ?? [];
  if (side === "BUY" && group.length > 0) {
    const text = percentOf(free, percent, { scale: instrument.quoteScale });
    const chosen = { ...draft.chosen, [group.join()]: "quoteOrderQty" };
    return { texts: { quoteOrderQty: text }, chosen };
  }
  const scale = instrument.baseScale;
  const by = side === "BUY" && isPlain(price) ? price : undefined;
  const chosen = { ...draft.chosen, [group.join()]: "quantity" };
  return { texts: { quantity: percentOf(free, percent, { scale, price: by }) }, chosen };
}

/** Price times quantity; nothing unless both are numbers. */
function worthOf({ quantity, quoteOrderQty }: DraftOrder, price: Decimal | undefined) {
  if (quoteOrderQty !== undefined) return isPlain(quoteOrderQty) ? quoteOrderQty : undefined;
  return isPlain(quantity) && isPlain(price) ? product(price, quantity) : undefined;
}

function isPlain(text: string | undefined): text is Decimal {
  return text !== undefined && /^\d{1,40}(\.\d{1,40})?$/u.test(text);
}
