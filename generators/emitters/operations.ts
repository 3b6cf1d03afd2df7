import type { Contract, Operation } from "../contract/model.ts";
import { runtimeTypes } from "../write/imports.ts";
import type { Data } from "../write/literal.ts";
import { type Emitter, source } from "../write/source.ts";
import { alias, table } from "../write/structures.ts";

/** The operation table: everything that a client or a server must know to carry a call out. */
export const operations: Emitter = {
  name: "operations",
  sources: ["spec/{parameters,paths/**/*}.yaml"],
  emit: (contract) =>
    source({
      path: "operations.ts",
      emitter: operations,
      modules: [runtimeTypes],
      statements: [
        table(
          "operations",
          { text: "Every REST operation by its id: what it takes, what it costs, what it needs." },
          Object.fromEntries(contract.operations.map((each) => [each.id, descriptor(each)])),
          { satisfies: "Readonly<Record<string, FullOperationDescriptor>>" },
        ),
        alias("OperationId", { text: "The id of a REST operation." }, "keyof typeof operations"),
      ],
      origins: origins(contract),
    }),
};

function descriptor(operation: Operation): Data {
  const { id, method, path, security, places, parameters, weight, placement, assumed } = operation;
  return {
    id,
    method,
    path,
    security: security.name,
    sendsKey: security.sendsKey,
    signed: security.signed,
    places,
    parameters: parameters.map(parameterDescriptor),
    weight:
      weight === null ? null : { ip: weight.ip, account: weight.account, assumed: weight.assumed },
    placement,
    assumed,
    source: `${operation.origin.file}:${operation.origin.line}`,
  };
}

function parameterDescriptor(parameter: Operation["parameters"][number]): Data {
  const { description: _, schema: __, origin: ___, ...descriptor } = parameter;
  return descriptor;
}

function origins(contract: Contract): ReadonlyMap<string, Operation["origin"]> {
  return new Map(
    contract.operations.map(({ id, origin }) => [`operations.${id}`, origin] as const),
  );
}
