/** How to reach the sandbox from a program. */

import { operations } from "../../../generated/operations.ts";
import { given } from "../given.ts";
import type { PanelProps } from "../panel.ts";
import { Copy } from "../parts/copy.tsx";
import { RequestSamples } from "../parts/samples.tsx";
import { ValueTable } from "../parts/value-table.tsx";

export function ConnectPanel({ account }: PanelProps) {
  const { origin } = location;
  const addresses = [
    ["REST", origin],
    ["Streams", `${origin.replace(/^http/u, "ws")}/stream`],
    ["Admin commands", `${origin}/control`],
  ] as const;
  const exports = [
    ["TRADESPEC_KEY", account.apiKey],
    ["TRADESPEC_SECRET", account.apiSecret],
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
    </>
  );
}
