import type { Operation } from "../contract/model.ts";
import { doc } from "../write/doc.ts";
import type { Emitter } from "../write/emitter.ts";
import { methodName, propertyKey, quoted } from "../write/names.ts";
import { type TypeWriter, typeWriter } from "../write/type-text.ts";

/** What a server must implement: one function for each operation. */
export const handlers: Emitter = {
  name: "handlers",
  sources: ["spec/paths/**/*.yaml"],
  emit: (contract) => {
    const writer = typeWriter(contract);
    const text = `
${writer.imports}

/**
 * A server of the interface: a function for each operation, from checked request fields to the
 * payload of the response. A refusal is thrown. \`Context\` carries what a server knows beside the
 * fields, such as the account and the time.
 */
export interface ExchangeHandlers<Context> {
${contract.operations.map((operation) => handler(operation, writer)).join("\n")}
}

/** A request in which the server has filled in the defaults of the contract. */
export type Filled<Request, Names extends keyof Request> = Request & {
  readonly [Name in Names]-?: NonNullable<Request[Name]>;
};

/** What a handler gives: the payload, at once or later. */
export type Reply<Payload> = Payload | Promise<Payload>;
`;
    return [{ path: "handlers.ts", text }];
  },
};

function handler(operation: Operation, { names, responses }: TypeWriter): string {
  const { id, summary, method, path, assumed, origin, parameters } = operation;
  const filled = parameters.filter((each) => each.default !== undefined);
  const defaults = filled.map(({ name: each }) => quoted(each)).join(" | ");
  const request = defaults === "" ? names.request(id) : `Filled<${names.request(id)}, ${defaults}>`;
  const docs = doc(
    { text: summary, facts: [`\`${method} ${path}\``], assumed, see: origin.file },
    2,
  );
  const name = propertyKey(methodName(id));
  return `${docs}${name}(request: ${request}, context: Context): Reply<${responses(operation.responses)}>;`;
}
