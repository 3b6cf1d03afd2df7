// Generated from spec/**/*.yaml by generators/emitters/core.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { CallContext } from "../runtime/call/context.ts";
import { createPlacementGuard, type PlacementGuard } from "../runtime/orders/guard.ts";
import type { ListedSymbols } from "../runtime/orders/symbols.ts";
import { compileFilters } from "./filters.ts";
import { checkOrderType, rulesRefresh } from "./order-rules.ts";

/**
 * Checks orders by the fields of their type and by the filters of their symbol before they are
 * sent.
 */
export function orderChecks(context: CallContext, symbols?: ListedSymbols): PlacementGuard {
  const tables = { checkOrderType, compileFilters, refresh: rulesRefresh };
  return createPlacementGuard(tables, context, symbols);
}

export { createPlacements as placements } from "../runtime/orders/placements.ts";
