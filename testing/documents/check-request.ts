/** Checks one request against the documents: what is undocumented, missing, or of a wrong type. */

import { keyHeader } from "../recordings/call-recording.ts";
import { allFields, type SentRequest } from "../recordings/conversation.ts";
import type { DocumentedOperation, DocumentedParameter, RestDocument } from "./openapi.ts";

/** Returns what is wrong with a request. */
export function checkRequest(document: RestDocument, request: SentRequest): readonly string[] {
  const operation = document.find(request.method, request.path);
  if (operation === undefined) {
    return [`the request ${request.method} ${request.path} is not documented`];
  }
  return [
    ...checkPlaces(operation, request),
    ...checkPresence(operation, request),
    ...checkCredentials(operation, request),
    ...allFields(request).flatMap(([name, value]) => {
      const parameter = operation.parameters.find((each) => each.name === name);
      return parameter === undefined ? [] : checkValue(document, parameter, value);
    }),
  ];
}

function checkPlaces(operation: DocumentedOperation, request: SentRequest): readonly string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  const tokens = operation.credentials.filter((each) => each.in === "query");
  const known = new Set([...operation.parameters, ...tokens].map(({ name }) => name));
  for (const [name] of allFields(request)) {
    if (!known.has(name)) faults.push(`the field ${name} is not documented`);
    if (seen.has(name)) faults.push(`the field ${name} is sent twice`);
    seen.add(name);
  }
  const hasBody = request.form.length > 0 || request.text !== "";
  if (hasBody && !operation.takesForm) faults.push("the operation takes no body");
  if (request.text !== "") faults.push("the body is no form");
  return faults;
}

function checkPresence(operation: DocumentedOperation, request: SentRequest): readonly string[] {
  const sent = new Set(allFields(request).map(([name]) => name));
  return operation.parameters.flatMap(({ name, required, onlyWith }) => {
    if (required && !sent.has(name)) return [`the required field ${name} is missing`];
    const lacking = sent.has(name) ? onlyWith.filter((other) => !sent.has(other)) : [];
    return lacking.map((other) => `the field ${name} is sent without ${other}`);
  });
}

/** Key header and signature must be present exactly where the operation requires them. */
function checkCredentials(operation: DocumentedOperation, request: SentRequest): readonly string[] {
  const needs = (place: string): boolean => operation.credentials.some((each) => each.in === place);
  const signature = allFields(request).find(([name]) => name === "signature")?.[1];
  const hasKey = request.headers.has(keyHeader.toLowerCase());
  const faults: string[] = [];
  if (hasKey !== needs("header")) {
    faults.push(`the header ${keyHeader} is ${hasKey ? "not needed" : "missing"}`);
  }
  if ((signature !== undefined) !== needs("query")) {
    faults.push(`the signature is ${signature === undefined ? "missing" : "not needed"}`);
  }
  if (signature !== undefined && !/^[0-9a-f]{64}$/.test(signature)) {
    faults.push("the signature is not 64 lowercase hexadecimal digits");
  }
  return faults;
}

function checkValue(
  document: RestDocument,
  parameter: DocumentedParameter,
  text: string,
): readonly string[] {
  const value = parseValue(parameter, text);
  if (value === undefined) return [`the field ${parameter.name} holds ${JSON.stringify(text)}`];
  return document
    .checkRequestValue(parameter.pointer, value)
    .filter((error) => !(error.keyword === "maximum" && parameter.truncates))
    .map((error) => `the field ${parameter.name} ${error.message ?? error.keyword}: ${text}`);
}

/** The value of a text by the type of the field; undefined when it is no such value. */
function parseValue(parameter: DocumentedParameter, text: string): unknown {
  switch (parameter.schema["type"]) {
    case "integer":
      return isInt64(text) ? Number(text) : undefined;
    case "number":
      // No exponent: the exchange accepts digits and one point.
      if (parameter.schema["format"] === "int64") return isInt64(text) ? Number(text) : undefined;
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
    case "boolean":
      return text === "true" || text === "false" ? text === "true" : undefined;
    default:
      return text;
  }
}

function isInt64(text: string): boolean {
  return /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}
