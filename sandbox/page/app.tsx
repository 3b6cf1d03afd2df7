/** The page of the sandbox: a trading screen, and panels to look into the exchange. */

import { render } from "preact";
import { useState } from "preact/hooks";

import { platform } from "../../runtime/platform.ts";
import { connect } from "./connection.ts";
import { given } from "./given.ts";
import { panels } from "./panels.ts";
import { Select } from "./parts/select.tsx";
import { routes, useRoutes } from "./route.ts";
import { ThemeSwitch } from "./theme.tsx";
import { createWire } from "./wire/wire.ts";

const wire = createWire({ ...platform, WebSocket });
const connection = connect(wire);

render(<App />, document.body);

function App() {
  const { current, last } = useRoutes();
  const [account, setAccount] = useState(given.accounts[0]);
  if (account === undefined) return <p class="empty">This sandbox has no account.</p>;
  const accountOf = (key: string) => given.accounts.find(({ apiKey }) => apiKey === key);
  const props = { connection, account, wire };
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
              {panels[name].title}
            </a>
          ))}
          {given.hasDocs && <a href="docs/">Docs</a>}
          <a href="page/licenses.txt">Licences</a>
        </nav>
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
        const { Component } = panels[name];
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
