/** The page of the sandbox: a trading screen, and panels to look into the exchange. */

import { type ComponentType, render } from "preact";
import { useState } from "preact/hooks";

import { CallPanel } from "./call/call-panel.tsx";
import { ConnectPanel } from "./connect/connect-panel.tsx";
import { connect } from "./connection.ts";
import { FaultPanel } from "./faults/fault-panel.tsx";
import { openFeed } from "./feed.ts";
import { given } from "./given.ts";
import { Inspector } from "./inspect/inspector.tsx";
import type { PanelProps } from "./panel.ts";
import { Select } from "./parts/select.tsx";
import { Gauges, ReportPanel } from "./report/report-panel.tsx";
import { type RouteName, routes, useRoutes } from "./route.ts";
import { ThemeSwitch } from "./theme.tsx";
import { TradeScreen } from "./trade/screen.tsx";

/** The parts of the page: a title and its component. */
const panels: Readonly<Record<RouteName, readonly [string, ComponentType<PanelProps>]>> = {
  trade: ["Trade", TradeScreen],
  inspect: ["Requests", Inspector],
  report: ["Report", ReportPanel],
  call: ["Call", CallPanel],
  sandbox: ["Faults and clock", FaultPanel],
  connect: ["Connect", ConnectPanel],
};

const feed = openFeed();
const connection = connect(feed);

render(<App />, document.body);

function App() {
  const { current, last } = useRoutes();
  const [account, setAccount] = useState(given.accounts[0]);
  if (account === undefined) return <p class="empty">This sandbox has no account.</p>;
  const accountOf = (key: string) => given.accounts.find(({ apiKey }) => apiKey === key);
  const props = { connection, account, feed };
  return (
    <>
      <header class="frame row">
        <h1>
          <a href="#trade">Tradespec</a> <span class="muted">sandbox exchange</span>
        </h1>
        <nav class="row" aria-label="Parts of the page">
          {routes.map((name) => (
            <a
              key={name}
              href={last[name].hash}
              aria-current={current === name ? "page" : undefined}
            >
              {panels[name][0]}
            </a>
          ))}
          {given.hasDocs && <a href="docs/">Docs</a>}
          <a href="page/licenses.txt">Licences</a>
        </nav>
        <Gauges feed={feed} />
        <label class="plain row" for="account">
          <span class="muted">Account</span>
          <Select
            id="account"
            class="plain"
            values={given.accounts.map(({ apiKey }) => apiKey)}
            value={account.apiKey}
            textOf={(key) => accountOf(key)?.account ?? key}
            onChange={(key) => setAccount(accountOf(key))}
          />
        </label>
        <ThemeSwitch />
      </header>
      {routes.map((name) => {
        const [, Component] = panels[name];
        return (
          <main
            key={name}
            // With the plain name, a browser would scroll past the header.
            id={`panel-${name}`}
            class={name === "trade" ? undefined : "panel"}
            hidden={current !== name}
          >
            <Component {...props} route={last[name]} isVisible={current === name} />
          </main>
        );
      })}
    </>
  );
}
