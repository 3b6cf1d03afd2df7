/**
 * The table of the contract suite for streams. Each row is one session of its own; rows run from
 * top to bottom against one server.
 */

import type { StreamScenario } from "../suite/stream-scenario.ts";
import { publicStreamScenarios } from "./public-streams.ts";
import { userStreamScenarios } from "./user-streams.ts";

/** Every row, in the order in which they run. */
export const streamScenarios: readonly StreamScenario[] = [
  ...publicStreamScenarios,
  ...userStreamScenarios,
];
