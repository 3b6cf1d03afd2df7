/** A request with the client, or with `fetch` where the client would refuse it. */

import { readFields } from "../encoding/wire.ts";
import {
  fieldPairs,
  isWholeNumber,
  keyVariable,
  type SampleCall,
  type SampleField,
  secretVariable,
  textLiteral,
} from "./fields.ts";

/** Writes a module that sends the request and prints the response. */
export function typescriptSample(call: SampleCall): string {
  return isTakenByClient(call) ? withClient(call) : withFetch(call);
}

/** Whether all fields are known, sent once, and of their types. */
function isTakenByClient({ operation, signing, query, body }: SampleCall): boolean {
  const pairs = { query: fieldPairs(query), body: fieldPairs(body) };
  return readFields(pairs, operation.parameters, [signing.timestamp]).issues.length === 0;
}

function withClient({ operation, baseUrl, query, body }: SampleCall): string {
  const options = [
    `baseUrl: ${textLiteral(baseUrl)}`,
    ...(operation.sendsKey ? [`apiKey: ${environment(keyVariable)}`] : []),
    ...(operation.signed ? [`apiSecret: ${environment(secretVariable)}`] : []),
  ];
  const fields = [...query, ...body].map((field) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(field.name) ? field.name : textLiteral(field.name);
    return `${name}: ${typedValue(field)}`;
  });
  return `import { createClient } from "tradespec";

const client = createClient(${objectLiteral(options)});

const response = await client.${operation.id}(${fields.length > 0 ? objectLiteral(fields) : ""});
console.log(response);
`;
}

function withFetch(call: SampleCall): string {
  const { operation, baseUrl, signing, query, body } = call;
  const { method, path, sendsKey, signed } = operation;
  const isForm = body.length > 0;
  const stamp = `[${textLiteral(signing.timestamp)}, String(Date.now())]`;
  const parts = [
    { name: "query", fields: query.map(pairLiteral).concat(signed && !isForm ? stamp : []) },
    { name: "body", fields: body.map(pairLiteral).concat(signed && isForm ? stamp : []) },
  ].filter(({ fields }) => fields.length > 0);
  const hasQuery = parts[0]?.name === "query";
  const url = templateText(`${baseUrl}${path}`);
  const key = `{ ${textLiteral(signing.header)}: ${environment(keyVariable)} ?? "" }`;
  const init = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(sendsKey ? [`headers: ${key}`] : []),
    ...(isForm ? ["body: new URLSearchParams(body)"] : []),
  ];
  return [
    signed ? `${signingImports}\n` : "",
    ...parts.map(({ name, fields }) => {
      return `const ${name}: [string, string][] = [\n${indented(fields)}];\n`;
    }),
    signed ? signature(call, hasQuery) : "",
    parts.length > 0 ? "\n" : "",
    `const response = await fetch(\`${url}${hasQuery ? `?\${new URLSearchParams(query)}` : ""}\``,
    init.length > 0 ? `, {\n${indented(init)}});\n` : ");\n",
    "console.log(response.status, await response.json());\n",
  ].join("");
}

const signingImports = `import { createHmac } from "node:crypto";

import { signing, signingText } from "tradespec/signing";
`;

/** The lines that sign the fields. */
function signature({ signing, body }: SampleCall, hasQuery: boolean): string {
  const isForm = body.length > 0;
  const parts = `${hasQuery ? "query" : "[]"}, ${isForm ? "body" : "[]"}`;
  return `const text = signingText(${parts}, signing);
const hmac = createHmac("sha256", ${environment(secretVariable)} ?? "").update(text);
${isForm ? "body" : "query"}.push([${textLiteral(signing.signature)}, hmac.digest("hex")]);
`;
}

function environment(name: string): string {
  return `process.env.${name}`;
}

/** A literal of the field's type; integers beyond 2^53 are bigints. */
function typedValue(field: SampleField): string {
  const { text, kind, variable } = field;
  if (variable === undefined && kind === "boolean") return text;
  if (variable !== undefined || !isWholeNumber(field)) return textValue(field);
  return Number.isSafeInteger(Number(text)) ? String(Number(text)) : `${BigInt(text)}n`;
}

function textValue({ text, variable }: SampleField): string {
  return variable === undefined ? textLiteral(text) : `${environment(variable)} ?? ""`;
}

function pairLiteral(field: SampleField): string {
  return `[${textLiteral(field.name)}, ${textValue(field)}]`;
}

/** An object literal of short lines: the column that shows it is narrow. */
function objectLiteral(properties: readonly string[]): string {
  return `{\n${indented(properties)}}`;
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line},\n`).join("");
}

function templateText(text: string): string {
  return text.replace(/[\\`]|\$(?=\{)/g, "\\$&");
}
