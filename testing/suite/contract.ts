/**
 * The contract suite: runs a table of scenarios through the generated client against any server,
 * and holds every request and every answer against the documents.
 */

import { createClient } from "../../generated/client.ts";
import { checkRequest } from "../documents/check-request.ts";
import { checkAnswer } from "../documents/check-response.ts";
import { type Coverage, type CoverageReport, createCoverage } from "../documents/coverage.ts";
import { type Documents, readDocuments } from "../documents/openapi.ts";
import { checkWeight, usedWeight } from "../documents/weights.ts";
import {
  type Conversation,
  type Fetch,
  observe,
  type SentRequest,
} from "../recordings/conversation.ts";
import { isRecord } from "../recordings/recording.ts";
import { scenarios as ownScenarios } from "../scenarios/index.ts";
import { changeRequest } from "./change-request.ts";
import { checkOutcome, type Outcome } from "./expectation.ts";
import {
  type FieldReference,
  type FieldValue,
  operationOf,
  referencesOf,
  type Scenario,
} from "./scenario.ts";

/** The server that is asked, and whom the client asks as. */
export interface ContractTarget {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly apiSecret?: string;
  /** How requests reach the server; the platform's own fetch unless given. */
  readonly fetch?: Fetch;
  /** The client's clock, in milliseconds; the platform's own unless given. */
  readonly now?: () => number;
  /** The client's clock is the server's, and stands still during a call. */
  readonly sharedClock?: boolean;
}

export interface ContractOptions {
  readonly target: ContractTarget;
  /** The bundled OpenAPI document. */
  readonly openapi: unknown;
  readonly scenarios?: readonly Scenario[];
  /** Rows that place and cancel orders or open sessions run too. */
  readonly trade?: boolean;
  /** Ends every client order id, so that a second run on one server does not repeat them. */
  readonly clientIdSuffix?: string;
  /** Told of each row as it ends. */
  readonly report?: (row: RowResult) => void;
}

/** What came of one row. */
export interface RowResult {
  readonly scenario: Scenario;
  readonly outcome: "passed" | "failed" | "skipped";
  /** Why it failed or was skipped. */
  readonly reasons: readonly string[];
  /** What the documents do not know of the answers; no fault. */
  readonly notes: readonly string[];
  readonly conversations: readonly Conversation[];
}

export interface ContractResult {
  readonly rows: readonly RowResult[];
  readonly coverage: CoverageReport;
}

/** Runs the rows one after another; throws only on a table or a document that cannot be run. */
export async function runContract(options: ContractOptions): Promise<ContractResult> {
  const run = startRun(options);
  const rows: RowResult[] = [];
  for (const scenario of options.scenarios ?? ownScenarios) {
    const why = reasonToSkip(run, scenario);
    const row = why === undefined ? await runRow(run, scenario) : skipped(scenario, why);
    rows.push(row);
    options.report?.(row);
  }
  return { rows, coverage: run.coverage.report() };
}

/** One client for all rows; its fetch tells the row that is running what goes by. */
interface Run {
  readonly options: ContractOptions;
  readonly documents: Documents;
  readonly coverage: Coverage;
  readonly call: (scenario: Scenario, fields: object) => Promise<unknown>;
  /** What the rows so far brought, by id. */
  readonly answers: Map<string, unknown>;
  row: RowLog;
  /** The weight used in the longest window, as the latest answer told it. */
  used: number | undefined;
}

interface RowLog {
  readonly scenario: Scenario | undefined;
  /** The requests as the client made them. */
  readonly meant: SentRequest[];
  readonly conversations: Conversation[];
}

function startRun(options: ContractOptions): Run {
  const documents = readDocuments(options.openapi);
  const { baseUrl, apiKey: key, apiSecret: secret, now, fetch = globalThis.fetch } = options.target;
  const watched = observe(fetch, {
    change: (request) => {
      const change = run.row.scenario?.change;
      return change === undefined
        ? Promise.resolve(request)
        : changeRequest(request, change, secret ?? "");
    },
    meant: (request) => run.row.meant.push(request),
    done: (conversation) => run.row.conversations.push(conversation),
  });
  const client: unknown = createClient({
    baseUrl,
    ...(key !== undefined && { apiKey: key }),
    ...(secret !== undefined && { apiSecret: secret }),
    ...(now !== undefined && { now }),
    fetch: watched,
    // Rows send bad orders on purpose: it is the exchange that has to refuse them.
    validate: false,
    // Rows go beyond the limits on purpose, and a row's calls are all its own.
    limits: false,
    clockRefreshMs: Number.POSITIVE_INFINITY,
    // What became of an order is asked by rows of its own.
    resolveMs: 0,
    // A row is one request; only a clock that may be off needs a second one to be set right.
    maxAttempts: options.target.sharedClock === true ? 1 : 2,
  });
  const run: Run = {
    options,
    documents,
    coverage: createCoverage(documents),
    call: (scenario, fields) => callByName(client, scenario, fields),
    answers: new Map(),
    row: { scenario: undefined, meant: [], conversations: [] },
    used: undefined,
  };
  return run;
}

