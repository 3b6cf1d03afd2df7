import type { Trader } from "../live/trader.ts";
import { useStore } from "../store.ts";

/** Outcomes of recent orders, announced to screen readers. */
export function Notices({ trader }: { readonly trader: Trader }) {
  const { notices } = useStore(trader.store);
  return (
    <ul class="notices" aria-live="polite" aria-label="What became of orders">
      {notices.map(({ id, kind, text, ask }) => (
        <li key={id} data-kind={kind}>
          <span>{text}</span>
          {ask && (
            <button type="button" onClick={ask}>
              Ask again
            </button>
          )}
          {kind !== "pending" && (
            <button type="button" aria-label="Dismiss" onClick={() => trader.dismiss(id)}>
              ×
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
