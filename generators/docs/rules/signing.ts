import { adviceSentences } from "../../../runtime/errors.ts";
import { grouped } from "../../contract/documents/quotes.ts";
import * as read from "../../contract/documents/read.ts";
import type { Contract, Json, JsonObject } from "../../contract/model.ts";
import { operationLink } from "../links.ts";
import {
  anchor,
  code,
  fence,
  joined,
  link,
  list,
  type Md,
  md,
  prose,
  table,
  terms,
  widget,
} from "../markdown.ts";
import { alsoAssumed, alsoAssumedSection, mark, markOf } from "../marks.ts";

/** How requests are signed: security types, steps, a worked example, and refusals. */
export function signing(contract: Contract): Md {
  const node = read.object(contract.documents.openapi, "x-signing");
  if (Object.keys(node).length === 0)
    return md`# Signing\n\nNo request is signed.\n${security(contract)}`;
  const text = md`
# Signing

${prose(read.text(node, "description"))}

## {#signing} What is signed, and how

${signingSteps(contract, node)}
## {#try} Sign it yourself

Change any field: the client’s own code signs in this page. Nothing is sent or stored. Even so, do not
enter a real secret.
${widget("signing", "a form that signs a request step by step")}
${timing(contract, node)}
${refusals(contract, node)}
${security(contract)}`;
  return md`${text}
${alsoAssumedSection(contract, contract.documents.openapi, node, text)}
${vectors(contract)}`;
}

function security(contract: Contract): Md {
  const node = read.object(contract.documents.openapi, "x-security-types");
  const rows = Object.entries(read.object(node, "types")).map(([name, type]) => {
    const own = contract.operations.filter((one) => one.security.name === name);
    const used = own.map((one) => md`${operationLink(one)}${mark(one.securityAssumed)}`);
    return [
      anchor(`security-${name}`, code(name)),
      prose(read.text(type, "description")),
      joined(used),
    ];
  });
  const text = md`
## {#security} Which operations are signed

${table(["Security type", "Description", "Operations"], rows)}
${["operationLabels", "keys"].map((key) => md`${prose(read.text(node[key], "description"))}\n\n`)}`;
  return md`${text}${alsoAssumed(contract, contract.documents.openapi, node, text)}`;
}

/** The steps from parameters to a signed request. */
function signingSteps({ signing: rules }: Contract, node: JsonObject): Md {
  const { header, timestamp, window, signature, pairSeparator, partSeparator, trim } = rules;
  const between =
    partSeparator === "" ? md`nothing between them` : md`${code(partSeparator)} between them`;
  const encoding =
    rules.values === "raw"
      ? md`The original values are signed, not percent-encoded ones`
      : md`Values are signed percent-encoded`;
  const trimmed = trim ? ", and whitespace around a value is trimmed" : "";
  const { encoding: keyEncoding } = read.object(node, "key");
  const { encoding: digit, letterCase } = read.object(node, "digest");
  const text = read.text(node, "text");
  const steps = [
    md`Send the API key in the header ${code(header)}.`,
    md`Add ${code(timestamp)}, the time in Unix milliseconds, anew for each request. ${code(window)} is optional: how old the
request may be when it arrives (${link("#timing", "time window")}).`,
    md`**Join** the parameters in the order in which they are sent: name, equals sign,
value; ${code(pairSeparator)} between two of them; the query first and then the body, with ${between}.
${encoding}${trimmed}. ${code(signature)} itself is left out.`,
    md`**Sign** this string with ${read.text(node, "algorithm")}: the key is the secret as
${read.text(keyEncoding)}, the message is the string${text === "" ? "" : ` as ${text}`}, the result is written as
${read.text(letterCase)}-case ${read.text(digit)}.`,
    md`**Send** the result as ${code(signature)}, in the query or in the body. Only now
percent-encode the values. The parameters may be in the query, in the body, or split between them:
the same string has the same signature. ${sentTwice(node)}`,
  ];
  return list(steps, true);
}

function sentTwice(node: JsonObject): Md | undefined {
  const twice = read.object(node, "sentTwice");
  if (read.text(twice, "value") !== "refused") return undefined;
  return md`A parameter in both places is refused.${markOf(twice)}`;
}

