import { isList, objectIn, textIn } from "../contract/documents/json.ts";
import type { Contract, Json } from "../contract/model.ts";
import { facts } from "./facts.ts";
import type { Html } from "./html.ts";
import { code, html, prose, soft } from "./html.ts";
import { assumedIn, type Mark } from "./marks.ts";
import { table } from "./page.ts";
import { grouped } from "./words.ts";

/** Security types, the rules of the signature with test vectors, and the time window. */
export function signingSection(contract: Contract, mark: Mark): Html {
  const { signing, securityTypes, documents } = contract;
  const block = objectIn(documents.openapi["x-signing"]);
  const security = objectIn(documents.openapi["x-security-types"]);
  const shown = ["vectors", "windowGuidance", "timing"];
  return html` <h2 id="security">Security types</h2>
    ${table(
      ["Type", "Meaning", "Carries"],
      securityTypes.map(({ name, description, sendsKey, signed }) => [
        code(name),
        prose(description),
        html`${carried(sendsKey, signed)}`,
      ]),
    )}
    ${facts(security, mark, ["types"])}
    <h2 id="signing">Signing</h2>
    <p>${prose(textIn(block["description"]))}</p>
    <pre><code>signature = hex(${signing.algorithm}(secret, query${
      signing.partSeparator === "" ? "" : ` + "${signing.partSeparator}"`
    } + body))</code></pre>
    ${facts(block, mark, shown)}
    <h3 id="timing">Time window</h3>
    <p>
      A request is processed when both hold; otherwise it is refused with code
      <code>${signing.rejectedWith}</code>.
    </p>
    <pre><code>${signing.timestamp} &lt; serverTime + ${signing.aheadMsBelow}
serverTime − ${signing.timestamp} ≤ ${signing.window}</code></pre>
    <p>
      <code>${signing.window}</code> is ${grouped(signing.windowMsDefault)} ms when it is not sent,
      and at most ${grouped(signing.windowMsMax)} ms.
    </p>
    ${guidance(block, mark)}
    <h3 id="vectors">Test vectors</h3>
    <p>Query and body are shown unencoded, as they are signed.</p>
    ${signing.vectors.map(
      ({ name, secret, query, body, signature }, index) =>
        html`<details class="card" ${index === 0 ? html`open` : ""}>
          <summary>${name.charAt(0).toUpperCase()}${name.slice(1)}</summary>
          <dl class="facts">
            <dt>Secret</dt>
            <dd><code class="wrap">${secret}</code></dd>
            <dt>Query</dt>
            <dd>${query === "" ? none : html`<code class="wrap">${query}</code>`}</dd>
            <dt>Body</dt>
            <dd>${body === "" ? none : html`<code class="wrap">${body}</code>`}</dd>
            <dt>Signature</dt>
            <dd><code class="wrap">${signature}</code></dd>
          </dl>
        </details> `,
    )}`;
}

const none = soft("nothing");

function guidance(block: Contract["documents"]["openapi"], mark: Mark): Html {
  const rows = block["windowGuidance"];
  if (!isList(rows)) return html``;
  return html`${table(
    ["Delay of the network", "Recommended window", "For"],
    rows.map((row) => {
      const { latencyMs, recvWindowMs, description } = objectIn(row);
      return [
        html`${milliseconds(latencyMs ?? "")}`,
        html`${milliseconds(recvWindowMs ?? "")}`,
        html`${prose(textIn(description))}${mark(assumedIn(row))}`,
      ];
    }),
  )}`;
}

function milliseconds(value: Json): string {
  if (typeof value === "number") return `${grouped(value)} ms`;
  const { from, to } = objectIn(value);
  if (typeof from !== "number" || typeof to !== "number") return String(value);
  return `${grouped(from)} to ${grouped(to)} ms`;
}

function carried(sendsKey: boolean, signed: boolean): string {
  if (signed) return "API key, timestamp and signature";
  return sendsKey ? "API key" : "nothing";
}
