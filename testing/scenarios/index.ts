/**
 * All scenarios of the contract suite. Rows run from top to bottom, and may use values from earlier
 * responses. Rows that a fixture server cannot distinguish (see matching.ts) must have the same
 * result, so rows with a wrong key, signature or time have their own `recvWindow`.
 */

import { accountScenarios } from "./account.ts";
import { answerScenarios } from "./answers.ts";
import { credentialScenarios } from "./credentials.ts";
import { generalScenarios } from "./general.ts";
import { limitScenarios } from "./limits.ts";
import { listenKeyScenarios } from "./listen-keys.ts";
import { marketScenarios } from "./market.ts";
import { orderScenarios } from "./orders.ts";
import { placementScenarios } from "./placements.ts";
import { publicStreamScenarios } from "./public-streams.ts";
import type { CallScenario, Scenario, StreamScenario } from "./scenario.ts";
import { stopPlacementScenarios } from "./stop-placements.ts";
import { userStreamScenarios } from "./user-streams.ts";

export const callScenarios: readonly CallScenario[] = [
  ...generalScenarios,
  ...marketScenarios,
  ...placementScenarios,
  ...stopPlacementScenarios,
  ...orderScenarios,
  ...accountScenarios,
  ...credentialScenarios,
  ...listenKeyScenarios,
  ...limitScenarios,
];

export const streamScenarios: readonly StreamScenario[] = [
  ...publicStreamScenarios,
  ...userStreamScenarios,
];

/**
 * Every row with a recording. The last calls exceed the rate limits, after which the server rejects
 * everything.
 */
export const scenarios: readonly Scenario[] = [...streamScenarios, ...callScenarios];

/** The rows for a target: those of answers only where responses can be forced. */
export function scenariosFor({
  fetch,
}: {
  readonly fetch?: { readonly forceResponse?: unknown };
}): readonly Scenario[] {
  return fetch?.forceResponse === undefined ? scenarios : [...answerScenarios, ...scenarios];
}
