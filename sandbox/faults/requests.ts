/** Injects the faults of requests around the exchange's own handling. */

import { signing } from "../../generated/signing.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { HttpRequest, HttpResponse, RequestHandler } from "../http/messages.ts";
import { findOperation } from "../http/request-handler.ts";
import type { RequestRule } from "./kinds.ts";
import type { Facts } from "./matching.ts";
import type { ActiveRule, FaultSource } from "./plan.ts";
import { changeResponse, type EndingRule, isEnding, responseInPlace } from "./responses.ts";

/** The same handler with the faults of a plan; without a rule about requests it costs nothing. */
export function withRequestFaults(
  exchange: Exchange,
  faults: FaultSource,
  handle: RequestHandler,
): RequestHandler {
  return (request) => {
    if (!faults.watches.request) return handle(request);
    return handleWithFaults({ exchange, faults, handle }, request);
  };
}

interface FaultyHandler {
  readonly exchange: Exchange;
  readonly faults: FaultSource;
  readonly handle: RequestHandler;
}

async function handleWithFaults(
  { exchange, faults, handle }: FaultyHandler,
  request: HttpRequest,
): Promise<HttpResponse> {
  const facts = factsOf(exchange, request);
  const { rules, ending } = choose(faults.due("request", facts));
  await delay(exchange, rules, false);
  for (const { rule } of rules) {
    const now = exchange.now();
    if (rule.fault === "ban") exchange.limits.ban(request.ip, now + rule.ms, now);
    if (rule.fault === "loseListenKey") loseListenKeys(exchange, rule.account ?? facts.account);
  }
  const response = await respond({ exchange, handle, rules, ending }, request);
  return rules.reduce(
    (changed, { rule }) => changeResponse(rule as RequestRule, changed, exchange.now()),
    response,
  );
}

interface Chosen {
  readonly rules: readonly ActiveRule[];
  /** The rule whose response replaces that of the exchange, if any. */
  readonly ending: EndingRule | undefined;
}

interface Responding extends Chosen {
  readonly exchange: Exchange;
  readonly handle: RequestHandler;
}

async function respond(
  { exchange, handle, rules, ending }: Responding,
  request: HttpRequest,
): Promise<HttpResponse> {
  if (ending !== undefined && ending.accepted !== true) {
    return responseInPlace(ending, exchange, request.ip);
  }
  const own = await carryOut(handle, rules, request);
  await delay(exchange, rules, true);
  return ending === undefined ? own : responseInPlace(ending, exchange, request.ip);
}

/** Lets the exchange handle the request: once or twice, and perhaps by a wrong clock. */
async function carryOut(
  handle: RequestHandler,
  rules: readonly ActiveRule[],
  request: HttpRequest,
): Promise<HttpResponse> {
  let clockOffsetMs = 0;
  let which: "first" | "second" | undefined;
  for (const { rule } of rules) {
    if (rule.fault === "clockOffset") clockOffsetMs += rule.ms;
    if (rule.fault === "duplicate") which = rule.response ?? "first";
  }
  const received = clockOffsetMs === 0 ? request : { ...request, clockOffsetMs };
  const first = await handle(received);
  if (which === undefined) return first;
  const second = await handle(received);
  return which === "first" ? first : second;
}

/**
 * The rules that take effect, each counted. At most one rule replaces the response: the first
 * that keeps the request from the exchange, otherwise the first that comes up.
 */
function choose(due: readonly ActiveRule[]): Chosen {
  const endings = due.filter(({ rule }) => isEnding(rule as RequestRule));
  const end = endings.find(({ rule }) => !isAccepted(rule as RequestRule)) ?? endings[0];
  const ending = end?.rule as EndingRule | undefined;
  const rules = due.filter((active) => active === end || takesEffect(active, ending));
  for (const { reach } of rules) reach();
  return { rules, ending };
}

function takesEffect({ rule }: ActiveRule, ending: EndingRule | undefined): boolean {
  const own = rule as RequestRule;
  if (isEnding(own)) return false;
  if (ending === undefined || own.fault === "loseListenKey" || own.fault === "ban") return true;
  if (changing.includes(own.fault)) return !losing.includes(ending.fault);
  // Only a delay before the exchange takes effect without the exchange.
  return ending.accepted === true || (own.fault === "delay" && own.accepted !== true);
}

/** Faults after which there is no response that could be changed. */
const losing: readonly string[] = ["hang", "drop", "reset", "garble"];

const changing: readonly string[] = ["truncate", "dribble", "envelope", "usage", "headers"];

function isAccepted(rule: RequestRule): boolean {
  return "accepted" in rule && rule.accepted === true;
}

/** Waits for the delays before the exchange, or for those after it has accepted the request. */
async function delay(
  exchange: Exchange,
  rules: readonly ActiveRule[],
  accepted: boolean,
): Promise<void> {
  for (const { rule, below } of rules) {
    if (rule.fault !== "delay" || (rule.accepted === true) !== accepted) continue;
    const ms = rule.ms + below((rule.spreadMs ?? 0) + 1);
    await new Promise<void>((resolve) => exchange.after(ms, resolve));
  }
}

/** Makes the exchange forget an account's keys; streams opened with them receive nothing more. */
export function loseListenKeys(exchange: Exchange, account: string | undefined): void {
  if (account === undefined) return;
  const now = exchange.now();
  for (const key of exchange.listenKeys.keysOf(account, now)) {
    exchange.listenKeys.close(account, key, now);
  }
}

const keyHeader = signing.header.toLowerCase();

/** What rules can match of a request. */
function factsOf(exchange: Exchange, request: HttpRequest): Facts {
  const { method, path, query, body } = request;
  const key = request.header(keyHeader)?.trim() ?? "";
  const symbol =
    new URLSearchParams(query).get("symbol") ?? new URLSearchParams(body).get("symbol");
  return {
    now: exchange.now(),
    operation: findOperation(method, path)?.id,
    method,
    path,
    account: exchange.keys.get(key)?.account,
    symbol: symbol?.trim(),
  };
}
