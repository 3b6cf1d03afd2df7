/** Former names of exports, for one more version. */

import {
  type CoverageReport,
  type Statement,
  type StatementKind,
  uncoveredStatements,
} from "./documents/coverage.ts";
import type { StreamTiming } from "./fixture-server/streams.ts";
import type { StreamRecording } from "./recordings/stream-recording.ts";
import type { StreamScenario } from "./scenarios/scenario.ts";

/** @deprecated Use `Statement`. */
export type Fact = Statement;
/** @deprecated Use `StatementKind`. */
export type FactKind = StatementKind;
/** @deprecated Use `StreamRecording`. */
export type SessionRecording = StreamRecording;
/** @deprecated Use `StreamScenario`. */
export type SessionScenario = StreamScenario;
/** @deprecated Use `StreamTiming`. */
export type SessionTiming = StreamTiming;
/** @deprecated Use `uncoveredStatements`. */
export const untouchedFacts: (report: CoverageReport) => readonly Statement[] = uncoveredStatements;
