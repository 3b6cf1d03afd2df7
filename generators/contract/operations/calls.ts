/** What a call of an operation needs, and which operations together cancel all orders. */

import type { Contract, Operation } from "../model.ts";
import { areRecords } from "../schemas/meaning.ts";

/** The fields that a call must give; the client adds timestamp and signature. */
export function neededFields(
  { parameters, security }: Operation,
  { signing }: Contract,
): readonly string[] {
  const own = security.signed ? [signing.timestamp, signing.signature] : [];
  return parameters.flatMap(({ name, required }) =>
    required && !own.includes(name) ? [name] : [],
  );
}

/** How all open orders can be canceled: what lists and queries them, and the fields they share. */
export function cancelAllOf(operation: Operation, contract: Contract) {
  const { operations, schemas, signing } = contract;
  const find = (wanted = "") => operations.find((each) => each.id === wanted);
  const { listedBy, queriedBy } = operation.cancellation ?? {};
  const [list, query] = [find(listedBy), find(queriedBy)];
  if (list === undefined || query === undefined) return undefined;
  const own = [signing.timestamp, signing.window];
  const shared = operation.parameters.flatMap((given) => {
    const asked = query.parameters.find(({ name }) => name === given.name);
    return asked === undefined || own.includes(given.name) ? [] : [{ given, asked }];
  });
  const names = shared.map(({ given }) => given.name);
  const needed = [operation, query].flatMap((each) => neededFields(each, contract));
  const isKnown =
    areRecords(list.responses, "list", schemas) &&
    [operation, query].every(({ responses }) => areRecords(responses, "record", schemas));
  if (!isKnown || needed.some((name) => !names.includes(name))) return undefined;
  const isSame = shared.every(({ given, asked }) => String(given.orElse) === String(asked.orElse));
  return { list, query, names, isSame };
}
