/** What goes into a run of the contract suite and comes out of it, and its state in between. */

import type { Adapters } from "../../runtime/defaults.ts";
import type { StreamSocket, StreamSocketClass } from "../../runtime/streams/types.ts";
import type { StreamDocument } from "../documents/asyncapi.ts";
import type { Coverage, CoverageReport } from "../documents/coverage.ts";
import type { RestDocument } from "../documents/openapi.ts";
import type { WireEvent } from "../recordings/conversation.ts";
import type { Json } from "../recordings/json.ts";
import type { RequestChange } from "./change-request.ts";
import type { Scenario } from "./scenario.ts";
import type { Fetch, WireLog } from "./wire-log.ts";

/** The server to test, the client's credentials, and how time passes. */
export interface ContractTarget {
  readonly baseUrl: string;
  /** Like `wss://stream.example.com/stream`; rows with streams are skipped without it. */
  readonly streamUrl?: string;
  readonly apiKey?: string;
  readonly apiSecret?: string;
  /** Sends requests; the platform's unless given. */
  readonly fetch?: Fetch;
  /** The platform's unless given. */
  readonly WebSocket?: StreamSocketClass;
  /** The client's clock, in milliseconds; the platform's unless given. */
  readonly now?: () => number;
  /** Timers that go with `now`; the platform's unless given. */
  readonly after?: Adapters["after"];
  /** The client's clock is the server's, and does not move during a call. */
  readonly sharedClock?: boolean;
  /** Responses were recorded on servers of their own, so that used weights do not add up. */
  readonly isRecorded?: boolean;
  /** Moves a clock that can be moved; the suite waits in real time unless given. */
  readonly advanceClock?: (ms: number) => Promise<void>;
  /** Runs admin commands of a sandbox. */
  readonly admin?: (command: Json) => Promise<unknown>;
}

export interface ContractOptions {
  readonly target: ContractTarget;
  /** The bundled OpenAPI document. */
  readonly openapi: unknown;
  /** The bundled AsyncAPI document; rows with streams are skipped without it. */
  readonly asyncapi?: unknown;
  /** All of `tradespec/testing` unless given. */
  readonly scenarios?: readonly Scenario[];
  /** Also runs rows that place and cancel orders or open listen keys. */
  readonly trade?: boolean;
  /** Ends every client order id, so that a second run on one server does not repeat them. */
  readonly clientIdSuffix?: string;
  /** How long to wait for a message, in milliseconds of the target's time; 20 000 when absent. */
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
  /** What the documents do not know; the row passes. */
  readonly notes: readonly string[];
  /** What went over the wire. */
  readonly events: readonly WireEvent[];
}

export interface ContractResult {
  readonly rows: readonly RowResult[];
  readonly coverage: CoverageReport;
}

/** What the rows of a run share. */
export interface Run {
  readonly options: ContractOptions;
  readonly rest: RestDocument;
  readonly streams: StreamDocument | undefined;
  readonly coverage: Coverage;
  readonly now: () => number;
  /** One generated client for all rows; its requests go to the log of the current row. */
  readonly client: object;
  /** The `fetch` of that client, for requests that no operation makes. */
  readonly fetch: typeof globalThis.fetch;
  /** Responses by row id or by the `as` of a step. */
  readonly responses: Map<string, unknown>;
  log: WireLog;
  /** How the current call's request is changed. */
  change: RequestChange | undefined;
  /** The weight used in the longest window, by the latest response. */
  usedWeight: number | undefined;
}

/** A row while it runs. */
export interface RunningRow {
  readonly run: Run;
  readonly scenario: Scenario;
  readonly log: WireLog;
  /** Messages that contradict the documents on purpose. */
  readonly invalid: Set<string>;
  /** Waits look at the events from this index on. */
  actedAt: number;
  /** Events that the generated client delivered, with their streams; absent without it. */
  delivered?: { readonly stream: string; readonly data: unknown }[];
  /** The plain socket of a `connect` step. */
  socket?: StreamSocket;
  /** The stream of a connection in the raw form. */
  rawStream?: string;
  close?: () => void;
}
