/** The panels that fill their elements themselves, once. */

import { useEffect } from "preact/hooks";

import type { PanelProps } from "../panel.ts";
import { startAdminView } from "./admin-view.ts";
import { showConnection, showSymbols } from "./connect.ts";

const ruleExample = `{"fault": "drop", "accepted": true,
 "when": {"operation": "placeOrder", "after": "10:00", "nth": 3}}`;

export function SandboxPanel() {
  useEffect(() => void startAdminView(), []);
  return (
    <>
      <section aria-labelledby="switches-title">
        <h2 id="switches-title">Faults</h2>
        <p id="error" role="alert" />
        <div id="switches" />
      </section>
      <section aria-labelledby="now-title">
        <h2 id="now-title">State</h2>
        <table>
          <tbody id="now" />
        </table>
        <h2 id="commands-title">Commands</h2>
        <div id="commands" />
        <pre id="result" aria-live="polite" />
      </section>
      <section class="all" aria-labelledby="rules-title">
        <h2 id="rules-title">Fault rules</h2>
        <table>
          <Head names={["Name", "Rule", "Matched", "Injected", ""]} />
          <tbody id="rules" />
        </table>
        <form id="own-rule">
          <label for="own-text">Your own rule, as JSON</label>
          <textarea id="own-text" rows={3} spellcheck={false} defaultValue={ruleExample} />
          <button type="submit">Add the rule</button>
        </form>
      </section>
    </>
  );
}

export function ConnectPanel({ given, connection, account }: PanelProps) {
  useEffect(() => {
    showConnection(given.accounts);
    const load = async (): Promise<void> => {
      const { symbols = [] } = await connection.clientOf(account).getExchangeInfo();
      showSymbols(symbols);
    };
    load().catch(() => {});
  }, [given, connection, account]);
  return (
    <>
      <section aria-labelledby="addresses-title">
        <h2 id="addresses-title">Addresses</h2>
        <table>
          <tbody id="addresses" />
        </table>
        <h2>Keys</h2>
        <p class="muted">These keys are only valid for this sandbox.</p>
        <table>
          <Head names={["Account", "Key", "Secret"]} />
          <tbody id="keys" />
        </table>
      </section>
      <section aria-labelledby="program-title">
        <h2 id="program-title">From a program</h2>
        <pre id="program" />
      </section>
      <section class="all" aria-labelledby="symbols-title">
        <h2 id="symbols-title">Symbols and their filters</h2>
        <table>
          <Head names={["Symbol", "Status", "Type", "Filters"]} />
          <tbody id="symbols" />
        </table>
      </section>
    </>
  );
}

function Head({ names }: { readonly names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name}>{name}</th>
        ))}
      </tr>
    </thead>
  );
}
