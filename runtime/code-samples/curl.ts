/** A request with curl: any POSIX shell, and openssl for signed requests. */

import { encodePairs, encodeText } from "../encoding/percent.ts";
import { signingText } from "../signing/signature.ts";
import {
  fieldPairs,
  keyVariable,
  type SampleCall,
  type SampleField,
  secretVariable,
} from "./fields.ts";

/** Writes a request for a shell. */
export function curlSample(call: SampleCall): string {
  const { operation, query, body } = call;
  if (!operation.signed) return command(call, words(query.map(given)), words(body.map(given)));
  return isSentAsSigned(call) ? signedAsSent(call) : signedApart(call);
}

/** A piece of a shell word: text, or an expansion such as `$NAME` or `$(command)`. */
type Piece = string | { readonly expands: string };

type ShellField = readonly [name: string, value: Piece];

function given({ name, text, variable }: SampleField): ShellField {
  return [name, variable === undefined ? text : { expands: `$${variable}` }];
}

/** Writes the command from the encoded query and body. */
function command(
  { operation, baseUrl, signing }: SampleCall,
  query: readonly Piece[],
  body: readonly Piece[],
): string {
  const { method, path, sendsKey } = operation;
  const url = quoted([`${baseUrl}${path}${query.length > 0 ? "?" : ""}`, ...query]);
  const isUsual = method === (body.length > 0 ? "POST" : "GET");
  const words = [
    `curl ${isUsual ? "" : `-X ${method} `}${url}`,
    ...(sendsKey ? [`-H ${quoted([`${signing.header}: `, { expands: `$${keyVariable}` }])}`] : []),
    ...(body.length > 0 ? [`-d ${quoted(body)}`] : []),
  ];
  return `${words.join(" \\\n  ")}\n`;
}

/** Whether the signed text equals the sent text, as with plain values in one place. */
function isSentAsSigned({ query, body, signing }: SampleCall): boolean {
  if (query.length > 0 && body.length > 0) return false;
  const pairs = fieldPairs([...query, ...body]);
  const isJoined = signing.pairSeparator === "&";
  return isJoined && encodePairs(pairs) === signingText(pairs, [], signing);
}

/** Keeps the fields in a variable, which is signed and sent. */
function signedAsSent(call: SampleCall): string {
  const { signing } = call;
  const timestamp: ShellField = [signing.timestamp, { expands: `$(${date(call)})` }];
  const fields = [...call.query, ...call.body].map(given);
  const signature = words([[signing.signature, { expands: "$signature" }]], "&");
  const params: readonly Piece[] = [{ expands: "$params" }, ...signature];
  return [
    `params=${quoted(words([...fields, timestamp]))}\n`,
    `signature=$(printf %s "$params" | ${digest})\n\n`,
    call.body.length > 0 ? command(call, [], params) : command(call, params, []),
  ].join("");
}

/** Signs the original values, and sends them percent-encoded. */
function signedApart(call: SampleCall): string {
  const { signing } = call;
  const [query, body] = [call.query.map(given), call.body.map(given)];
  const last = body.length > 0 ? body : query;
  last.push([signing.timestamp, { expands: "$timestamp" }]);
  const parts = [query, body].filter((fields) => fields.length > 0);
  const format = parts.map((fields) => signedFormat(fields, call)).join(signing.partSeparator);
  const values = [...query, ...body].flatMap(([, value]) => {
    return typeof value === "string" ? [] : [` "${value.expands}"`];
  });
  last.push([signing.signature, { expands: "$signature" }]);
  return [
    `timestamp=$(${date(call)})\n`,
    `signature=$(printf ${singleQuoted(format)}${values.join("")} |\n  ${digest})\n\n`,
    command(call, words(query), words(body)),
  ].join("");
}

/** Prints the signature of its input. */
const digest = `openssl dgst -sha256 -hmac "$${secretVariable}" -r | cut -d ' ' -f 1`;

/**
 * The command that prints the time in milliseconds. Every `date` knows seconds; a window too short
 * for that needs GNU `date`.
 */
function date({ query, body, signing }: SampleCall): string {
  const window = [...query, ...body].find(({ name }) => name === signing.window)?.text;
  return Number(window ?? signing.windowMsDefault) < 2000 ? "date +%s%3N" : "date +%s000";
}

/** The signed text of fields as a `printf` format, with `%s` for expansions. */
function signedFormat(fields: readonly ShellField[], { signing }: SampleCall): string {
  const written = signing.values === "percent" ? encodeText : (text: string): string => text;
  const pairs = fields.map(([name, value]) => {
    return `${escaped(name)}=${typeof value === "string" ? escaped(written(value)) : "%s"}`;
  });
  return pairs.join(escaped(signing.pairSeparator));
}

/** Escapes text for a `printf` format; control characters could not be pasted. */
function escaped(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%")
    .replace(/\p{Cc}/gu, (character) => {
      const bytes = new TextEncoder().encode(character);
      return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
    });
}

/** Percent-encoded fields, after `start`. */
function words(fields: readonly ShellField[], start = ""): readonly Piece[] {
  return fields.flatMap(([name, value], at): readonly Piece[] => {
    const named = `${at === 0 ? start : "&"}${encodeText(name)}=`;
    return typeof value === "string" ? [`${named}${encodeText(value)}`] : [named, value];
  });
}

/** One word of the shell. */
function quoted(pieces: readonly Piece[]): string {
  if (pieces.every((piece) => typeof piece === "string")) return singleQuoted(pieces.join(""));
  const inside = pieces.map((piece) =>
    typeof piece === "string" ? piece.replace(/["$`\\]/g, "\\$&") : piece.expands,
  );
  return `"${inside.join("")}"`;
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
