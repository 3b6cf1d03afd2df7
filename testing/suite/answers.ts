/**
 * The walk over the table of answers: on an operation, the real client meets each error response
 * that the contract decides about, sent by the server, and must do what the table says.
 */

import { createClient } from "../../generated/client.ts";
import { envelope, errorCodes } from "../../generated/errors.ts";
import { operations } from "../../generated/operations.ts";
import { tables } from "../../generated/tables.ts";
import { type AnswerRow, listAnswers } from "../../runtime/call/answers.ts";
import { ApiError, UnknownOutcomeError } from "../../runtime/errors.ts";
import type { OperationDescriptor, ParameterDescriptor } from "../../runtime/tables.ts";
import type { RunningRow } from "./run.ts";

/** Requests that a call may send. */
const maxAttempts = 2;

/** One error response of a row of the table. */
type Answer = ReturnType<typeof answersOf>[number];

/**
 * The row's first status with its first code. The first operation of a kind meets both ends of each
 * range of statuses, too, and a placement also the row's other codes.
 */
function answersOf(row: AnswerRow, isFirst: boolean, isPlacement: boolean) {
  const [first = { from: 0 }] = row.statuses;
  const ends = row.statuses.flatMap(({ from, to }) => (from === to ? [from] : [from, to]));
  const codes = isPlacement ? row.codes.slice(1) : [];
  return [
    ...(isFirst ? ends : [first.from]).map((status) => ({ status, code: row.codes[0], row })),
    ...codes.map((code) => ({ status: first.from, code, row })),
  ];
}

/** What the client's decision depends on; operations of one kind differ in nothing else. */
function kindOf({ method, signed, changes = false, placement }: OperationDescriptor): string {
  return [method, signed, changes, placement !== undefined].join(" ");
}

/** Lets the client call an operation for each answer; returns what it did otherwise. */
export async function walkAnswers(row: RunningRow, id: string): Promise<readonly string[]> {
  const all = Object.values<OperationDescriptor>(operations);
  const operation = all.find((each) => each.id === id);
  if (operation === undefined) return [`there is no operation ${id}`];
  const problems: string[] = [];
  const isFirst = operation === all.find((each) => kindOf(each) === kindOf(operation));
  const isPlacement = operation.placement !== undefined;
  const hasTime = all.some((each) => each.id === tables.signing.time.operation);
  const rows = listAnswers(tables, errorCodes);
  for (const answer of rows.flatMap((each) => answersOf(each, isFirst, isPlacement))) {
    // Only a signed request has a timestamp to correct, and only by the exchange's time.
    if (answer.row.action === "resyncClock" && !(operation.signed && hasTime)) continue;
    const wanted = expected(operation, answer);
    const found = await meet(row, operation, answer);
    if (found === wanted) continue;
    const { status, code } = answer;
    problems.push(`status ${status}, code ${code ?? "none"}: ${found}; ${wanted} was expected`);
  }
  return problems;
}

/** What the table says, in words. */
function expected(
  { method, placement, changes }: OperationDescriptor,
  { status, code, row }: Answer,
): string {
  const { action, isOpen } = row;
  const advice = changes && isOpen ? "queryFirst" : row.advice;
  const isSentAgain = action !== "never" && ((method === "GET" && !changes) || !isOpen);
  const error = isOpen && placement !== undefined ? "UnknownOutcomeError of ApiError" : "ApiError";
  return summary(isSentAgain ? maxAttempts : 1, error, { status, code, advice });
}

function summary(
  requests: number,
  error: string,
  { status, code, advice }: Partial<Pick<ApiError, "status" | "code" | "advice">>,
): string {
  return `${requests} requests, ${error}, ${status} ${code ?? "none"} ${advice}`;
}

/** What a new client does, as retries of one call must not use up those of the next. */
async function meet(
  { run, log }: RunningRow,
  operation: OperationDescriptor,
  { status, code }: Answer,
): Promise<string> {
  const { target } = run.options;
  const { baseUrl, apiKey, apiSecret, now } = target;
  const client = createClient({
    ...{ baseUrl, apiKey, apiSecret, now, maxAttempts, fetch: run.fetch },
    ...{ validate: false, limits: false, resolveMs: 0 },
    // No pause.
    random: () => 0,
    clockRefreshMs: Number.POSITIVE_INFINITY,
  });
  const text = { [envelope.code]: code, [envelope.message]: "Sent by the contract tests." };
  const body = code === undefined ? {} : { body: JSON.stringify(text) };
  await target.fetch?.forceResponse?.({ operation: operation.id, status, ...body });
  const sentBefore = log.intended.length;
  const documented = run.rest.find(operation.method, operation.path)?.parameters ?? [];
  const examples = new Map(documented.map(({ name, example }) => [name, example]));
  const error = await call(client, operation, examples);
  await target.fetch?.forceResponse?.();
  const sent = log.intended.slice(sentBefore).filter(({ path }) => path === operation.path).length;
  const isUnknown = error instanceof UnknownOutcomeError;
  const reason = isUnknown ? error.cause : error;
  if (!(reason instanceof ApiError)) return `${sent} requests, ${String(reason)}`;
  return summary(sent, `${isUnknown ? "UnknownOutcomeError of " : ""}ApiError`, reason);
}

/** The error of a call with the required fields; `examples` has the documented value of some. */
async function call(
  client: object,
  { id, parameters }: OperationDescriptor,
  examples: ReadonlyMap<string, unknown>,
): Promise<unknown> {
  const needed = parameters.filter(({ required, orElse }) => required || orElse !== undefined);
  const fields = needed.filter((each) => each.name !== tables.signing.timestamp);
  const method = Reflect.get(client, id) as (fields: object) => Promise<unknown>;
  try {
    const sent = fields.map((each) => [each.name, examples.get(each.name) ?? sampleOf(each)]);
    await method(Object.fromEntries(sent));
    return "no error";
  } catch (error) {
    return error;
  }
}

function sampleOf({ kind, choices = [] }: ParameterDescriptor): string | number {
  if (kind === "text" || kind === "choice") return choices[0] ?? "A";
  return kind === "decimal" ? "1" : 1;
}