function callByName(exchange: unknown, scenario: Scenario, fields: object): Promise<unknown> {
  const name = operationOf(scenario);
  const method = isRecord(exchange) ? exchange[name] : undefined;
  if (typeof method !== "function") {
    throw new Error(`${scenario.id}: the client has no operation ${name}; mend the row's id.`);
  }
  const options = scenario.sendIn === undefined ? {} : { sendIn: scenario.sendIn };
  return method(fields, options) as Promise<unknown>;
}

function reasonToSkip(run: Run, scenario: Scenario): string | undefined {
  const { trade = false, target } = run.options;
  if (!trade && (scenario.effect ?? "reads") !== "reads") return "it changes the account";
  if (scenario.sharedClock === true && target.sharedClock !== true) {
    return "it needs a clock that both ends share";
  }
  const operation = operationOf(scenario);
  const documented = run.documents.operations.find(({ id }) => id === operation);
  if (target.apiKey === undefined && (documented?.credentials.length ?? 0) > 0) {
    return "it needs a key";
  }
  const missing = referencesOf(scenario).find((from) => lookUp(run, from) === undefined);
  return missing && `${missing.from} brought no ${missing.property} to ask with`;
}

function skipped(scenario: Scenario, reason: string): RowResult {
  return { scenario, outcome: "skipped", reasons: [reason], notes: [], conversations: [] };
}

async function runRow(run: Run, scenario: Scenario): Promise<RowResult> {
  const log: RowLog = { scenario, meant: [], conversations: [] };
  run.row = log;
  const unmet = await repeat(run, scenario);
  const reasons = [
    ...unmet,
    ...log.meant.flatMap((request) => checkRequest(run.documents, request)),
  ];
  const notes: string[] = [];
  for (const conversation of log.conversations) {
    const { method, path } = conversation.request;
    const operation = run.documents.find(method, path);
    if (operation === undefined) continue;
    const check = checkAnswer(run.documents, operation, conversation);
    run.coverage.touch(operation, conversation, check);
    reasons.push(...check.faults);
    if (run.options.target.sharedClock === true) {
      reasons.push(...checkWeight(run.documents, operation, conversation, run.used));
    }
    run.used = usedWeight(conversation);
    notes.push(...check.notes);
  }
  const { conversations } = log;
  const state = reasons.length === 0 ? "passed" : "failed";
  return {
    scenario,
    outcome: state,
    reasons: unique(reasons),
    notes: unique(notes),
    conversations,
  };
}

/** Calls until the row ends as expected or has no more tries; gives what is still unmet. */
async function repeat(run: Run, scenario: Scenario): Promise<readonly string[]> {
  for (let left = scenario.timesMax ?? 1; ; left -= 1) {
    const outcome = await attempt(run, scenario);
    const unmet = checkOutcome(scenario, outcome, run.row.conversations.length);
    if (unmet.length === 0 || left <= 1) return unmet;
  }
}

async function attempt(run: Run, scenario: Scenario): Promise<Outcome> {
  try {
    const answer = await run.call(scenario, fillFields(run, scenario));
    run.answers.set(scenario.id, answer);
    return { kind: "answer", answer };
  } catch (error) {
    return { kind: "error", error };
  }
}

function fillFields(run: Run, scenario: Scenario): object {
  const suffix = run.options.clientIdSuffix ?? "";
  const entries = Object.entries(scenario.fields ?? {}).map(([name, value]) => {
    const ownId = typeof value === "string" && /ClientOrderId$/.test(name);
    return [name, ownId ? `${value}${suffix}` : fillValue(run, value)];
  });
  return Object.fromEntries(entries);
}

function fillValue(run: Run, value: FieldValue): unknown {
  if (typeof value !== "object") return value;
  const found = lookUp(run, value);
  return value.plus === undefined ? found : Number(found) + value.plus;
}

function lookUp(run: Run, { from, property }: FieldReference): unknown {
  return property
    .split(".")
    .reduce<unknown>(
      (node, step) =>
        typeof node === "object" && node !== null ? Reflect.get(node, step) : undefined,
      run.answers.get(from),
    );
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
