/** Injects request faults around the exchange's own handler. */

import type { Exchange } from "../exchange/exchange.ts";
import { keyOf } from "../http/authentication.ts";
import type { HttpRequest, HttpResponse, RequestHandler } from "../http/messages.ts";
import { findOperation } from "../http/request-handler.ts";
import type { RequestRule } from "./kinds.ts";
import type { ActiveRule, FaultSource, Subject } from "./plan.ts";
import { changeResponse, isReplacing, type ReplacingRule, responseInPlace } from "./responses.ts";

/** Wraps a handler with the faults of a plan; without request rules it costs nothing. */
export function withRequestFaults(
  exchange: Exchange,
  faults: FaultSource,
  handle: RequestHandler,
): RequestHandler {
  return (request) => {
    if (!faults.watches("request")) return handle(request);
    const subject = subjectOf(exchange, request);
    const chosen = choose(faults.due("request", subject));
    if (request.notes !== undefined) request.notes.faults = chosen.rules.map(({ name }) => name);
    return handleWithFaults({ ...chosen, exchange, handle, account: subject.account }, request);
  };
}

type ActiveRules = readonly ActiveRule<RequestRule>[];

interface FaultyCall extends ReturnType<typeof choose> {
  readonly exchange: Exchange;
  readonly handle: RequestHandler;
  readonly account: string | undefined;
}

async function handleWithFaults(
  { exchange, handle, rules, replacing, account }: FaultyCall,
  request: HttpRequest,
): Promise<HttpResponse> {
  await delay(exchange, rules, false);
  for (const { rule } of rules) {
    const now = exchange.now();
    if (rule.fault === "ban") exchange.limits.ban(request.ip, now + rule.ms, now);
    if (rule.fault === "loseListenKey") loseListenKeys(exchange, rule.account ?? account);
  }
  let response: HttpResponse | undefined;
  if (isHandled(replacing)) {
    response = await carryOut(handle, rules, request);
    await delay(exchange, rules, true);
  }
  if (replacing !== undefined) response = responseInPlace(replacing, exchange, request.ip);
  return rules.reduce(
    (changed, { rule }) => changeResponse(rule, changed, exchange.now()),
    response as HttpResponse,
  );
}

/** Lets the exchange handle the request: once or twice, and perhaps at a wrong time. */
async function carryOut(handle: RequestHandler, rules: ActiveRules, request: HttpRequest) {
  let clockOffsetMs = 0;
  let which: "first" | "second" | undefined;
  for (const { rule } of rules) {
    if (rule.fault === "clockOffset") clockOffsetMs += rule.ms;
    if (rule.fault === "duplicate") which = rule.response ?? "first";
  }
  const received = { ...request, clockOffsetMs };
  const first = await handle(received);
  const second = which === undefined ? first : await handle(received);
  return which === "second" ? second : first;
}

/**
 * The rules that take effect, each counted. At most one rule replaces the response: the first that
 * keeps the request from the exchange, else the first that applies.
 */
function choose(due: ActiveRules) {
  const candidates = due.map(({ rule }) => rule).filter(isReplacing);
  const replacing = candidates.find(({ accepted }) => accepted !== true) ?? candidates[0];
  const rules = due.filter(({ rule }) => rule === replacing || takesEffect(rule, replacing));
  for (const { reach } of rules) reach();
  return { rules, replacing };
}

function takesEffect(rule: RequestRule, replacing: ReplacingRule | undefined): boolean {
  switch (rule.fault) {
    case "ban":
    case "loseListenKey":
      return true;
    case "delay":
      return rule.accepted !== true || isHandled(replacing);
    case "clockOffset":
    case "duplicate":
      return isHandled(replacing);
    default:
      // Without a response there is nothing to change.
      return !isReplacing(rule) && !losing.includes(replacing?.fault ?? "");
  }
}

function isHandled(replacing: ReplacingRule | undefined): boolean {
  return replacing === undefined || replacing.accepted === true;
}

const losing: readonly string[] = ["hang", "drop", "reset", "garble"];

/** Waits for the delays before the exchange, or those after it has accepted the request. */
async function delay(exchange: Exchange, rules: ActiveRules, accepted: boolean): Promise<void> {
  for (const { rule, below } of rules) {
    if (rule.fault !== "delay" || (rule.accepted === true) !== accepted) continue;
    const ms = rule.ms + below((rule.spreadMs ?? 0) + 1);
    await new Promise<void>((resolve) => exchange.after(ms, resolve));
  }
}

/** Deletes an account's listen keys; streams opened with them receive nothing more. */
export function loseListenKeys({ listenKeys, now }: Exchange, account: string | undefined): void {
  if (account === undefined) return;
  for (const key of listenKeys.keysOf(account, now())) listenKeys.close(account, key, now());
}

/** The properties of a request that rules can match. */
function subjectOf(exchange: Exchange, request: HttpRequest): Subject {
  const { method, path, query, body } = request;
  const symbol =
    new URLSearchParams(query).get("symbol") ?? new URLSearchParams(body).get("symbol");
  return {
    now: exchange.now(),
    operation: findOperation(method, path)?.id,
    method,
    path,
    account: keyOf(exchange, request)?.account,
    symbol: symbol?.trim(),
  };
}
