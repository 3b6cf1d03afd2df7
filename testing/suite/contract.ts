/**
 * The contract suite: runs a table of scenarios through the generated client against any server,
 * and checks every request, response and message against the documents.
 */

import { createClient } from "../../generated/client.ts";
import {
  callable,
  checkOptions,
  flag,
  group,
  keyText,
  ms,
  type OptionRules,
  secretText,
  takes,
  text,
  unixTime,
} from "../../runtime/check-options.ts";
import { platform } from "../../runtime/platform.ts";
import { readAsyncApi } from "../documents/asyncapi.ts";
import { createCoverage } from "../documents/coverage.ts";
import { readOpenApi } from "../documents/openapi.ts";
import { listStatements } from "../documents/statements.ts";
import { createRedactor } from "../recordings/redactor.ts";
import { listSecrets } from "../recordings/secrets.ts";
import { scenariosFor } from "../scenarios/index.ts";
import {
  isForced,
  publicTextsOf,
  type Scenario,
  type Step,
  stepsOf,
} from "../scenarios/scenario.ts";
import { assumptionBehind } from "./assumption-behind.ts";
import { changeRequest } from "./change-request.ts";
import { checkRow } from "./check-row.ts";
import type { ContractOptions, ContractResult, ContractTarget, RowResult, Run } from "./run.ts";
import { closeRow, findReference, runStep, startRow } from "./steps.ts";
import { createWireLog, logFetch } from "./wire-log.ts";

const target: OptionRules = {
  baseUrl: text,
  streamUrl: text,
  apiKey: keyText,
  apiSecret: secretText,
  fetch: callable,
  WebSocket: callable,
  now: unixTime,
  after: callable,
  sharedClock: flag,
  isRecorded: flag,
  advanceClock: callable,
  admin: callable,
  close: callable,
};

const rules: OptionRules = {
  target: group(target, "baseUrl"),
  openapi: takes("the bundled OpenAPI document", (value) => typeof value === "object"),
  asyncapi: takes("the bundled AsyncAPI document", (value) => typeof value === "object"),
  scenarios: takes("a list of scenarios", Array.isArray),
  trade: flag,
  strict: flag,
  clientIdSuffix: takes("text", (value) => typeof value === "string"),
  messageTimeoutMs: ms(1),
  onRow: callable,
};

/**
 * Runs the rows one after another; rejects only for wrong options, or an invalid table or document.
 */
export async function runContract(options: ContractOptions): Promise<ContractResult> {
  checkOptions("runContract", options, rules, "target", "openapi");
  const run = startRun(options);
  const rows: RowResult[] = [];
  for (const scenario of options.scenarios ?? scenariosFor(options.target)) {
    const reason = reasonToSkip(run, scenario);
    const row: RowResult =
      reason === undefined
        ? await runRow(run, scenario)
        : { scenario, outcome: "skipped", reasons: [reason], notes: [], events: [] };
    rows.push(row);
    options.onRow?.(row);
  }
  return { rows, coverage: run.coverage.report() };
}

/** The state of a run before its first row. */
export function startRun(options: ContractOptions): Run {
  const { openapi, asyncapi, target } = options;
  const rest = readOpenApi(openapi);
  const streams = asyncapi === undefined ? undefined : readAsyncApi(asyncapi);
  const { now = platform.now, fetch = globalThis.fetch, apiSecret = "" } = target;
  const change = (request: Request): Promise<Request> =>
    run.change === undefined
      ? Promise.resolve(request)
      : changeRequest(request, run.change, apiSecret);
  const logged = logFetch(fetch, target.baseUrl, () => run.log, change);
  const run: Run = {
    options,
    rest,
    streams,
    coverage: createCoverage(listStatements(rest, streams)),
    now,
    client: createTestClient(target, logged),
    fetch: logged,
    responses: new Map(),
    log: createWireLog(now),
    change: undefined,
    before: undefined,
  };
  return run;
}

