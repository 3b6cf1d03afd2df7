/**
 * The table of the contract suite for streams. Each row is one session of its own; rows run from
 * top to bottom against one server.
 */

import { publicStreamScenarios } from "./scenarios/streams.ts";
import { userStreamScenarios } from "./scenarios/user-streams.ts";
import type { StreamScenario } from "./stream-scenario.ts";

/** Every row, in the order in which they run. */
export const streamScenarios: readonly StreamScenario[] = [
  ...publicStreamScenarios,
  ...userStreamScenarios,
];
