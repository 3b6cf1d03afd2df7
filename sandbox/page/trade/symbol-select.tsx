/** The choice of a symbol among many: a list that narrows as one types. */

import { useId, useRef, useState } from "preact/hooks";

import type { Client } from "../../../generated/client.ts";
import type { Decimal } from "../../../runtime/tables.ts";
import { atScale } from "../live/decimals.ts";
import type { Instrument } from "../live/instrument.ts";
import { useRead } from "../parts/use-read.ts";

interface SymbolSelectProps {
  readonly instruments: readonly Instrument[];
  readonly selected: Instrument;
  readonly client: Client;
  readonly onSelect: (instrument: Instrument) => void;
}

export function SymbolSelect({ instruments, selected, client, onSelect }: SymbolSelectProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <div class="symbol">
      <button
        ref={button}
        type="button"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {selected.base}
        <span class="muted">/{selected.quote}</span> <span aria-hidden="true">▾</span>
      </button>
      {isOpen && (
        <SymbolList
          {...{ instruments, client }}
          onClose={close}
          onSelect={(instrument) => {
            onSelect(instrument);
            close();
          }}
        />
      )}
    </div>
  );
}

type SymbolListProps = Pick<SymbolSelectProps, "instruments" | "client" | "onSelect"> & {
  readonly onClose: () => void;
};

function SymbolList({ instruments, client, onSelect, onClose }: SymbolListProps) {
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  // Read once when the list opens; it is as useful without prices.
  const { value: tickers } = useRead((signal) => client.getTickerPrice({}, { signal }), [client]);
  const prices = new Map(tickers?.map(({ symbol, price }) => [symbol, price]));
  const id = useId();
  const wanted = text.replaceAll(/[\s/]/gu, "").toUpperCase();
  const found = instruments.filter(({ symbol }) => symbol.includes(wanted));
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(found.length - 1, to));
    setActive(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  const steps: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(active + 1),
    ArrowUp: () => move(active - 1),
    Enter: () => found[active] && onSelect(found[active]),
    Escape: onClose,
  };
  return (
    <div
      class="symbol-list"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget as Node)) onClose();
      }}
    >
      <input
        role="combobox"
        aria-label="Find a symbol"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        placeholder={`${instruments.length} symbols`}
        autocomplete="off"
        spellcheck={false}
        ref={(input) => input?.focus()}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={(event) => takeStep(event, steps)}
      />
      <div id={id} role="listbox" aria-label="Symbols" tabIndex={-1}>
        {found.map((instrument, index) => (
          <SymbolOption
            key={instrument.symbol}
            id={`${id}-${index}`}
            instrument={instrument}
            price={prices.get(instrument.symbol)}
            isActive={index === active}
            onChoose={() => onSelect(instrument)}
          />
        ))}
      </div>
      {found.length === 0 && <p class="empty">No symbol has “{text}” in its name.</p>}
    </div>
  );
}

/** Does what a key stands for, and nothing else that the browser would do with it. */
function takeStep(event: KeyboardEvent, steps: Readonly<Record<string, () => void>>): void {
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  step();
}

interface SymbolOptionProps {
  readonly id: string;
  readonly instrument: Instrument;
  readonly price: Decimal | undefined;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function SymbolOption({ id, instrument, price, isActive, onChoose }: SymbolOptionProps) {
  const { base, quote, status, isTrading, priceScale } = instrument;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys.
    <div id={id} role="option" tabIndex={-1} aria-selected={isActive} onClick={onChoose}>
      <span>
        {base}
        <span class="muted">/{quote}</span>
      </span>
      <span class="muted">{isTrading ? "" : status}</span>
      <span>{price === undefined ? "" : atScale(price, priceScale)}</span>
    </div>
  );
}
