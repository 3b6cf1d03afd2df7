import { keyVariable, sampleFields, secretVariable } from "../../../runtime/code-samples/fields.ts";
import { type CodeSamples, codeSamples } from "../../../runtime/code-samples/samples.ts";
import type { Pair } from "../../../runtime/encoding/percent.ts";
import * as read from "../../contract/documents/read.ts";
import type { Contract, Json, JsonObject, Operation } from "../../contract/model.ts";
import { operationNode, recordingsOf } from "../nodes.ts";
import { hasSandbox } from "../words.ts";

export interface ShownRequest {
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
}

interface OperationSamples extends CodeSamples {
  readonly request: ShownRequest;
  /** The environment variables that each program reads. */
  readonly variables: readonly string[];
}

/** Programs that call an operation, and the request that they send. */
export function operationSamples(contract: Contract, operation: Operation): OperationSamples {
  const { signing, documents } = contract;
  const { openapi } = documents;
  const request = recordedRequest(contract, operation) ?? exampleRequest(contract, operation);
  const { sendsKey, signed } = operation.security;
  const called = { ...operation, sendsKey, signed };
  const samples = codeSamples(
    { ...request, operation: called },
    { baseUrl: serverUrl(openapi), signing },
  );
  const typescript = withOwnModules(samples.typescript, contract);
  const fields = sampleFields([...request.query, ...request.body], called, signing);
  const variables = [
    ...(sendsKey ? [keyVariable] : []),
    ...(signed ? [secretVariable] : []),
    ...fields.flatMap(({ variable }) => variable ?? []),
  ];
  return { ...samples, typescript, request, variables };
}

/** Programs for a contract that has no package import what was generated from it. */
export function withOwnModules(program: string, contract: Contract): string {
  if (hasSandbox(contract)) return program;
  return program.replaceAll(/"tradespec(?:\/([\w-]+))?"/gu, (_, name = "index") => {
    return `"./generated/${name === "streams" ? "stream-client" : name}.ts"`;
  });
}

/** The request of the first recorded success. */
function recordedRequest(contract: Contract, operation: Operation): ShownRequest | undefined {
  const [recording] = recordingsOf(contract, operation);
  if (recording === undefined) return undefined;
  const { query, body } = read.object(recording, "x-request");
  return { query: pairs(query), body: pairs(body) };
}

/** Required fields with the document's examples, if there is no recording. */
function exampleRequest(contract: Contract, operation: Operation): ShownRequest {
  const shown = new Map(
    read
      .list(operationNode(contract, operation), "parameters")
      .map((parameter) => read.resolved(contract.documents.openapi, parameter))
      .map(({ name, example }) => [read.text(name), String(example ?? "")]),
  );
  const required = operation.parameters.filter((parameter) => parameter.required);
  const query = required.map(({ name }): Pair => [name, shown.get(name) ?? ""]);
  return { query, body: [] };
}

function pairs(fields: Json | undefined): readonly Pair[] {
  return Object.entries(read.object(fields)).flatMap(([name, value]) =>
    [value].flat().map((text): Pair => [name, String(text)]),
  );
}

/** The address of the first server: a sandbox unless the reader sets another. */
export function serverUrl(document: JsonObject): string {
  const server = read.object(read.list(document, "servers")[0]);
  return withVariables(read.text(server, "url"), server);
}

/** A part of an address with the server variables' defaults. */
export function withVariables(text: string, server: JsonObject): string {
  return text.replace(/\{(\w+)\}/gu, (_, name: string) =>
    read.text(server, "variables", name, "default"),
  );
}
