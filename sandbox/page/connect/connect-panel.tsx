/** How to reach the sandbox from a program, and what can be traded there. */

import { useEffect, useState } from "preact/hooks";

import { operations } from "../../../generated/operations.ts";
import type { SymbolInfo } from "../../../generated/types.ts";
import { normalForm } from "../../../runtime/encoding/decimal.ts";
import type { PanelProps } from "../panel.ts";
import { Copy } from "../parts/copy.tsx";
import { errorText } from "../parts/format.ts";
import { Samples } from "../parts/samples.tsx";

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
        <table>
          <tbody>
            {addresses.map(([name, address]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="value">{address}</td>
                <td>
                  <Copy text={address} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <h2>Keys</h2>
        <p class="muted">They are valid for this sandbox alone.</p>
        <Keys accounts={given.accounts} />
      </section>
      <section class="card" aria-label="A first program">
        <h2>A first program</h2>
        <p>The key and secret of {account.account}, for the shell that runs it:</p>
        <div class="samples">
          <pre class="code">{exports.join("\n")}</pre>
          <Copy text={`${exports.join("\n")}\n`} />
        </div>
        <p>A signed request:</p>
        <Samples request={{ operation: operations.getAccount, query: [] }} />
      </section>
      <Symbols isVisible={route.name === "connect"} client={connection.clientOf(account)} />
    </>
  );
}

function Keys({ accounts }: Pick<PanelProps["given"], "accounts">) {
  return (
    <table class="keys">
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">API key</th>
          <th scope="col">Secret</th>
        </tr>
      </thead>
      <tbody>
        {accounts.map(({ account, apiKey, apiSecret }) => (
          <tr key={apiKey}>
            <th scope="row">{account}</th>
            <td class="value">{apiKey}</td>
            <td class="value">{apiSecret}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SymbolsProps {
  readonly isVisible: boolean;
  readonly client: ReturnType<PanelProps["connection"]["clientOf"]>;
}

/** The symbols, read when somebody looks at them. */
function Symbols({ isVisible, client }: SymbolsProps) {
  const [symbols, setSymbols] = useState<readonly SymbolInfo[]>();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (!isVisible) return;
    const aborter = new AbortController();
    client.getExchangeInfo({}, { signal: aborter.signal }).then(
      (info) => setSymbols(info.symbols ?? []),
      (error: unknown) => {
        if (!aborter.signal.aborted) setProblem(errorText(error));
      },
    );
    return () => aborter.abort();
  }, [isVisible, client]);
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
          <table>
            <tbody>
              {filters.map((filter) => (
                <FilterRow key={filter.filterType} filter={filter} />
              ))}
            </tbody>
          </table>
        </details>
      ))}
    </section>
  );
}

/** A filter: its name, and its fields without needless zeros. */
function FilterRow({ filter }: { readonly filter: object }) {
  const { filterType = "", ...fields } = filter as Readonly<Record<string, unknown>>;
  const parts = Object.entries(fields).map(
    ([name, value]) => `${name} ${normalForm(String(value))}`,
  );
  return (
    <tr>
      <th scope="row">{String(filterType)}</th>
      <td>{parts.join(", ")}</td>
    </tr>
  );
}
