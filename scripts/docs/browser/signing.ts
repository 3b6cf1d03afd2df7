/** The worked example of signing, and the check of a timestamp; nothing is stored or sent. */

import type { Contract } from "../../../generators/contract/model.ts";
import { html } from "../../../generators/docs/html.ts";
import { secretText } from "../../../runtime/check-options.ts";
import { isWellFormed } from "../../../runtime/encoding/field-issue.ts";
import { encodePairs, type Pair } from "../../../runtime/encoding/percent.ts";
import { hmacSha256Hex } from "../../../runtime/signing/hmac.ts";
import {
  createSigner,
  isTimely,
  type SignedFields,
  sameSignature,
  signingText,
} from "../../../runtime/signing/signature.ts";
import { digitsOf, mistakesOf } from "../../../sandbox/feed/signature.ts";
import { byId, pageData, showIssue, whenChanged } from "./portal/form.ts";

const { vectors, ...signing } = pageData<Contract["signing"]>("signing-data");

const [query, body] = [byId("sign-query"), byId("sign-body")];
const [secret, own] = [byId("sign-secret"), byId("sign-own")];
const example = byId<HTMLSelectElement>("sign-example");
const result = byId<HTMLElement>("sign-result");
let run = 0;

example.addEventListener("input", showExample);
showExample();
for (const field of [query, body, secret]) {
  field.addEventListener("input", () => {
    example.value = "";
  });
}
whenChanged(byId<HTMLFormElement>("sign"), () => void sign());
whenChanged(byId<HTMLFormElement>("time"), checkTime);

/** Fills in the chosen test vector. */
function showExample(): void {
  const vector = vectors[Number(example.value)];
  if (example.value === "" || vector === undefined) return;
  query.value = asLines(vector.query);
  body.value = asLines(vector.body);
  secret.value = vector.secret;
}

/** The parameters of a text, or what is wrong with a line of it. */
type TypedParameters = { readonly pairs: readonly Pair[] } | { readonly issue: string };

/** Reads lines. The first equals sign ends the name; all behind it is the value, as it stands. */
function readParameters(text: string): TypedParameters {
  const pairs: Pair[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const at = line.indexOf("=");
    const place = `Line ${index + 1}`;
    if (at === -1) return { issue: `${place} has no equals sign: write name=value.` };
    const name = line.slice(0, at);
    if (name === "") return { issue: `${place} has no name: write name=value.` };
    if (name !== name.trim()) return { issue: `${place} has spaces around its name.` };
    if (!isWellFormed(line)) return { issue: `${place} holds half a character: type it again.` };
    pairs.push([name, line.slice(at + 1)]);
  }
  return { pairs };
}

/** A joined text as lines. An `&` belongs to a value unless a name and `=` follow it. */
function asLines(joined: string): string {
  return joined.split(/&(?=\w+=)/u).join("\n");
}

async function sign(): Promise<void> {
  run += 1;
  const mine = run;
  const [inQuery, inBody] = [readParameters(query.value), readParameters(body.value)];
  const [secretIssue] = secretText(secret.value, "The secret");
  showIssue(query, "issue" in inQuery ? inQuery.issue : undefined);
  showIssue(body, "issue" in inBody ? inBody.issue : undefined);
  showIssue(secret, secretIssue?.message);
  result.hidden = "issue" in inQuery || "issue" in inBody || secretIssue !== undefined;
  if ("issue" in inQuery || "issue" in inBody || secretIssue !== undefined) return;
  if (!isSecureContext) {
    byId<HTMLElement>("sign-signature").textContent =
      "Browsers sign only on pages from disk, from localhost, or over https.";
    return;
  }
  const pairs = { query: inQuery.pairs, body: inBody.pairs };
  const sign = createSigner(secret.value, hmacSha256Hex, signing);
  const signed = await sign(toSign(pairs.query), toSign(pairs.body));
  const verdict = await compared(pairs, signed.signature);
  // A later change has its own result.
  if (mine === run) show(pairs, signed, verdict);
}

interface Pairs {
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
}

function show(
  { query: inQuery, body: inBody }: Pairs,
  signed: SignedFields,
  verdict: string,
): void {
  const text = signingText(inQuery, inBody, signing);
  const ofQuery = signingText(inQuery, [], signing);
  byId<HTMLElement>("sign-text").innerHTML = html`<span class="of-query">${ofQuery}</span
><span class="of-body">${text.slice(ofQuery.length)}</span>`.markup;
  const bytes = new TextEncoder().encode(text);
  const shown = {
    length: `${bytes.length} bytes of UTF-8`,
    bytes: Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" "),
    signature: signed.signature,
    "sent-query": signed.query ? `?${signed.query}` : "(none)",
    "sent-body": signed.body || "(none)",
    verdict,
  };
  for (const [id, words] of Object.entries(shown)) {
    byId<HTMLElement>(`sign-${id}`).textContent = words;
  }
}

/** What is sent is what was signed: a value is trimmed in both, and no signature is signed. */
function toSign(pairs: readonly Pair[]): Pair[] {
  return pairs.flatMap(([name, value]): Pair[] =>
    name === signing.signature ? [] : [[name, value.trim()]],
  );
}

/** Whether the reader's own signature is right; otherwise which usual mistake makes it. */
async function compared(pairs: Pairs, signature: string): Promise<string> {
  const given = own.value.trim();
  if (given === "") {
    const vector = vectors[Number(example.value)];
    if (example.value === "" || vector === undefined) return "";
    return vector.signature === signature
      ? "The signature matches the contract’s test vector."
      : "The signature differs from the contract’s test vector.";
  }
  if (sameSignature(signature, given)) return "Your signature is the same.";
  const key = { account: "", apiKey: secret.value, apiSecret: secret.value };
  const wire = [pairs.query, pairs.body].map((each) => encodePairs(toSign(each))).join("");
  const texts = [signingText(pairs.query, pairs.body, signing)];
  for (const [problem, about, text, by] of mistakesOf({ ...pairs, wire, texts, key, keys: [] })) {
    const made = await hmacSha256Hex(by, text);
    if (sameSignature(made, digitsOf(given, problem))) return `Your signature differs. ${about}`;
  }
  return "Your signature differs, and no common mistake explains it: compare the string byte by byte.";
}

/** Judges a timestamp as the exchange does. */
function checkTime(): void {
  const fields = ["time-stamp", "time-server", "time-window"].map((id) => byId(id));
  const values = fields.map((field, index) => {
    const text = field.value.trim();
    const isAbsent = index === 2 && text === "";
    const max = index === 2 ? signing.windowMsMax : Number.MAX_SAFE_INTEGER;
    const value = isAbsent ? signing.windowMsDefault : Number(text);
    const isWhole = isAbsent || (/^\d{1,16}$/u.test(text) && value <= max);
    showIssue(field, isWhole ? undefined : `Give a whole number of milliseconds up to ${max}.`);
    return isWhole ? value : undefined;
  });
  const [timestamp, serverMs, windowMs] = values;
  const output = byId<HTMLElement>("time-result");
  if (timestamp === undefined || serverMs === undefined || windowMs === undefined) {
    output.textContent = "";
    return;
  }
  const age = serverMs - timestamp;
  const where = age < 0 ? `${-age} ms ahead of the exchange` : `${age} ms old`;
  const allowed = `allowed: up to ${windowMs} ms old, less than ${signing.aheadMsBelow} ms ahead`;
  const verdict = isTimely({ timestamp, serverMs, windowMs }, signing)
    ? "Accepted"
    : `Refused with ${signing.rejectedWith}`;
  output.textContent = `${verdict}: the timestamp is ${where} (${allowed}).`;
}
