/** The forms of the calculators, which the scripts of scripts/docs/browser/ fill in. */

import type { Contract } from "../../contract/model.ts";
import { meaning } from "../../contract/schemas/meaning.ts";
import { areaField, inputField, selectField } from "../fields.ts";
import { dataScript, type Html, html } from "../html.ts";
import { placingOperation } from "../links.ts";
import { recordingsOf } from "../nodes.ts";
import { limitsData } from "./limits.ts";

/** An order, the market, and symbols: is the order valid? */
export function filtersForm(contract: Contract): Html {
  const operation = placingOperation(contract);
  const parameters = operation?.parameters ?? [];
  const choice = (name: string, chosen?: string): Html | undefined => {
    const field = parameters.find((one) => one.name === name);
    if (field === undefined) return undefined;
    const words = [...(field.required ? [] : [""]), ...(field.choices ?? [])];
    const options = words.map((word) => [word, word] as const);
    return selectField(`order-${name}`, name, options, chosen);
  };
  const given: Readonly<Record<string, string>> = { quantity: "0.012345678", price: "43000.005" };
  const amounts = parameters.filter(({ schema }) => {
    return meaning(schema, contract.schemas).kind === "decimal";
  });
  return html`<form id="filters-form" class="calculator" autocomplete="off" hidden>
<div class="pair">
${selectField("filters-symbol", "symbol", [])}
${choice("side")}
${choice("type")}
${choice("timeInForce", "GTC")}
${amounts.map(({ name, role = name }) => inputField(`order-${name}`, name, given[role] ?? ""))}
</div>
<details><summary>Market and account data</summary>
<p class="small soft">If a field is empty here, rules that need it have no result.</p>
<div class="pair">${contract.marketData.map(({ name }) => inputField(`market-${name}`, name, ""))}</div>
</details>
<details><summary>Symbols of another exchange</summary>
${areaField("filters-information", "Response of exchange information, as JSON", recordedInformation(contract))}
</details>
<div id="filters-result" class="result" aria-live="polite"></div>
</form>
<noscript><p>The calculator needs JavaScript; the rules below do not.</p></noscript>`;
}

/** The recorded response with the sandbox's symbols. */
function recordedInformation(contract: Contract): string {
  const { operations, rulesRefresh } = contract;
  const operation = operations.find(({ id }) => id === rulesRefresh?.operation);
  const [recording] = operation === undefined ? [] : recordingsOf(contract, operation);
  return recording === undefined ? "" : JSON.stringify(recording["value"], undefined, 1);
}

/** Calls: what do they leave of each window? */
export function limitsForm(contract: Contract): Html {
  return html`<form id="limits-form" class="calculator" autocomplete="off" hidden>
<div id="limits-calls"></div>
<p><button type="button" id="limits-add">Add a call</button></p>
<ul id="limits-result" class="budgets" aria-live="polite"></ul>
</form>
<noscript><p>The calculator needs JavaScript; the tables below do not.</p></noscript>
${dataScript("limits-data", limitsData(contract))}`;
}

/** A request: what is signed, and how? */
export function signingForm({ signing }: Contract): Html {
  const examples = signing.vectors.map(({ name }, index) => [String(index), name] as const);
  return html`<form id="sign" class="calculator" autocomplete="off" hidden>
${selectField("sign-example", "Example", [["", "my own"], ...examples], "0")}
<div class="pair wide">
${areaField("sign-query", "Query: one name=value per line", "")}
${areaField("sign-body", "Body: one name=value per line", "")}
</div>
${inputField("sign-secret", "Secret", "")}
${inputField("sign-own", "Your signature, to compare (optional)", "")}
<div id="sign-result" class="result" aria-live="polite">
<h3>String to sign</h3>
<pre class="wrap"><code id="sign-text"></code></pre>
<p class="small soft"><span class="of-query">query</span> <span class="of-body">body</span></p>
<h3>Its bytes</h3>
<p id="sign-length"></p>
<pre class="wrap short" tabindex="0"><code id="sign-bytes"></code></pre>
<h3>Signature</h3>
<pre class="wrap"><code id="sign-signature"></code></pre>
<p id="sign-verdict" class="verdict"></p>
<h3>What is sent</h3>
<p class="small soft">Query</p><pre class="wrap"><code id="sign-sent-query"></code></pre>
<p class="small soft">Body</p><pre class="wrap"><code id="sign-sent-body"></code></pre>
</div>
</form>
<noscript><p>The worked example needs JavaScript; the test vectors below do not.</p></noscript>
${dataScript("signing-data", signing)}`;
}

/** A timestamp: is it accepted? */
export function timeForm({ signing }: Contract): Html {
  const { timestamp, window, windowMsDefault, vectors } = signing;
  const sent = new URLSearchParams(vectors[0]?.query).get(timestamp) ?? "";
  const stamp = /^\d+$/u.test(sent) ? BigInt(sent) : 1_700_000_000_000n;
  const late = stamp + BigInt(windowMsDefault) + 1n;
  return html`<form id="time" class="calculator" autocomplete="off" hidden>
<div class="pair">
${inputField("time-stamp", timestamp, String(stamp))}
${inputField("time-server", "Time of the exchange", String(late))}
${inputField("time-window", `${window} (empty: not sent)`, "")}
</div>
<p id="time-result" class="verdict" aria-live="polite"></p>
</form>`;
}
