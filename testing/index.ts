/**
 * `tradespec/testing`: the contract suite for any server that implements the interface, a recorder,
 * and a fixture server that responds from recordings.
 *
 * `runContract({ target: { baseUrl, streamUrl, apiKey, apiSecret }, openapi, asyncapi })` runs
 * every scenario and returns what failed and why; `contractTests` makes a test of each.
 * `loadDocuments()` returns the two documents.
 */

export {
  type CoverageReport,
  type KindCount,
  type Statement,
  type StatementKind,
  uncoveredStatements,
} from "./documents/coverage.ts";
export { type Documents, loadDocuments } from "./documents/load.node.ts";
export {
  type FixturePort,
  type FixturePortOptions,
  openFixturePort,
} from "./fixture-server/port.node.ts";
export {
  createFixtureServer,
  type FixtureOptions,
  type FixtureServer,
  type PlainResponse,
} from "./fixture-server/server.ts";
export type { OpeningResult, StreamTiming } from "./fixture-server/streams.ts";
export * from "./former-names.ts";
export {
  type Drift,
  type DriftMonitor,
  type DriftMonitorOptions,
  type DriftReport,
  driftMonitor,
} from "./observe/drift-monitor.ts";
export type { CallRecording } from "./recordings/call-recording.ts";
export type {
  Call,
  ReceivedResponse,
  SentRequest,
  WireEvent,
} from "./recordings/conversation.ts";
export { loadRecordings, type RecordedFile, saveRecordings } from "./recordings/files.node.ts";
export { bundledRecordings, type Recordings, readRecordings } from "./recordings/recordings.ts";
export type { PlainRequest } from "./recordings/requests.ts";
export type { StreamRecording } from "./recordings/stream-recording.ts";
export { scenarios } from "./scenarios/index.ts";
export type {
  CallScenario,
  Expectation,
  FieldReference,
  FieldValue,
  Scenario,
  Step,
  StreamReference,
  StreamScenario,
} from "./scenarios/scenario.ts";
export { runContract } from "./suite/contract.ts";
export {
  type ContractTestOptions,
  contractTests,
  type TestFunction,
} from "./suite/contract-tests.ts";
export { fixtureTarget } from "./suite/fixture-target.ts";
export { type ApartOptions, recordRows, runApart } from "./suite/record.ts";
export { formatCounts, formatCoverage, formatRow, listFailures } from "./suite/report.ts";
export { formatGithub, formatJson, formatJunit } from "./suite/reporters.ts";
export type {
  ContractOptions,
  ContractResult,
  ContractTarget,
  RowResult,
} from "./suite/run.ts";
export { sandboxTarget } from "./suite/sandbox-target.ts";
