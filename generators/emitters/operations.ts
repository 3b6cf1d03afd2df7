import type { Contract, Operation } from "../contract/model.ts";
import { codeText, object } from "../write/code.ts";
import { flat } from "../write/doc.ts";
import { runtimeTypes } from "../write/imports.ts";
import type { Data } from "../write/literal.ts";
import { methodName, propertyKey } from "../write/names.ts";
import { sentence } from "../write/operation-docs.ts";
import { type Emitter, source } from "../write/source.ts";
import { alias, constant, table } from "../write/statements.ts";

/** The table of operations: everything that a client or a server must know to carry a call out. */
export const operations: Emitter = {
  name: "operations",
  sources: ["spec/{parameters,paths/**/*}.yaml"],
  emit: (contract) =>
    source({
      path: "operations.ts",
      emitter: operations,
      modules: [runtimeTypes],
      statements: [
        ...contract.operations.map(one),
        all(contract),
        alias("OperationId", { text: "The id of a REST operation." }, "keyof typeof operations"),
      ],
      origins: new Map(
        contract.operations.map(({ id, origin }) => [methodName(id), origin] as const),
      ),
    }),
};

/** A constant for each, so that a bundle holds only those that are used. */
function one(operation: Operation) {
  const { id, summary, assumed, origin } = operation;
  const text = sentence(flat(summary));
  return table(methodName(id), { text, assumed, see: origin.file }, descriptor(operation), {
    satisfies: "OperationDescriptor",
  });
}

function all({ operations: every }: Contract) {
  const members = every.map(({ id }) => {
    const [key, name] = [propertyKey(id), methodName(id)];
    return [key, name] as const;
  });
  const tail = " as const satisfies Readonly<Record<string, OperationDescriptor>>";
  const code = codeText(object(members), "export const operations = ".length, 0, tail.length + 1);
  return constant("operations", { text: "Every REST operation by its id." }, code + tail);
}

function descriptor(operation: Operation): Data {
  const { id, method, path, security, places, parameters, weight, placement } = operation;
  return {
    id,
    method,
    path,
    sendsKey: security.sendsKey,
    signed: security.signed,
    places,
    parameters: parameters.map(parameterDescriptor),
    weight: weight === null ? null : { ip: weight.ip, account: weight.account },
    placement,
  };
}

function parameterDescriptor(parameter: Operation["parameters"][number]): Data {
  const { description: _, schema: __, origin: ___, assumed: ____, ...descriptor } = parameter;
  return descriptor;
}
