import { reportUnusedAssumptions } from "../assumptions.ts";
import type { Loaded } from "../documents/load.ts";
import type { Contract } from "../model.ts";
import { reportBounds } from "./bounds.ts";
import { reportAdvice, reportOrder, reportTiming } from "./errors.ts";
import { reportVectors } from "./filter-vectors.ts";
import { reportMarketData } from "./market-data.ts";
import { reportOrderStates, reportOrderTypes } from "./orders.ts";
import { reportSignatures } from "./signatures.ts";

/** Reports contradictions between parts of a spec that are each valid. */
export function reportContradictions(loaded: Loaded, contract: Contract): void {
  reportOrderStates(loaded, contract);
  reportOrderTypes(loaded, contract);
  reportAdvice(loaded, contract);
  reportOrder(loaded, contract);
  reportTiming(loaded, contract);
  for (const filter of contract.filters) reportVectors(loaded, filter);
  reportMarketData(loaded, contract);
  reportBounds(loaded, contract);
  reportSignatures(loaded);
  reportUnusedAssumptions(loaded, contract.assumptions);
}
