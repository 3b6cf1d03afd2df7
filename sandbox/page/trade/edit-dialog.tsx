/** Edits an open order: it is canceled, and another one is placed. */

import { normalForm } from "../../../runtime/encoding/decimal.ts";
import { isMore } from "../live/decimals.ts";
import { issuesOf } from "../live/draft.ts";
import type { Trader } from "../live/trader.ts";
import { label } from "../parts/format.ts";
import { openModal } from "../parts/modal.ts";
import { useStore } from "../store.ts";
import { Issues } from "./order-form.tsx";
import type { Ticket } from "./view.ts";

type EditDialogProps = Pick<Ticket, "filters" | "context"> & { readonly trader: Trader };

const editable = ["stopPrice", "price", "quantity"];

export function EditDialog({ trader, filters, context }: EditDialogProps) {
  const { edited, isPlacing } = useStore(trader.store);
  if (edited === undefined) return null;
  const { order, next } = edited;
  const { executedQty = "0", orderId } = order;
  const issues = issuesOf(next, filters, context);
  const isBlocked = isPlacing || issues.some(({ isAssumed }) => !isAssumed);
  return (
    <dialog ref={openModal} onClose={() => trader.edit()} aria-label={`Edit order ${orderId}`}>
      <p>
        <b>
          {label(next["side"] ?? "")} {next["symbol"]}, order {String(orderId)}
        </b>
      </p>
      <form
        method="dialog"
        class="order"
        onSubmit={(event) => {
          if (isBlocked) event.preventDefault();
          else void trader.replace(order, next);
        }}
      >
        {editable
          .filter((name) => next[name] !== undefined)
          .map((name) => (
            <label key={name} class="field">
              {label(name)}
              <input
                name={name}
                value={next[name]}
                inputMode="decimal"
                autocomplete="off"
                onInput={({ currentTarget: { value } }) =>
                  trader.edit(order, { ...next, [name]: value })
                }
              />
            </label>
          ))}
        <Issues issues={issues} />
        <p class="hint muted">
          The order is canceled and a new one placed, which loses its place in the queue.
          {isMore(executedQty, "0") &&
            ` ${normalForm(executedQty)} of the quantity are filled and not placed again.`}
        </p>
        <button
          type="button"
          onClick={({ currentTarget }) => currentTarget.closest("dialog")?.close()}
        >
          Keep it as it is
        </button>
        <button type="submit" class="send" aria-disabled={isBlocked}>
          Cancel and place
        </button>
      </form>
    </dialog>
  );
}
