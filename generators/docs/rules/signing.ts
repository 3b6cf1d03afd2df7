import { adviceSentences } from "../../../runtime/errors.ts";
import { listIn, objectIn, textIn, textsIn } from "../../contract/documents/json.ts";
import type { Contract, JsonObject } from "../../contract/model.ts";
import { fieldList, fieldTable, rowsOf } from "../field-list.ts";
import { code, dataScript, type Html, html, joined, prose, table } from "../html.ts";
import { operationLink } from "../links.ts";
import { assumedIn, type Mark } from "../marks.ts";
import { grouped } from "../words.ts";
import { areaField, inputField, selectField } from "./fields.ts";

/** How requests are signed: security types, steps, a worked example, and refusals. */
export function signing(contract: Contract, mark: Mark): Html {
  const node = objectIn(contract.documents.openapi["x-signing"]);
  const shown = [
    ...["algorithm", "key", "digest", "header", "parameters", "joined", "values", "text"],
    ...["timing", "windowGuidance", "recommendedWindowMsAtMost", "vectors", "refusals"],
    ...["excluded", "sentTwice", "places"],
  ];
  return html`
<h1>Signing</h1>
<p class="lead">${prose(textIn(node["description"]))}</p>
<h2 id="signing">What is signed, and how</h2>
${steps(contract, node, mark)}
${workedExample(contract)}
${timing(contract, node, mark)}
${refusals(contract, node, mark)}
${security(contract, mark)}
<h2 id="facts">More signing rules</h2>
${fieldList(node, mark, shown, "signing")}
${vectors(contract, mark)}
${dataScript("signing-data", contract.signing)}`;
}

function security(contract: Contract, mark: Mark): Html {
  const node = objectIn(contract.documents.openapi["x-security-types"]);
  const rows = rowsOf(node["types"]).map((row) => {
    const name = textIn(row["name"]);
    const own = contract.operations.filter((one) => one.security.name === name);
    const used = own.map((one) => html`${operationLink(one)}${mark(one.securityAssumed)}`);
    return [
      html`<span id="security-${name}">${code(name)}</span>`,
      prose(textIn(row["description"])),
      joined(used),
    ];
  });
  return html`
<h2 id="security">Which operations are signed</h2>
${table(["Security type", "Description", "Operations"], rows)}
${fieldList(node, mark, ["types"], "security")}`;
}

/** The steps from parameters to a signed request. */
function steps({ signing: rules }: Contract, node: JsonObject, mark: Mark): Html {
  const { header, timestamp, window, signature, pairSeparator, partSeparator, trim } = rules;
  const between =
    partSeparator === "" ? html`nothing between them` : html`${code(partSeparator)} between them`;
  const encoding =
    rules.values === "raw"
      ? html`The original values are signed, not percent-encoded ones`
      : html`Values are signed percent-encoded`;
  const trimmed = trim ? ", and whitespace around a value is trimmed" : "";
  const { encoding: keyEncoding } = objectIn(node["key"]);
  const { encoding: digit, letterCase } = objectIn(node["digest"]);
  return html`<ol class="steps">
<li>Send the API key in the header ${code(header)}.</li>
<li>Add ${code(timestamp)}, the time in Unix milliseconds. ${code(window)} is optional: how old the
request may be when it arrives (<a href="#timing">time window</a>).</li>
<li><strong>Join</strong> the parameters in the order in which they are sent: name, equals sign,
value; ${code(pairSeparator)} between two of them; the query first and then the body, with ${between}.
${encoding}${trimmed}. ${code(signature)} itself is left out.</li>
<li><strong>Sign</strong> this string with ${textIn(node["algorithm"])}: the key is the secret as
${textIn(keyEncoding)}, the message is the string as ${textIn(node["text"])}, the result is written as
${textIn(letterCase)}-case ${textIn(digit)}.</li>
<li><strong>Send</strong> the result as ${code(signature)}, in the query or in the body. Only now
percent-encode the values. The parameters may be in the query, in the body, or split between them:
the same string has the same signature. ${sentTwice(node, mark)}</li>
</ol>`;
}

function sentTwice(node: JsonObject, mark: Mark): Html | undefined {
  const twice = objectIn(node["sentTwice"]);
  if (textIn(twice["value"]) !== "refused") return undefined;
  return html`A parameter in both places is refused.${mark(assumedIn(twice))}`;
}

