/** Checks a request against the documents: undocumented, missing and ill-typed fields. */

import { signing } from "../../generated/tables.ts";
import { keyHeader } from "../recordings/call-recording.ts";
import { allFields, type SentRequest } from "../recordings/conversation.ts";
import type { Issue } from "./issue.ts";
import { child } from "./json-pointers.ts";
import type { DocumentedOperation, DocumentedParameter, RestDocument } from "./openapi.ts";

export function checkRequest(document: RestDocument, request: SentRequest): readonly Issue[] {
  const operation = document.find(request.method, request.path);
  if (operation === undefined) {
    const text = `the request ${request.method} ${request.path} is not documented`;
    return [{ kind: "operation", text, pointer: "/paths" }];
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

function checkPlaces(operation: DocumentedOperation, request: SentRequest): readonly Issue[] {
  const issues: Issue[] = [];
  const { pointer } = operation;
  const add = (text: string): void => void issues.push({ kind: "parameter", text, pointer });
  const seen = new Set<string>();
  const tokens = operation.credentials.filter((each) => each.in === "query");
  const known = new Set([...operation.parameters, ...tokens].map(({ name }) => name));
  for (const [name] of allFields(request)) {
    if (!known.has(name)) add(`the field ${name} is not documented`);
    if (seen.has(name)) add(`the field ${name} is sent twice`);
    seen.add(name);
  }
  const hasBody = request.form.length > 0 || request.text !== "";
  if (hasBody && !operation.takesForm) add("the operation does not accept a body");
  if (request.text !== "") add("the body is not a form");
  return issues;
}

function checkPresence(operation: DocumentedOperation, request: SentRequest): readonly Issue[] {
  const sent = new Set(allFields(request).map(([name]) => name));
  return operation.parameters.flatMap(({ name, required, onlyWith, pointer }) => {
    const issue = (text: string): Issue => ({ kind: "parameter", text, pointer });
    if (required && !sent.has(name)) return [issue(`the required field ${name} is missing`)];
    const lacking = sent.has(name) ? onlyWith.filter((other) => !sent.has(other)) : [];
    return lacking.map((other) => issue(`the field ${name} is sent without ${other}`));
  });
}

/** API key header and signature must be present exactly where required. */
function checkCredentials(operation: DocumentedOperation, request: SentRequest): readonly Issue[] {
  const needs = (place: string): boolean => operation.credentials.some((each) => each.in === place);
  const signature = allFields(request).find(([name]) => name === signing.signature)?.[1];
  const hasKey = request.headers.has(keyHeader.toLowerCase());
  const issues: Issue[] = [];
  const pointer = child(operation.pointer, "x-security");
  const add = (text: string): void => void issues.push({ kind: "credentials", text, pointer });
  if (hasKey !== needs("header")) {
    add(`the header ${keyHeader} is ${hasKey ? "not needed" : "missing"}`);
  }
  if ((signature !== undefined) !== needs("query")) {
    add(`the signature is ${signature === undefined ? "missing" : "not needed"}`);
  }
  if (signature !== undefined && !/^[0-9a-f]{64}$/.test(signature)) {
    add("the signature is not 64 lowercase hexadecimal digits");
  }
  return issues;
}

function checkValue(
  document: RestDocument,
  parameter: DocumentedParameter,
  value: string,
): readonly Issue[] {
  const { name, pointer, schema, truncates } = parameter;
  const parsed = parseValue(parameter, value);
  const issue = (keyword: string, words: string): Issue => {
    const text = `the field ${name} ${words}`;
    return { kind: "parameter", text, value, pointer: child(pointer, keyword) };
  };
  if (parsed === undefined) {
    return [
      issue("pattern" in schema ? "pattern" : "type", `is not of type ${String(schema["type"])}`),
    ];
  }
  return document
    .checkRequestValue(pointer, parsed)
    .filter((error) => !(error.keyword === "maximum" && truncates))
    .map(({ keyword, message = keyword }) => issue(keyword, message));
}

/** Parses text by the field's type; undefined when it is not valid. */
function parseValue(parameter: DocumentedParameter, text: string): unknown {
  switch (parameter.schema["type"]) {
    case "integer":
      return isInt64(text) ? Number(text) : undefined;
    case "number":
      // No exponent: the exchange accepts digits and a point.
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
