/** Explains a wrong signature: what was signed in place of the text that it has to cover. */

import type { SandboxSchemas } from "../../generated/sandbox.ts";
import { signing } from "../../generated/signing.ts";
import { encodePairs, type Pair } from "../../runtime/encoding/percent.ts";
import { hmacSha256Hex } from "../../runtime/signing/hmac.ts";
import { sameSignature, signingText } from "../../runtime/signing/signature.ts";
import type { KeyRecord } from "../config/accounts.ts";

type Signed = NonNullable<SandboxSchemas["FeedRequest"]["signed"]>;
type Problem = NonNullable<Signed["problem"]>;

/** What a signature of a request has to cover, and whose keys there are. */
export interface SignedParts {
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
  /** Both as they were sent, without the signature. */
  readonly wire: string;
  /** The accepted texts, the usual one first. */
  readonly texts: readonly string[];
  readonly key: KeyRecord;
  readonly keys: readonly KeyRecord[];
}

/** What is wrong with the signature, if anything. */
export function signatureProblem(parts: SignedParts): Pick<Signed, "problem" | "about"> {
  const { query, body, texts, key } = parts;
  const signatures = [...query, ...body].filter(([name]) => name === signing.signature);
  const [[, sent = ""] = ["", ""], second] = signatures;
  if (signatures.length === 0) return found("missing", "There is no signature.");
  if (second !== undefined) return found("repeated", "There is more than one signature.");
  const given = sent.trim();
  const isOf = (secret: string, text: string, digits: string): boolean =>
    sameSignature(String(hmacSha256Hex(secret, text)), digits);
  if (texts.some((text) => isOf(key.apiSecret, text, given))) return {};
  const made = mistakesOf(parts).find(([problem, , text, secret]) =>
    isOf(secret, text, digitsOf(given, problem)),
  );
  if (made !== undefined) return found(made[0], made[1]);
  return found("unknown", "It was made with another secret, or covers another text.");
}

type Mistake = readonly [problem: Problem, about: string, text: string, secret: string];

/** The usual mistakes of who signs these parts: what is signed, and with which secret. */
export function mistakesOf(parts: SignedParts): readonly Mistake[] {
  const { texts, key, keys } = parts;
  const { apiSecret: secret } = key;
  return [
    ...texts.flatMap((text): readonly Mistake[] => [
      ["case", "It is not in lower case.", text, secret],
      ["base64", "It is in base64 in place of hexadecimal.", text, secret],
      ...otherSecrets(key, keys).map(
        ([by, what]): Mistake => ["secret", `It was made with ${what}.`, text, by],
      ),
    ]),
    ...otherTexts(parts).map(
      ([problem, what, text]): Mistake => [problem, `It covers ${what}.`, text, secret],
    ),
  ];
}

/** The digits of a signature that may have a mistake. */
export function digitsOf(given: string, mistake: Problem): string {
  return mistake === "base64" ? hexOfBase64(given) : given.toLowerCase();
}

function found(problem: Problem, about: string): Pick<Signed, "problem" | "about"> {
  return { problem, about };
}

/** Most accounts whose secrets are tried. */
const accountsMax = 20;

/** Secrets that are easily taken for the right one. */
function otherSecrets(
  { apiKey, apiSecret: secret }: KeyRecord,
  keys: readonly KeyRecord[],
): [secret: string, what: string][] {
  const others = keys.filter(({ apiSecret }) => apiSecret !== secret).slice(0, accountsMax);
  return [
    [`${secret}\n`, "a line break after the secret"],
    [`"${secret}"`, "quotes around the secret"],
    [` ${secret}`, "a space before the secret"],
    [`${secret} `, "a space after the secret"],
    [apiKey, "the API key in place of the secret"],
    ...others.map(({ account, apiSecret }): [string, string] => [
      apiSecret,
      `the secret of ${account}`,
    ]),
  ];
}

const byName = "the fields in the order of their names";
const bodyFirst = "the body before the query";

type OtherText = readonly [Problem, what: string, text: string];

/** Texts that are easily signed in place of the right one. */
function otherTexts({ query, body, wire }: SignedParts): readonly OtherText[] {
  const raw = (...parts: readonly (readonly Pair[])[]): string =>
    signingText(parts.flat(), [], signing);
  const own = [...query, ...body].filter(([name]) => name !== signing.signature);
  const trimmed = own.map(([name, value]): Pair => [name, value.trim()]);
  const sorted = (pairs: readonly Pair[]) =>
    pairs.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const without = (...names: readonly string[]) => own.filter(([name]) => !names.includes(name));
  const { timestamp, window } = signing;
  const last = own.filter(([name]) => name === timestamp);
  const untrimmed = signingText(query, body, { ...signing, trim: false });
  const orders: readonly (readonly [what: string, fields: readonly Pair[]])[] = [
    [byName, sorted(own)],
    ["the fields in reverse order", own.toReversed()],
    [`${timestamp} before the other fields`, [...last, ...without(timestamp)]],
    [`${timestamp} after the other fields`, [...without(timestamp), ...last]],
    [bodyFirst, [...without(...query.map(([name]) => name)), ...query]],
  ];
  return [
    ["encoding", "the percent-encoded text, as it was sent", wire],
    ["separator", "query and body with & between them", `${raw(query)}&${raw(body)}`],
    ["encoding", "the original values", raw(own)],
    ["encoding", "the text percent-encoded in another way", encodePairs(trimmed)],
    ["encoding", "values with spaces as plus signs", encodePairs(trimmed).replaceAll("%20", "+")],
    ["untrimmed", "values with the space around them", untrimmed],
    ...orders.map(([what, fields]): OtherText => ["order", what, raw(fields)]),
    ...orders.map(([what, fields]): OtherText => ["order", what, encodePairs(fields)]),
    ["order", byName, signingText(sorted(query), sorted(body), signing)],
    ["order", bodyFirst, signingText(body, query, signing)],
    ["separator", "the values without their names", trimmed.map(([, value]) => value).join("")],
    ["separator", "the question mark before the query", `?${raw(own)}`],
    ["separator", "a line break after the text", `${raw(own)}\n`],
    ["coverage", "nothing", ""],
    ["coverage", "the query only", raw(query)],
    ["coverage", "the body only", raw(body)],
    ["coverage", `no ${timestamp}`, raw(without(timestamp))],
    ["coverage", `no ${window}`, raw(without(window))],
    ["coverage", `neither ${timestamp} nor ${window}`, raw(without(timestamp, window))],
    ["coverage", "an empty signature, too", `${raw(own)}&${signing.signature}=`],
  ];
}

function hexOfBase64(text: string): string {
  if (!/^[\w+/-]{42,44}={0,2}$/.test(text)) return "";
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  } catch {
    return "";
  }
}
