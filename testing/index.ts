/**
 * `tradespec/testing`: a server that answers from recordings, and the contract suite for any
 * server that claims to speak the interface.
 *
 * `runContract({ target: { baseUrl, key, secret }, openapi })` runs every scenario and gives back
 * what failed and why; `runStreamContract` does the same for streams. `openapi` and `asyncapi` are
 * the package's `documents/openapi.json` and `documents/asyncapi.json`.
 */

export type { Conversation, Fetch, ReceivedAnswer, SentRequest } from "./conversation.ts";
export { type CoverageReport, type KindCount, mergeCoverage, untouchedFacts } from "./coverage.ts";
export type { Fact, FactKind } from "./facts.ts";
export { type FixturePort, openFixturePort } from "./fixture-port.node.ts";
export {
  createFixtureServer,
  createReplay,
  type FixtureServer,
  type PlainAnswer,
} from "./fixture-server.ts";
export type { PlainRequest } from "./matching.ts";
export {
  formatCounts,
  formatCoverage,
  formatRow,
  listFailures,
  type PrintedResult,
  type PrintedRow,
} from "./print.ts";
export { type Confidential, type RecordedFile, recordTakes, type Take } from "./recorder.ts";
export { loadRecordings, loadStreamRecordings, saveRecording } from "./recordings.node.ts";
export {
  bundledRecordings,
  type RecordedFields,
  type RecordedRequest,
  type RecordedResponse,
  type Recording,
  readRecordings,
} from "./recordings.ts";
export { createRedactor, type Redactor, type Secret } from "./redaction.ts";
export type { Expectation, FieldReference, FieldValue, Scenario } from "./scenario.ts";
export { scenarios } from "./scenarios.ts";
export { createLog, type Happening, observeSockets, type SessionLog } from "./stream-log.ts";
export { recordStreams, type StreamTake } from "./stream-recorder.ts";
export {
  type RecordedCall,
  readStreamRecordings,
  type StreamEnd,
  type StreamOpening,
  type StreamRecording,
  type StreamStep,
} from "./stream-recordings.ts";
export {
  createStreamReplay,
  type ReplayOpening,
  type ReplayOptions,
  type ReplaySession,
  type ReplayWire,
  type StreamReplay,
} from "./stream-replay.ts";
export type { StreamAct, StreamScenario, WantedName } from "./stream-scenario.ts";
export { streamScenarios } from "./stream-scenarios.ts";
export { createReplaySocketClass } from "./stream-socket.ts";
export {
  runStreamContract,
  type StreamContractOptions,
  type StreamContractResult,
  type StreamRowResult,
  type StreamTarget,
} from "./stream-suite.ts";
export {
  type ContractOptions,
  type ContractResult,
  type ContractTarget,
  type RowResult,
  runContract,
} from "./suite.ts";
export { openTexts, streamTakesOf, takesOf } from "./takes.ts";
export {
  fixtureStreamTarget,
  fixtureTarget,
  sandboxStreamTarget,
  sandboxTarget,
} from "./targets.ts";
