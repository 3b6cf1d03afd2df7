/**
 * The table of the contract suite. Rows run from top to bottom; a row may use what an earlier one
 * brought. Two rows that a fixture server cannot tell apart (see matching.ts) must end alike, which
 * is why rows with a fault in key, signature or time ask with a `recvWindow` of their own.
 */

import type { Scenario } from "./scenario.ts";
import { accountScenarios } from "./scenarios/account.ts";
import { credentialScenarios } from "./scenarios/credentials.ts";
import { generalScenarios } from "./scenarios/general.ts";
import { limitScenarios } from "./scenarios/limits.ts";
import { marketScenarios } from "./scenarios/market.ts";
import { orderScenarios } from "./scenarios/orders.ts";
import { placementScenarios } from "./scenarios/placements.ts";
import { sessionScenarios } from "./scenarios/sessions.ts";
import { stopPlacementScenarios } from "./scenarios/stop-placements.ts";

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
