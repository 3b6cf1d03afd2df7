import { codeSamples } from "../../runtime/code-samples/samples.ts";
import type { Pair } from "../../runtime/encoding/percent.ts";
import {
  listIn,
  lookUp,
  mapValues,
  objectIn,
  resolved,
  textIn,
} from "../contract/documents/json.ts";
import type { Contract, Json, JsonObject, Operation } from "../contract/model.ts";

/** Fields of a request by name. */
interface RequestFields {
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
}

/**
 * An operation of the REST document with code for it and, where it takes a form, the fields of a
 * real one. Both come from its first recorded response.
 */
export function withSamples(
  node: JsonObject,
  operation: Operation,
  contract: Contract,
): JsonObject {
  const { openapi } = contract.documents;
  const { query, body } = recordedFields(node, operation, openapi);
  const { sendsKey, signed } = operation.security;
  const samples = codeSamples(
    { operation: { ...operation, sendsKey, signed }, query, body },
    { baseUrl: serverUrl(openapi), signing: contract.signing },
  );
  const code = [
    { lang: "Shell", label: "curl", source: samples.curl },
    { lang: "TypeScript", label: "TypeScript", source: samples.typescript },
    { lang: "Python", label: "Python", source: samples.python },
  ];
  return { ...node, ...withForm(node, [...query, ...body]), "x-codeSamples": code };
}

/** The request body with fields that were really sent. */
function withForm({ requestBody }: JsonObject, fields: readonly Pair[]): JsonObject {
  if (requestBody === undefined) return {};
  const body = objectIn(requestBody);
  const content = mapValues(objectIn(body["content"]), (media) => ({
    ...objectIn(media),
    example: Object.fromEntries(fields),
  }));
  return { requestBody: { ...body, content } };
}

/** What was sent for the first recorded response; without one, examples of the required fields. */
function recordedFields(
  node: JsonObject,
  { parameters }: Operation,
  document: JsonObject,
): RequestFields {
  const examples = lookUp(node, ["responses", "200", "content", "application/json", "examples"]);
  const [example] = Object.values(objectIn(examples));
  const request = objectIn(objectIn(example && resolved(document, example))["x-request"]);
  if ("query" in request) return { query: pairs(request["query"]), body: pairs(request["body"]) };
  const shown = new Map(
    listIn(node["parameters"])
      .map((parameter) => resolved(document, parameter))
      .map(({ name, example }) => [textIn(name), String(example ?? "")]),
  );
  const required = parameters.filter((parameter) => parameter.required);
  return { query: required.map(({ name }): Pair => [name, shown.get(name) ?? ""]), body: [] };
}

function pairs(fields: Json | undefined): readonly Pair[] {
  return Object.entries(objectIn(fields)).flatMap(([name, value]) =>
    [value].flat().map((text): Pair => [name, String(text)]),
  );
}

/** The address of the first server, which is a sandbox unless the reader sets another. */
export function serverUrl(document: JsonObject): string {
  const server = objectIn(listIn(document["servers"])[0]);
  return withVariables(textIn(server["url"]), server);
}

/** A part of an address with the defaults of the server's variables. */
export function withVariables(text: string, server: JsonObject): string {
  return text.replace(/\{(\w+)\}/gu, (_, name: string) =>
    textIn(lookUp(server, ["variables", name, "default"])),
  );
}
