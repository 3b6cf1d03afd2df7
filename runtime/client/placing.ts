/** What a client with the part for placements does besides calling. */

import type { Placements } from "../orders/placement.ts";
import type { Placement } from "../orders/types.ts";
import type { Caller } from "./caller.ts";
import { having, operationOf } from "./caller.ts";
import type { CallOptions } from "./caller-options.ts";

/** Placements whose end is known, by the types that generated code names. */
export interface Placing {
  /** Carries out a placement and tells what became of it. */
  readonly place: <Answer, Order>(
    id: string,
    fields: object,
    options?: CallOptions,
  ) => Promise<Placement<Answer, Order>>;
  /** Takes what a stream says of an order, for placements that wait for it. */
  readonly observeOrder: Placements["observe"];
  /** Finds out what became of the placements that the journal holds from before a crash. */
  readonly resolvePending: <Answer, Order>(
    ...given: Parameters<Placements["resolvePending"]>
  ) => Promise<readonly Placement<Answer, Order>[]>;
}

/** The placements of a client; each rejects when it was made without that part. */
export function placing({ operations, placements }: Caller): Placing {
  return {
    place: (async (id, fields, options = {}) => {
      const operation = operationOf(operations, id);
      return (await having(placements).place(operation, { query: fields }, options)).placement;
    }) as Placing["place"],
    observeOrder: (order) => placements?.observe(order),
    resolvePending: (async (asked) =>
      having(placements).resolvePending(asked)) as Placing["resolvePending"],
  };
}
