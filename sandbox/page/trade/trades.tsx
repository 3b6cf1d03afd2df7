import { atScale } from "../live/decimals.ts";
import { clockText } from "../parts/format.ts";
import { Panel } from "./panel.tsx";
import type { View } from "./view.ts";

export function Trades({ instrument, market: { trades, outdated } }: View) {
  const { base, quote, priceScale, quantityScale } = instrument;
  return (
    <Panel name="trades" title="Trades" outdated={outdated}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard. */}
      <section class="scroll" tabIndex={0} aria-label="Trades of everybody">
        <table>
          <thead>
            <tr>
              <th scope="col">Price ({quote})</th>
              <th scope="col">Size ({base})</th>
              <th scope="col">Time</th>
            </tr>
          </thead>
          <tbody>
            {trades.map(({ id, price, qty, time, isBuyerMaker }) => (
              <tr key={String(id)}>
                <td class={isBuyerMaker ? "sell" : "buy"}>{atScale(price, priceScale)}</td>
                <td>{atScale(qty, quantityScale)}</td>
                <td class="muted">{clockText(Number(time))}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {trades.length === 0 && <p class="empty">No trade seen yet.</p>}
      </section>
    </Panel>
  );
}
