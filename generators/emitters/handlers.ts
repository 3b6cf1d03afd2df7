import type { Contract, Operation } from "../contract/model.ts";
import { doc, sentence } from "../write/doc.ts";
import type { Emitter } from "../write/emitter.ts";
import { table } from "../write/literal.ts";
import { camelCase, requestName } from "../write/names.ts";
import { type TypeWriter, typeWriter, words } from "../write/type-text.ts";

/** The server interface: one handler per operation. */
export const handlers: Emitter = {
  name: "handlers",
  sources: ["spec/paths/**/*.yaml"],
  emit: (contract) => {
    const writer = typeWriter(contract);
    const text = `
${writer.imports}

/**
 * A server of the interface: a function for each operation, from checked request fields to the
 * payload of the response. It throws to refuse a request. \`Context\` has what a server knows
 * beside the fields, such as the account and the time.
 */
export interface ExchangeHandlers<Context> {
${contract.operations.map((operation) => handler(operation, writer)).join("\n")}
}

${table("defaultsFromNowMs", defaultsDoc, defaultsOf(contract))}
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

const defaultsDoc = {
  text: "Defaults of time fields, by operation and field: milliseconds relative to now.",
  see: "spec/parameters.yaml",
};

function defaultsOf({ operations }: Contract) {
  const rows = operations.map(({ id, parameters }) => {
    const times = parameters.filter(({ defaultFromNowMs }) => defaultFromNowMs !== undefined);
    return [
      id,
      Object.fromEntries(times.map((each) => [each.name, each.defaultFromNowMs])),
    ] as const;
  });
  return Object.fromEntries(rows.filter(([, row]) => Object.keys(row).length > 0));
}

function handler(operation: Operation, { responses }: TypeWriter): string {
  const { id, summary, method, path, assumed, origin, parameters } = operation;
  const filled = parameters.filter((each) => each.default !== undefined);
  const request =
    filled.length === 0
      ? requestName(id)
      : `Filled<${requestName(id)}, ${words(filled.map(({ name }) => name))}>`;
  const statements = [`\`${method} ${path}\``];
  const docs = doc({ text: sentence(summary), statements, assumed, see: origin.file }, 2);
  const reply = `Reply<${responses(operation.responses)}>`;
  return `${docs}${camelCase(id)}(request: ${request}, context: Context): ${reply};`;
}
