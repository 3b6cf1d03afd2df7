import type { Contract, Operation } from "../contract/model.ts";
import { cancelAllOf } from "../contract/operations/calls.ts";
import { doc } from "../write/doc.ts";
import type { Emitter } from "../write/emitter.ts";
import { literal } from "../write/literal.ts";
import { camelCase, pascalCase, quoted, requestName, tryName, unique } from "../write/names.ts";
import { type TypeWriter, typeWriter, union } from "../write/type-text.ts";

/** Cancels all open orders, where the spec says which operations list and query them. */
export const openOrders: Emitter = {
  name: "open-orders",
  sources: ["spec/paths/**/*.yaml"],
  emit: (contract) => {
    const parts = { contract, writer: typeWriter(contract), taken: new Set<string>() };
    const canceling = contract.operations.flatMap((operation) => wiring(operation, parts));
    if (canceling.length === 0) return [];
    const text = `
import { type CallOptions, callRules } from "../runtime/call/options.ts";
import { checkOptions, clientWith } from "../runtime/check-options.ts";
import { cancelUntilNoneIsOpen } from "../runtime/orders/cancel-all.ts";
import type { CanceledOrder, EndedOrder } from "../runtime/orders/cancellation.ts";
import type { Client } from "./client.ts";
import { cancellationRules, isFinal } from "./order-states.ts";
${parts.writer.imports}
${canceling.join("\n")}
export { NotAllCanceledError } from "../runtime/orders/cancel-all.ts";
`;
    return [{ path: "open-orders.ts", text }];
  },
};

interface Parts {
  readonly contract: Contract;
  readonly writer: TypeWriter;
  readonly taken: Set<string>;
}

function wiring(operation: Operation, { contract, writer, taken }: Parts): readonly string[] {
  const { id, origin } = operation;
  const all = cancelAllOf(operation, contract);
  if (all === undefined) return [];
  const { list, query, names, isSame } = all;
  // Where each takes the ids in its own way, an order has at least one that both take.
  const key = isSame ? "order" : `order as ${requestName(query.id)}`;
  const name = unique(`${camelCase(id).replace(/[A-Z].*/s, "")}All`, taken);
  const [listing, cancel, asking] = [camelCase(list.id), tryName(operation), camelCase(query.id)];
  const methods = [listing, cancel, asking, "now", "after"].map(quoted);
  const [body, order] = [operation, query].map(({ responses }) => writer.responses(responses));
  const outcome = `${pascalCase(name)}Outcome`;
  const text =
    `Cancels every open order with \`${cancel}\`, until \`${listing}\` lists none for the request, ` +
    "which may be about one symbol or, without any, all of them. Orders that are placed meanwhile " +
    "are canceled, too. Returns what became of each: canceled, or ended in another way, for " +
    "example filled.";
  const throws = [
    "NotAllCanceledError when `timeoutMs`, 30 seconds, is over, when the signal ends it, or when " +
      "the exchange refuses for a reason that does not pass.",
  ];
  return [
    `
/** What became of an order that was open. */
export type ${outcome} = CanceledOrder<${body}, ${order}> | EndedOrder<${order}>;

${doc({ text, throws, see: origin.file })}export async function ${name}(
  client: Pick<Client, ${union(methods)}>,
  request: ${requestName(list.id)},
  options: CallOptions = {},
): Promise<readonly ${outcome}[]> {
  checkOptions("${name}", { client }, { client: clientWith(${methods.join()}) }, "client");
  checkOptions("${name}", options, callRules());
  return cancelUntilNoneIsOpen(
    {
      client,
      list: (call) => client.${listing}(request, call),
      cancel: (order: ${requestName(id)}, call) => client.${cancel}(order, call),
      query: (order, call) => client.${asking}(${key}, call),
      names: ${literal(names)},
      operation: "${id}",
      rules: cancellationRules.${id},
      isFinal,
    },
    options,
  );
}`,
  ];
}
