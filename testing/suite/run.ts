/** Options, state and result of a contract run. */

import type { Json } from "../../runtime/encoding/json-or.ts";
import type { Adapters } from "../../runtime/platform.ts";
import type { NamedStream, StreamSocket, StreamSocketClass } from "../../runtime/streams/types.ts";
import type { StreamDocument } from "../documents/asyncapi.ts";
import type { Coverage, CoverageReport } from "../documents/coverage.ts";
import type { RestDocument } from "../documents/openapi.ts";
import type { Call, WireEvent } from "../recordings/conversation.ts";
import type { RequestChange, Scenario } from "../scenarios/scenario.ts";
import type { Fetch, WireLog } from "./wire-log.ts";

/** The server to test, the credentials, and the clock. */
export interface ContractTarget {
  readonly baseUrl: string;
  /** Such as `wss://stream.example.com/stream`; without it, rows with streams are skipped. */
  readonly streamUrl?: string;
  readonly apiKey?: string;
  readonly apiSecret?: string;
  /** Sends requests; the platform's when absent. Scenarios `*.answers` need `forceResponse`. */
  readonly fetch?: Fetch & { readonly forceResponse?: ForceResponse };
  /** The platform's when absent. */
  readonly WebSocket?: StreamSocketClass;
  /** The client's clock, in milliseconds; the platform's when absent. */
  readonly now?: () => number;
  /** Timers for `now`; the platform's when absent. */
  readonly after?: Adapters["after"];
  /** Client and server share a clock that does not move during a call. */
  readonly sharedClock?: boolean;
  /** Responses were recorded on separate servers, so used weights do not add up. */
  readonly isRecorded?: boolean;
  /** Moves a virtual clock; when absent, the suite waits in real time. */
  readonly advanceClock?: (ms: number) => Promise<void>;
  /** Runs admin commands of a sandbox. */
  readonly admin?: (command: Json) => Promise<unknown>;
}

/** Makes the server behind a `fetch` send a response, until called without one. */
export type ForceResponse = (wanted?: ForcedResponse) => Promise<void>;

/** A response that the server sends to each call of an operation, without executing it. */
export interface ForcedResponse {
  /** Id of the operation. */
  readonly operation: string;
  readonly status: number;
  /** JSON; empty when absent. */
  readonly body?: string;
}

/** What a run of the contract suite calls, checks and reports. */
export interface ContractOptions {
  readonly target: ContractTarget;
  /** The bundled OpenAPI document. */
  readonly openapi: unknown;
  /** The bundled AsyncAPI document; without it, rows with streams are skipped. */
  readonly asyncapi?: unknown;
  /** All of `tradespec/testing` when absent. */
  readonly scenarios?: readonly Scenario[];
  /** Also runs rows that place and cancel orders or open listen keys. */
  readonly trade?: boolean;
  /**
   * Whether it fails where an assumption does not hold, as for a server that is built from this
   * contract; otherwise that is a note, or the reason why a row is skipped.
   */
  readonly strict?: boolean;
  /** Suffix of every client order id, so that a second run does not repeat them. */
  readonly clientIdSuffix?: string;
  /** Timeout of waiting for a message, in the target's milliseconds; 20,000 when absent. */
  readonly messageTimeoutMs?: number;
  /** Called with each row when it has ended. */
  readonly onRow?: (row: RowResult) => void;
}

/** The result of one row. */
export interface RowResult {
  readonly scenario: Scenario;
  readonly outcome: "passed" | "failed" | "skipped";
  /** Why it failed or was skipped. */
  readonly reasons: readonly string[];
  /** Undocumented parts, and what shows that an assumption does not hold; no failures. */
  readonly notes: readonly string[];
  /** The row's traffic. */
  readonly events: readonly WireEvent[];
}

/** The result of each row, and what the run covered. */
export interface ContractResult {
  readonly rows: readonly RowResult[];
  readonly coverage: CoverageReport;
}

/** State that the rows of a run share. */
export interface Run {
  readonly options: ContractOptions;
  readonly rest: RestDocument;
  readonly streams: StreamDocument | undefined;
  readonly coverage: Coverage;
  readonly now: () => number;
  /** One generated client for all rows; its requests go to the current row's log. */
  readonly client: object;
  /** The client's `fetch`, for requests that no operation makes. */
  readonly fetch: typeof globalThis.fetch;
  /** Responses by row id, or by the `as` of a step. */
  readonly responses: Map<string, unknown>;
  log: WireLog;
  /** The change of the current call's request. */
  change: RequestChange | undefined;
  /** The call before, if nothing else may have changed the used weight since. */
  before: Call | undefined;
}

/** A running row. */
export interface RunningRow {
  readonly run: Run;
  readonly scenario: Scenario;
  readonly log: WireLog;
  /** Messages that violate the documents on purpose. */
  readonly invalid: Set<string>;
  /** Waits consider events from this index on. */
  actedAt: number;
  /** Events delivered by the generated client, with their streams; absent without it. */
  delivered?: { readonly stream: string; readonly data: unknown }[];
  /** The plain socket of a `connect` step. */
  socket?: StreamSocket;
  /** The stream of a raw connection. */
  rawStream?: string;
  /** The streams that the row has opened, by their names. */
  readonly opened: Map<string, { readonly stream: NamedStream }>;
  close?: () => void;
}
