/**
 * The checks of assumptions, by their names in spec/assumptions.yaml. Each is a pure function from
 * traffic to sightings; the contract links assumptions to checks.
 */

import type { CheckName } from "../../../generated/assumptions.ts";
import type { Choices } from "../../../generated/sandbox.ts";
import { limitChecks } from "./limits.ts";
import { listChecks } from "./lists.ts";
import { orderChecks } from "./orders.ts";
import { responseChecks } from "./responses.ts";
import { sharedChecks } from "./shared.ts";
import type { Check } from "./sighting.ts";
import { streamChecks } from "./streams.ts";

/** A name in the contract, or a choice of the sandbox, without a check does not compile. */
export const checks: Readonly<Record<CheckName | keyof Choices, Check>> = {
  ...responseChecks,
  ...listChecks,
  ...orderChecks,
  ...limitChecks,
  ...streamChecks,
  ...sharedChecks,
};