function timing(contract: Contract, node: JsonObject): Md {
  const { timestamp, window, aheadMsBelow, rejectedWith, windowMsDefault, windowMsMax } =
    contract.signing;
  const { advice = "resyncClock" } =
    contract.errors.find(({ code: one }) => one === rejectedWith) ?? {};
  const recommended = node["recommendedWindowMsAtMost"];
  const clock = clockSource(contract, node);
  const retried = contract.retry.rules.some(({ code: one }) => one === rejectedWith);
  return md`
## {#timing} Time window, and what to do after ${rejectedWith}

The exchange processes a request if both conditions hold; otherwise it refuses it with code
${link(`rules.html#error${rejectedWith}`, code(rejectedWith))}.

${fence(`${timestamp} < serverTime + ${aheadMsBelow}\nserverTime − ${timestamp} ≤ ${window}`, "text")}

${code(window)} is ${grouped(windowMsDefault)} ms when it is not sent, and at most
${grouped(windowMsMax)} ms.

After **${rejectedWith}**: ${adviceSentences[advice]} ${clock}
${
  retried &&
  clock &&
  md`The client does this itself, and ${link(`rules.html#retry${rejectedWith}`, "sends the request again")} with a new timestamp and signature.`
}

${widget("time", "a form that checks a timestamp")}
${guidance(node, window)}

${recommended !== undefined && md`The recommended ${code(window)} is at most ${grouped(Number(recommended))} ms.`}
`;
}

/** The recommended windows, by how long a request takes. */
function guidance(node: JsonObject, window: string): Md {
  const range = (value: Json | undefined): string => {
    const { from, to } = read.object(value);
    return from === undefined ? `${value}` : `${from}–${to}`;
  };
  const rows = read
    .objects(node, "windowGuidance")
    .map((row) => [
      md`${range(row["latencyMs"])}`,
      md`${range(row["recvWindowMs"])}`,
      prose(read.text(row, "description")),
    ]);
  return table(["Latency in ms", md`${code(window)} in ms`, "Network"], rows);
}

/** The source of the exchange's time. */
function clockSource(contract: Contract, node: JsonObject): Md | undefined {
  const from = read.text(node, "clockOffset", "from");
  const operation = contract.operations.find(({ id }) => id === from);
  if (operation === undefined) return undefined;
  return md`The time is that of ${operationLink(operation)}: keep the
difference to your own clock, and add it to each timestamp.`;
}

function refusals(contract: Contract, node: JsonObject): Md {
  const refused = read.object(node, "refusals");
  const number = String(refused["wrong"] ?? "");
  const error = read
    .objects(contract.documents.openapi, "x-errors", "codes")
    .find(({ code: one }) => String(one) === number);
  const causes = read.texts(error, "causes");
  const others = Object.entries(refused).filter(([key]) => key in refusalWords);
  const wrong = md`${link(`rules.html#error${number}`, code(number))}: ${prose(read.text(error, "condition"))}
${causes.length > 0 && "The usual causes:"}`;
  return md`
## {#refusals} When a signature is refused

${error && wrong}

${list(causes)}

To find the cause, sign the same parameters ${link("#try", "above")} and compare the string, then
enter your own signature there.

${list(
  others.map(
    ([key, value]) => md`${link(`rules.html#error${String(value)}`, code(String(value)))}:
${refusalWords[key]}${markOf(refused)}`,
  ),
)}`;
}

const refusalWords: Readonly<Record<string, string>> = {
  missing: "the signature is missing.",
  sentTwice: "a parameter is sent in the query and in the body.",
};

function vectors({ signing: { vectors: all } }: Contract): Md {
  return md`
## {#vectors} Test vectors

Query and body are shown unencoded, as they are signed.

${all.map(({ name, secret, query, body, signature }) => {
  const fields = Object.entries({ Secret: secret, Query: query, Body: body, Signature: signature });
  const filled = fields.filter(([, text]) => text !== "");
  return md`\n\n### ${name}\n${terms(filled.map(([term, text]) => [term, code(text)]))}`;
})}`;
}
