/** The methods that a client has for placements whose outcome may be unknown. */

import type { Placements } from "../orders/placement.ts";
import type { Placement, ResolveOptions } from "../orders/types.ts";
import type { CallOptions, ClientTables } from "./options.ts";

/** Placements, and what they add to the methods of a client. */
export interface PlacementFeature extends Placements {
  /** `try...` for each placing operation, `observeOrder` and `resolvePending`. */
  readonly methods: Readonly<Record<string, unknown>>;
}

/** Adds the methods; generated types describe them. */
export function withMethods(
  placements: Placements,
  operations: ClientTables["operations"],
): PlacementFeature {
  const methods: Record<string, unknown> = {
    observeOrder: placements.observe,
    resolvePending: (options?: ResolveOptions) => placements.resolvePending(options),
  };
  for (const operation of Object.values(operations)) {
    const { id, placement } = operation;
    if (placement === undefined) continue;
    const tryPlace = async (fields: object, options: CallOptions = {}): Promise<Placement> =>
      (await placements.place(operation, { query: fields }, options)).placement;
    methods[`try${id.charAt(0).toUpperCase()}${id.slice(1)}`] = tryPlace;
  }
  return { ...placements, methods };
}
