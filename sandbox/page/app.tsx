/** The page of the sandbox: a trading screen, and panels to look into the exchange. */

import { render } from "preact";
import { useState } from "preact/hooks";

import { platform } from "../../runtime/defaults.ts";
import { connect } from "./connection.ts";
import { type Given, readGiven } from "./given.ts";
import type { PanelProps } from "./panel.ts";
import { panels } from "./panels.ts";
import { panelId, routes, useRoute } from "./route.ts";
import { ThemeSwitch } from "./theme.tsx";
import { TradeScreen } from "./trade/screen.tsx";
import { createWire } from "./wire/wire.ts";

const wire = createWire({ ...platform, WebSocket });
const connection = connect(wire);
const given = readGiven();

render(<App given={given} />, document.body);

function App({ given }: { readonly given: Given }) {
  const route = useRoute();
  const [account, setAccount] = useState(given.accounts[0]);
  if (account === undefined) return <p class="empty">This sandbox has no account.</p>;
  const props: PanelProps = { given, connection, account, route, wire };
  return (
    <>
      <header class="frame">
        <h1>
          <a href="#trade">Tradespec</a> <span class="muted">sandbox exchange</span>
        </h1>
        <nav aria-label="Parts of the page">
          <a href="#trade" aria-current={route.name === "trade" ? "page" : undefined}>
            Trade
          </a>
          {routes.map((name) => {
            const panel = panels[name];
            return panel === undefined ? null : (
              <a
                key={name}
                href={`#${name}`}
                aria-current={route.name === name ? "page" : undefined}
              >
                {panel.title}
              </a>
            );
          })}
          {given.hasDocs && <a href="docs/">Docs</a>}
          <a href="page/licenses.txt">Licences</a>
        </nav>
        <AccountSelect accounts={given.accounts} chosen={account} onChange={setAccount} />
        <ThemeSwitch />
      </header>
      <main id={panelId("trade")} hidden={route.name !== "trade"}>
        <TradeScreen {...props} />
      </main>
      {routes.map((name) => {
        const panel = panels[name];
        return panel === undefined ? null : (
          <main key={name} id={panelId(name)} class="panel" hidden={route.name !== name}>
            <panel.Component {...props} />
          </main>
        );
      })}
    </>
  );
}

type Account = PanelProps["account"];

interface AccountSelectProps {
  readonly accounts: readonly Account[];
  readonly chosen: Account;
  readonly onChange: (account: Account | undefined) => void;
}

function AccountSelect({ accounts, chosen, onChange }: AccountSelectProps) {
  return (
    <label class="plain">
      <span class="muted">Account</span>
      <select
        class="plain"
        value={chosen.apiKey}
        onChange={({ currentTarget: { value } }) => {
          onChange(accounts.find(({ apiKey }) => apiKey === value));
        }}
      >
        {accounts.map(({ account, apiKey }) => (
          <option key={apiKey} value={apiKey}>
            {account}
          </option>
        ))}
      </select>
    </label>
  );
}
