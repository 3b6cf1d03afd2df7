/**
 * `tradespec/testing`: a server that answers from recordings, and the contract suite for any
 * server that claims to speak the interface.
 *
 * `runContract({ target: { baseUrl, key, secret }, openapi })` runs every scenario and gives back
 * what failed and why; `openapi` is the package's `documents/openapi.json`.
 */

export type { Conversation, Fetch, ReceivedAnswer, SentRequest } from "./conversation.ts";
export { untouchedFacts, type CoverageReport, type KindCount } from "./coverage.ts";
export type { Fact, FactKind } from "./facts.ts";
export { openFixturePort, type FixturePort } from "./fixture-port.node.ts";
export {
  createFixtureServer,
  createReplay,
  type FixtureServer,
  type PlainAnswer,
} from "./fixture-server.ts";
export type { PlainRequest } from "./matching.ts";
export { formatCounts, formatCoverage, formatRow, listFailures } from "./print.ts";
export { recordTakes, type Confidential, type RecordedFile, type Take } from "./recorder.ts";
export { loadRecordings, saveRecording } from "./recordings.node.ts";
export {
  bundledRecordings,
  readRecordings,
  type RecordedFields,
  type RecordedRequest,
  type RecordedResponse,
  type Recording,
} from "./recordings.ts";
export { createRedactor, type Redactor, type Secret } from "./redaction.ts";
export type { Expectation, FieldReference, FieldValue, Scenario } from "./scenario.ts";
export { scenarios } from "./scenarios.ts";
export {
  runContract,
  type ContractOptions,
  type ContractResult,
  type ContractTarget,
  type RowResult,
} from "./suite.ts";
export { openTexts, takesOf } from "./takes.ts";
export { fixtureTarget, sandboxTarget } from "./targets.ts";