function createTestClient(
  { baseUrl, apiKey, apiSecret, now, sharedClock }: ContractTarget,
  fetch: ReturnType<typeof logFetch>,
): object {
  return createClient({
    baseUrl,
    apiKey,
    apiSecret,
    now,
    fetch,
    // Rows send invalid orders on purpose: the exchange must reject them.
    validate: false,
    // Rows exceed the limits on purpose.
    limits: false,
    clockRefreshMs: Number.POSITIVE_INFINITY,
    // Separate rows query the outcome of an order.
    resolveMs: 0,
    // A call is one request; only with an unshared clock a second one corrects the time.
    maxAttempts: sharedClock === true ? 1 : 2,
  });
}

function reasonToSkip(run: Run, scenario: Scenario): string | undefined {
  const { trade = false, target } = run.options;
  const isStream = scenario.steps !== undefined;
  const steps = stepsOf(scenario);
  const ids = new Set(steps.map((step) => ("operation" in step ? step.operation : "")));
  const called = run.rest.operations.filter(({ id }) => ids.has(id));
  const { streamUrl, advanceClock, admin, sharedClock, apiKey } = target;
  const missing = Object.values((!isStream && scenario.fields) || {}).find(
    (value) => typeof value === "object" && findReference(run.responses, value) === undefined,
  );
  const needsAdmin = (step: Step): boolean => step.kind === "admin" && step.required === true;
  const reasons: Readonly<Record<string, boolean>> = {
    "it changes the account": !trade && called.some(({ method }) => method !== "GET"),
    "it needs the stream address": isStream && streamUrl === undefined,
    "it needs the AsyncAPI document": isStream && run.streams === undefined,
    "it needs a clock that can be moved":
      isStream && scenario.movesClock === true && advanceClock === undefined,
    "it needs the admin commands of a sandbox":
      isStream && steps.some(needsAdmin) && admin === undefined,
    "it needs a clock that client and server share":
      !isStream && scenario.sharedClock === true && sharedClock !== true,
    "it needs an API key":
      called.some(({ credentials }) => credentials.length > 0) && apiKey === undefined,
    ...(typeof missing === "object" && { [`${missing.from} has no ${missing.property}`]: true }),
  };
  return Object.keys(reasons).find((reason) => reasons[reason]);
}

const nothing = { issues: [], notes: [] } as const;

async function runRow(run: Run, scenario: Scenario): Promise<RowResult> {
  const row = startRow(run, scenario);
  const { log } = row;
  const reasons: string[] = [];
  const notes: string[] = [];
  let broken: string | undefined;
  for (const step of stepsOf(scenario)) {
    const problems = await runStep(row, step);
    if (problems.length === 0) continue;
    const isStream = scenario.steps !== undefined;
    broken = run.options.strict === true ? undefined : assumptionBehind(row, step);
    const found = broken === undefined ? reasons : notes;
    found.push(...problems.map((each) => (isStream ? `${step.kind}: ${each}` : each)));
    break;
  }
  await closeRow(row);
  const checked = isForced(scenario) ? nothing : checkRow(row);
  reasons.push(...checked.issues);
  notes.push(...checked.notes);
  const isSkipped = reasons.length === 0 && broken !== undefined;
  if (isSkipped) reasons.push(`the assumption ${broken} does not hold`);
  // Messages may contain a stream name, which may be a listen key.
  const { apiKey, apiSecret } = run.options.target;
  const secrets = { apiKey, apiSecret, publicTexts: publicTextsOf(scenario) };
  const redact = createRedactor(listSecrets(log.events, secrets)).text;
  return {
    scenario,
    outcome: isSkipped ? "skipped" : reasons.length === 0 ? "passed" : "failed",
    reasons: [...new Set(reasons.map(redact))],
    notes: [...new Set(notes.map(redact))],
    events: log.events,
  };
}
