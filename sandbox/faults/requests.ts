/** Carries out the faults of requests around the exchange's own answer. */

import type { ExchangeHandlers } from "../../generated/handlers.ts";
import { operations } from "../../generated/operations.ts";
import { signing } from "../../generated/signing.ts";
import type { OperationDescriptor } from "../../runtime/tables.ts";
import { type Answerer, type CallContext, createAnswerer } from "../http/answer.ts";
import type { HttpAnswer, HttpRequest } from "../http/message.ts";
import type { Venue } from "../venue.ts";
import { answerOf, type EndingRule, isEnding, reshape } from "./answers.ts";
import type { RequestRule } from "./kinds.ts";
import { loseListenKeys } from "./listen-keys.ts";
import type { Facts } from "./match.ts";
import type { ActiveRule, FaultSource } from "./plan.ts";
import { skewed } from "./skew.ts";

/** The exchange that faults happen around. */
export interface FaultyExchange {
  readonly venue: Venue;
  readonly handlers: ExchangeHandlers<CallContext>;
  readonly answer: Answerer;
}

/** The same answerer with the faults of a plan; without a rule about requests, nothing more. */
export function withRequestFaults(exchange: FaultyExchange, faults: FaultSource): Answerer {
  return (request) =>
    faults.watches.request ? answerWithFaults(exchange, faults, request) : exchange.answer(request);
}

async function answerWithFaults(
  exchange: FaultyExchange,
  faults: FaultSource,
  request: HttpRequest,
): Promise<HttpAnswer> {
  const { venue } = exchange;
  const facts = factsOf(venue, request);
  const { rules, end } = choose(faults.due("request", facts));
  const wait = async (accepted: boolean): Promise<void> => {
    for (const active of rules) await delay(venue, active, accepted);
  };
  await wait(false);
  prepare(rules, venue, { ip: request.ip, account: facts.account });
  if (end !== undefined && end.accepted !== true) {
    return reshapeAll(rules, answerOf(end, venue, request.ip), venue);
  }
  const own = await carryOut(exchange, rules, request);
  await wait(true);
  return reshapeAll(rules, end === undefined ? own : answerOf(end, venue, request.ip), venue);
}

interface Chosen {
  readonly rules: readonly ActiveRule[];
  /** What ends the request, where something does. */
  readonly end: EndingRule | undefined;
}

/**
 * The rules that take effect, each counted. Of those that end a request only one does: the first
 * that keeps it from the exchange, and else the first. Then nothing happens behind that end.
 */
function choose(due: readonly ActiveRule[]): Chosen {
  const endings = due.filter(({ rule }) => isEnding(rule as RequestRule));
  const end = endings.find(({ rule }) => !isAccepted(rule as RequestRule)) ?? endings[0];
  const ending = end?.rule as EndingRule | undefined;
  const rules = due.filter((active) => active === end || takesEffect(active, ending));
  for (const { reach } of rules) reach();
  return { rules, end: ending };
}

function takesEffect({ rule }: ActiveRule, end: EndingRule | undefined): boolean {
  const own = rule as RequestRule;
  if (isEnding(own)) return false;
  if (end === undefined || own.fault === "loseListenKey" || own.fault === "ban") return true;
  if (isShaping(own)) return !losing.includes(end.fault);
  // A delay before the exchange comes before every end; all else needs the exchange.
  return end.accepted === true || (own.fault === "delay" && own.accepted !== true);
}

/** Ends with no answer that could be shaped. */
const losing: readonly string[] = ["hang", "drop", "reset", "garble"];

const shaping: readonly string[] = ["truncate", "dribble", "envelope", "usage", "headers"];

function isShaping({ fault }: RequestRule): boolean {
  return shaping.includes(fault);
}

function isAccepted(rule: RequestRule): boolean {
  return "accepted" in rule && rule.accepted === true;
}

function delay(venue: Venue, { rule, below }: ActiveRule, accepted: boolean): Promise<void> | void {
  if (rule.fault !== "delay" || (rule.accepted === true) !== accepted) return;
  const ms = rule.ms + below((rule.spreadMs ?? 0) + 1);
  return new Promise((resolve) => venue.after(ms, resolve));
}

interface Sender {
  readonly ip: string;
  readonly account: string | undefined;
}

/** What happens to the exchange itself before it sees the request. */
function prepare(rules: readonly ActiveRule[], venue: Venue, { ip, account }: Sender): void {
  for (const { rule } of rules) {
    if (rule.fault === "ban") venue.limits.ban(ip, venue.now() + rule.ms, venue.now());
    if (rule.fault === "loseListenKey") loseListenKeys(venue, rule.account ?? account);
  }
}

async function carryOut(
  { venue, handlers, answer }: FaultyExchange,
  rules: readonly ActiveRule[],
  request: HttpRequest,
): Promise<HttpAnswer> {
  let skewMs = 0;
  let which: "first" | "second" | undefined;
  for (const { rule } of rules) {
    if (rule.fault === "skew") skewMs += rule.ms;
    if (rule.fault === "twice") which = rule.answer ?? "first";
  }
  const own = skewMs === 0 ? answer : createAnswerer(skewed(venue, skewMs), handlers);
  const first = await own(request);
  if (which === undefined) return first;
  const second = await own(request);
  return which === "first" ? first : second;
}

function reshapeAll(rules: readonly ActiveRule[], answer: HttpAnswer, venue: Venue): HttpAnswer {
  return rules.reduce(
    (shaped, { rule }) => reshape(rule as RequestRule, shaped, venue.now()),
    answer,
  );
}

const operationIds = new Map<string, string>(
  Object.values<OperationDescriptor>(operations).map(({ method, path, id }) => {
    return [`${method} ${path}`, id] as const;
  }),
);

const keyHeader = signing.header.toLowerCase();

function factsOf(venue: Venue, request: HttpRequest): Facts {
  const { method, path, query, body } = request;
  const key = request.header(keyHeader)?.trim() ?? "";
  const symbol =
    new URLSearchParams(query).get("symbol") ?? new URLSearchParams(body).get("symbol");
  return {
    now: venue.now(),
    operation: operationIds.get(`${method} ${path}`),
    method,
    path,
    account: venue.keys.get(key)?.account,
    symbol: symbol?.trim(),
  };
}
