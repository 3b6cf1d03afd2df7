/**
 * The table of the contract suite. Rows run from top to bottom; a row may use what an earlier one
 * brought. Two rows that a fixture server cannot tell apart (see matching.ts) must end alike, which
 * is why rows with a fault in key, signature or time ask with a `recvWindow` of their own.
 */

import type { Scenario } from "../suite/scenario.ts";
import { accountScenarios } from "./account.ts";
import { credentialScenarios } from "./credentials.ts";
import { generalScenarios } from "./general.ts";
import { limitScenarios } from "./limits.ts";
import { sessionScenarios } from "./listen-keys.ts";
import { marketScenarios } from "./market.ts";
import { orderScenarios } from "./orders.ts";
import { placementScenarios } from "./placements.ts";
import { stopPlacementScenarios } from "./stop-placements.ts";

/** Every row, in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  ...generalScenarios,
  ...marketScenarios,
  ...placementScenarios,
  ...stopPlacementScenarios,
  ...orderScenarios,
  ...accountScenarios,
  ...credentialScenarios,
  ...sessionScenarios,
  ...limitScenarios,
];
