import type { Operation } from "../contract/model.ts";
import { doc } from "../write/doc.ts";
import { contractTypes, runtimeTypes } from "../write/imports.ts";
import { methodName, propertyKey } from "../write/names.ts";
import { responseType } from "../write/overloads.ts";
import { type Emitter, source } from "../write/source.ts";
import { alias, record, table } from "../write/statements.ts";
import { type TypeWriter, typeWriter } from "../write/type-text.ts";

/** What a server must implement: one function for each operation. */
export const handlers: Emitter = {
  name: "handlers",
  sources: ["spec/paths/**/*.yaml"],
  emit: (contract) => {
    const writer = typeWriter(contract);
    const names = contract.operations.map(({ id }) => methodName(id));
    return source({
      path: "handlers.ts",
      emitter: handlers,
      modules: [contractTypes(contract), runtimeTypes],
      statements: [
        record(
          "ExchangeHandlers",
          { text: interfaceText },
          {
            typeParameters: ["Context"],
            methods: contract.operations.map((operation) => handler(operation, writer)),
          },
        ),
        alias("Reply<Payload>", { text: replyText }, "Payload | Promise<Payload>"),
        table(
          "handlerNames",
          { text: "The name of every function of `ExchangeHandlers`." },
          names,
          {
            satisfies: "readonly (keyof ExchangeHandlers<unknown>)[]",
          },
        ),
      ],
    });
  },
};

const replyText = "What a handler gives: the payload, at once or later.";

const interfaceText =
  "A server of the interface: a function for each operation, from checked request fields to the " +
  "payload of the response. A refusal is thrown. `Context` carries what a server knows beside the " +
  "fields, such as the account and the time.";

function handler(operation: Operation, writer: TypeWriter) {
  const payload = responseType(operation.responses, writer);
  return {
    name: propertyKey(methodName(operation.id)),
    docs: doc(
      {
        text: operation.summary,
        facts: [`\`${operation.method} ${operation.path}\``],
        assumed: operation.assumed,
        see: operation.origin.file,
      },
      2,
    ),
    parameters: [
      { name: "request", type: writer.names.request(operation.id) },
      { name: "context", type: "Context" },
    ],
    returnType: `Reply<${payload}>`,
  };
}
