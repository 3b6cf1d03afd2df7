import { codeSamples } from "../../../runtime/code-samples/samples.ts";
import type { Pair } from "../../../runtime/encoding/percent.ts";
import {
  listIn,
  lookUp,
  mapValues,
  objectIn,
  resolved,
  textIn,
} from "../../contract/documents/json.ts";
import type { Contract, Json, JsonObject, Operation } from "../../contract/model.ts";

/** The fields of a request, and its description. */
interface ShownRequest {
  readonly summary: string;
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
}

/**
 * Adds code samples to an operation of the REST document, for the request of its first recorded
 * response, and that request's form fields.
 */
export function withSamples(
  node: JsonObject,
  operation: Operation,
  contract: Contract,
): JsonObject {
  const { openapi } = contract.documents;
  const request = recordedRequest(node, openapi) ?? exampleRequest(node, operation, openapi);
  const { sendsKey, signed } = operation.security;
  const samples = codeSamples(
    { ...request, operation: { ...operation, sendsKey, signed } },
    { baseUrl: serverUrl(openapi), signing: contract.signing },
  );
  const code = [
    { lang: "Shell", label: "curl", source: samples.curl },
    { lang: "TypeScript", label: "TypeScript", source: samples.typescript },
    { lang: "Python", label: "Python", source: samples.python },
  ];
  return { ...node, ...withForm(node, request), "x-codeSamples": code };
}

/** The request body with the recorded fields. */
function withForm({ requestBody }: JsonObject, request: ShownRequest): JsonObject {
  if (requestBody === undefined) return {};
  const { summary, query, body } = request;
  const recorded = { summary, value: Object.fromEntries([...query, ...body]) };
  const content = mapValues(objectIn(objectIn(requestBody)["content"]), (media) => {
    return { ...objectIn(media), examples: { recorded } };
  });
  return { requestBody: { ...objectIn(requestBody), content } };
}

/** The request of the first recorded response. */
function recordedRequest(node: JsonObject, document: JsonObject): ShownRequest | undefined {
  const examples = lookUp(node, ["responses", "200", "content", "application/json", "examples"]);
  const [reference] = Object.values(objectIn(examples));
  if (reference === undefined) return undefined;
  const example = resolved(document, reference);
  const { query, body } = objectIn(example["x-request"]);
  return { summary: textIn(example["summary"]), query: pairs(query), body: pairs(body) };
}

/** Required fields with the document's examples, if there is no recording. */
function exampleRequest(
  node: JsonObject,
  { parameters, summary }: Operation,
  document: JsonObject,
): ShownRequest {
  const shown = new Map(
    listIn(node["parameters"])
      .map((parameter) => resolved(document, parameter))
      .map(({ name, example }) => [textIn(name), String(example ?? "")]),
  );
  const required = parameters.filter((parameter) => parameter.required);
  const query = required.map(({ name }): Pair => [name, shown.get(name) ?? ""]);
  return { summary, query, body: [] };
}

function pairs(fields: Json | undefined): readonly Pair[] {
  return Object.entries(objectIn(fields)).flatMap(([name, value]) =>
    [value].flat().map((text): Pair => [name, String(text)]),
  );
}

/** The address of the first server: a sandbox unless the reader sets another. */
export function serverUrl(document: JsonObject): string {
  const server = objectIn(listIn(document["servers"])[0]);
  return withVariables(textIn(server["url"]), server);
}

/** A part of an address with the server variables' defaults. */
export function withVariables(text: string, server: JsonObject): string {
  return text.replace(/\{(\w+)\}/gu, (_, name: string) =>
    textIn(lookUp(server, ["variables", name, "default"])),
  );
}
