/**
 * `tradespec/testing`: a server that answers from recordings, and the contract suite for any
 * server that claims to speak the interface.
 *
 * `runContract({ target: { baseUrl, key, secret }, openapi })` runs every scenario and gives back
 * what failed and why; `runStreamContract` does the same for streams. `openapi` and `asyncapi` are
 * the package's `documents/openapi.json` and `documents/asyncapi.json`.
 */

export {
  type CoverageReport,
  type KindCount,
  mergeCoverage,
  untouchedFacts,
} from "./documents/coverage.ts";
export type { Fact, FactKind } from "./documents/facts.ts";
export type { PlainRequest } from "./fixture-server/matching.ts";
export { type FixturePort, openFixturePort } from "./fixture-server/port.node.ts";
export {
  createStreamReplay,
  type ReplayOpening,
  type ReplayOptions,
  type ReplaySession,
  type ReplayWire,
  type StreamReplay,
} from "./fixture-server/replay.ts";
export {
  createFixtureServer,
  createReplay,
  type FixtureServer,
  type PlainAnswer,
} from "./fixture-server/server.ts";
export { createReplaySocketClass } from "./fixture-server/socket.ts";
export type {
  Conversation,
  Fetch,
  ReceivedAnswer,
  SentRequest,
} from "./recordings/conversation.ts";
export { loadRecordings, loadStreamRecordings, saveRecording } from "./recordings/files.node.ts";
export {
  type Confidential,
  type RecordedFile,
  recordTakes,
  type Take,
} from "./recordings/recorder.ts";
export {
  bundledRecordings,
  type RecordedFields,
  type RecordedRequest,
  type RecordedResponse,
  type Recording,
  readRecordings,
} from "./recordings/recording.ts";
export { createRedactor, type Redactor, type Secret } from "./recordings/redactor.ts";
export {
  type RecordedCall,
  readStreamRecordings,
  type StreamEnd,
  type StreamOpening,
  type StreamRecording,
  type StreamStep,
} from "./recordings/session.ts";
export { recordStreams, type StreamTake } from "./recordings/session-recorder.ts";
export { scenarios } from "./scenarios/index.ts";
export { streamScenarios } from "./scenarios/sessions-index.ts";
export {
  type ContractOptions,
  type ContractResult,
  type ContractTarget,
  type RowResult,
  runContract,
} from "./suite/contract.ts";
export {
  formatCounts,
  formatCoverage,
  formatRow,
  listFailures,
  type PrintedResult,
  type PrintedRow,
} from "./suite/report.ts";
export type { Expectation, FieldReference, FieldValue, Scenario } from "./suite/scenario.ts";
export {
  runStreamContract,
  type StreamContractOptions,
  type StreamContractResult,
  type StreamRowResult,
  type StreamTarget,
} from "./suite/stream-contract.ts";
export { createLog, type Happening, observeSockets, type SessionLog } from "./suite/stream-log.ts";
export type { StreamAct, StreamScenario, WantedName } from "./suite/stream-scenario.ts";
export { openTexts, streamTakesOf, takesOf } from "./suite/takes.ts";
export {
  fixtureStreamTarget,
  fixtureTarget,
  sandboxStreamTarget,
  sandboxTarget,
} from "./suite/targets.ts";
