/** How to reach the sandbox from a program, and what can be traded there. */

import { operations } from "../../../generated/operations.ts";
import { normalForm } from "../../../runtime/encoding/decimal.ts";
import type { PanelProps } from "../panel.ts";
import { Copy } from "../parts/copy.tsx";
import { RequestSamples } from "../parts/samples.tsx";
import { useRead } from "../parts/use-read.ts";
import { ValueTable } from "../parts/value-table.tsx";

export function ConnectPanel({ given, account, connection, route }: PanelProps) {
  const { origin } = location;
  const addresses = [
    ["REST", origin],
    ["Streams", `${origin.replace(/^http/u, "ws")}/stream`],
    ["Admin commands", `${origin}/control`],
  ] as const;
  const exports = [
    ["API_KEY", account.apiKey],
    ["API_SECRET", account.apiSecret],
  ].map(([name, value]) => `export ${name}='${value}'`);
  return (
    <>
      <section class="card" aria-label="Addresses and keys">
        <h2>Addresses</h2>
        <ValueTable
          rows={addresses.map(([name, address]) => [
            name,
            address,
            <Copy key={name} text={address} />,
          ])}
        />
        <h2>Keys</h2>
        <p class="muted">They are valid for this sandbox alone.</p>
        <ValueTable
          head={["Account", "API key", "Secret"]}
          rows={given.accounts.map(({ account: name, apiKey, apiSecret }) => [
            name,
            apiKey,
            apiSecret,
          ])}
        />
      </section>
      <section class="card" aria-label="A first program">
        <h2>A first program</h2>
        <p>The key and secret of {account.account}, for the shell that runs it:</p>
        <div class="samples">
          <pre class="code">{exports.join("\n")}</pre>
          <Copy text={`${exports.join("\n")}\n`} />
        </div>
        <p>A signed request:</p>
        <RequestSamples request={{ operation: operations.getAccount, query: [] }} />
      </section>
      <Symbols isVisible={route.name === "connect"} client={connection.clientOf(account)} />
    </>
  );
}

interface SymbolsProps {
  readonly isVisible: boolean;
  readonly client: ReturnType<PanelProps["connection"]["clientOf"]>;
}

/** The symbols, read when somebody looks at them. */
function Symbols({ isVisible, client }: SymbolsProps) {
  const { value, problem } = useRead(
    (signal) => (isVisible ? client.getExchangeInfo({}, { signal }) : undefined),
    [isVisible, client],
  );
  const symbols = value?.symbols;
  return (
    <section class="card wide" aria-label="Symbols and their filters">
      <h2>Symbols and their filters</h2>
      {symbols === undefined && (
        <p class="muted" role="status">
          {problem === "" ? "Reading the symbols…" : problem}
        </p>
      )}
      {symbols?.map(({ symbol, status, type, filters }) => (
        <details key={symbol} open={symbols.length < 10}>
          <summary>
            <b>{symbol}</b> <span class="muted">{[status, type].filter(Boolean).join(" · ")}</span>
          </summary>
          <ValueTable rows={filters.map(filterRow)} />
        </details>
      ))}
    </section>
  );
}

/** A filter: its name, and its fields without needless zeros. */
function filterRow(filter: object) {
  const { filterType = "", ...fields } = filter as Readonly<Record<string, unknown>>;
  const parts = Object.entries(fields).map(
    ([name, value]) => `${name} ${normalForm(String(value))}`,
  );
  return [String(filterType), <span key="fields">{parts.join(", ")}</span>] as const;
}