/** The form of the worked example; scripts/docs/browser/signing.ts fills in the results. */
function workedExample({ signing: { vectors: known } }: Contract): Html {
  const examples = known.map(({ name }, index) => [String(index), name] as const);
  return html`
<h2 id="try">Sign it yourself</h2>
<p>Change any field: the client’s own code signs in this page. Nothing is sent or stored. Even so, do not
enter a real secret.</p>
<form id="sign" class="calculator" autocomplete="off" hidden>
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
<noscript><p>The worked example needs JavaScript; the test vectors below do not.</p></noscript>`;
}

function timing(contract: Contract, node: JsonObject, mark: Mark): Html {
  const {
    timestamp,
    window,
    aheadMsBelow,
    rejectedWith,
    windowMsDefault,
    windowMsMax,
    vectors: known,
  } = contract.signing;
  const { advice = "resyncClock" } =
    contract.errors.find(({ code: one }) => one === rejectedWith) ?? {};
  const retried = contract.retry.rules.some(({ code: one }) => one === rejectedWith);
  const stamp = /\btimestamp=(\d+)/u.exec(known[0]?.query ?? "")?.[1] ?? "1700000000000";
  return html`
<h2 id="timing">Time window, and what to do after ${rejectedWith}</h2>
<p>The exchange processes a request if both conditions hold; otherwise it refuses it with code
<a href="rules.html#error${rejectedWith}">${code(rejectedWith)}</a>.</p>
<pre class="wrap"><code>${timestamp} &lt; serverTime + ${aheadMsBelow}
serverTime − ${timestamp} ≤ ${window}</code></pre>
<p><code>${window}</code> is ${grouped(windowMsDefault)} ms when it is not sent, and at most
${grouped(windowMsMax)} ms.</p>
<p>After <strong>${rejectedWith}</strong>: ${adviceSentences[advice]} ${clockSource(contract, node)}
${
  retried
    ? html`The client does this itself, and <a href="rules.html#retry${rejectedWith}">sends the
request again</a> with a new timestamp and signature.`
    : undefined
}</p>
<form id="time" class="calculator" autocomplete="off" hidden>
<div class="pair">
${inputField("time-stamp", timestamp, stamp)}
${inputField("time-server", "Time of the exchange", String(BigInt(stamp) + 5001n))}
${inputField("time-window", `${window} (empty: not sent)`, "")}
</div>
<p id="time-result" class="verdict" aria-live="polite"></p>
</form>
${fieldTable(rowsOf(node["windowGuidance"]), mark)}
<p>The recommended ${code(window)} is at most ${grouped(Number(node["recommendedWindowMsAtMost"]))} ms.</p>`;
}

/** The source of the exchange's time. */
function clockSource(contract: Contract, node: JsonObject): Html | undefined {
  const from = textIn(objectIn(node["clockOffset"])["from"]);
  const operation = contract.operations.find(({ id }) => id === from);
  if (operation === undefined) return undefined;
  return html`The time is that of ${operationLink(operation)}: keep the
difference to your own clock, and add it to each timestamp.`;
}

function refusals(contract: Contract, node: JsonObject, mark: Mark): Html {
  const refused = objectIn(node["refusals"]);
  const number = String(refused["wrong"] ?? "");
  const error = listIn(objectIn(contract.documents.openapi["x-errors"])["codes"])
    .map(objectIn)
    .find(({ code: one }) => String(one) === number);
  const causes = textsIn(error?.["causes"]);
  const others = Object.entries(refused).filter(([key]) => key in refusalWords);
  return html`
<h2 id="refusals">When a signature is refused</h2>
<p><a href="rules.html#error${number}">${code(number)}</a>: ${prose(textIn(error?.["condition"]))}
${causes.length === 0 ? undefined : "The usual causes:"}</p>
<ul>${causes.map((cause) => html`<li>${cause}</li>`)}</ul>
<p>To find the cause, sign the same parameters <a href="#try">above</a> and compare the string, then
enter your own signature there.</p>
<ul>${others.map(
    ([key, value]) =>
      html`<li><a href="rules.html#error${String(value)}">${code(String(value))}</a>:
${refusalWords[key]}${mark(assumedIn(refused))}</li>`,
  )}</ul>`;
}

const refusalWords: Readonly<Record<string, string>> = {
  missing: "the signature is missing.",
  sentTwice: "a parameter is sent in the query and in the body.",
};

function vectors({ documents }: Contract, mark: Mark): Html {
  const all = rowsOf(objectIn(documents.openapi["x-signing"])["vectors"]);
  return html`
<h2 id="vectors">Test vectors</h2>
<p>Query and body are shown unencoded, as they are signed.</p>
${all.map(
  (vector) => html`<details class="card"><summary>${textIn(vector["name"])}</summary>
${fieldList(vector, mark, ["name"])}</details>`,
)}`;
}
