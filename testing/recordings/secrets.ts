/** Finds the secrets of a run: the credentials, and the values of secret fields. */

import { signing } from "../../generated/tables.ts";
import { type Json, parseJsonOr } from "../../runtime/encoding/json-or.ts";
import { isRecord } from "../../runtime/encoding/json-value.ts";
import { keyHeader } from "./call-recording.ts";
import { allFields, type Call, type WireEvent } from "./conversation.ts";
import { type Pair, parsePairs, splitTarget, targetOf } from "./fields.ts";
import type { Secret } from "./redactor.ts";

/** Secrets, and texts that only look secret. */
export interface Credentials {
  readonly apiKey?: string | undefined;
  readonly apiSecret?: string | undefined;
  /** Public texts, such as the made-up keys of the scenarios. */
  readonly publicTexts?: readonly string[];
}

/** Secret fields, properties and headers, with the names of their placeholders. */
const secretNames: ReadonlyMap<string, string> = new Map([
  [signing.signature.toLowerCase(), "Signature"],
  ["listenkey", "ListenKey"],
  ["apikey", "Key"],
  ["secret", "Secret"],
  ["secretkey", "Secret"],
  [keyHeader.toLowerCase(), "Key"],
  ["authorization", "Authorization"],
  ["cookie", "Cookie"],
  ["set-cookie", "Cookie"],
]);

/** Shorter parts of a cookie are words. */
const tokenLengthMin = 16;

/** Lists every secret once; equal values share a placeholder in the whole run. */
export function listSecrets(
  events: readonly WireEvent[],
  { apiKey, apiSecret, publicTexts = [] }: Credentials,
): readonly Secret[] {
  const found = new Map<string, string>();
  const counts = new Map<string, number>();
  const add = (name: string, value = ""): void => {
    if (value === "" || publicTexts.includes(value) || found.has(value)) return;
    if (/^redacted[A-Za-z]+\d*$/.test(value)) return;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    found.set(value, `redacted${name}${count > 1 ? count : ""}`);
  };
  add("Secret", apiSecret);
  add("Key", apiKey);
  for (const [name, value] of events.flatMap(namedValues)) {
    const kind = secretNames.get(name.toLowerCase());
    if (kind === undefined) continue;
    add(kind, value);
    // A token may occur again without the words around it.
    const parts = kind === "Authorization" || kind === "Cookie" ? value.split(/[\s;,="]+/) : [];
    for (const part of parts.filter(({ length }) => length >= tokenLengthMin)) add(kind, part);
  }
  return [...found].map(([value, placeholder]) => ({ value, placeholder }));
}

function namedValues(event: WireEvent): readonly Pair[] {
  switch (event.kind) {
    case "opens":
      return parsePairs(splitTarget(targetOf(event.url)).query);
    case "calls":
      return event.call === undefined ? [] : valuesOfCall(event.call);
    case "sends":
    case "receives":
      return properties(parseJsonOr(event.text, null));
    case "ends":
      return [];
  }
}

function valuesOfCall({ request, response }: Call): readonly Pair[] {
  return [
    ...allFields(request),
    ...request.headers,
    ...response.headers,
    ...properties(parseJsonOr(response.text, null)),
    ...properties(parseJsonOr(request.text, null)),
  ];
}

/** Every text in a JSON value with its property name. */
function properties(value: Json): readonly Pair[] {
  if (Array.isArray(value)) return value.flatMap((each: Json) => properties(each));
  if (!isRecord(value)) return [];
  return Object.entries(value as Readonly<Record<string, Json>>).flatMap(([name, each]): Pair[] =>
    typeof each === "string" ? [[name, each]] : [...properties(each)],
  );
}
