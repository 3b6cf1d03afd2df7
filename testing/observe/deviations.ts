/** Compares traffic with the contract: every deviation, with its place in both. */

import { errorCodes, openCodes, retry, statuses } from "../../generated/errors.ts";
import { limitRules, limits } from "../../generated/limits.ts";
import { operations } from "../../generated/operations.ts";
import { canMove } from "../../generated/order-states.ts";
import { connectionLimits } from "../../generated/streams.ts";
import { isOutcomeOpen } from "../../runtime/call/retry.ts";
import type { OperationDescriptor } from "../../runtime/tables.ts";
import type { Issue } from "../documents/issue.ts";
import { child } from "../documents/json-pointers.ts";
import { openTimes } from "./checks/lists.ts";
import { brokenFilters, namesFilter, orderSteps } from "./checks/shared.ts";
import { byAccount, isOverOrders, neighbours } from "./checks/sighting.ts";
import { depthSteps } from "./checks/streams.ts";
import type { ObservedCall, ObservedMessage, Place, Traffic } from "./traffic.ts";
import { observedWeights } from "./weights.ts";

/** A violation, or something undocumented. Contains no value. */
export interface Deviation {
  readonly kind: Issue["kind"] | "filter" | "limit" | "retry" | "sequence";
  /** Which side deviates. */
  readonly by: "client" | "exchange";
  /** The operation or the message. */
  readonly subject: string;
  readonly text: string;
  /** The bundled document and the pointer in it. */
  readonly document: "openapi" | "asyncapi";
  readonly pointer: string;
  /** Where in the traffic. */
  readonly place: Place;
  /** The exchange refused the deviating request. */
  readonly refused?: true;
}

export function* findDeviations(traffic: Traffic): Generator<Deviation> {
  for (const call of traffic.calls) yield* ofCall(call);
  for (const message of traffic.messages) yield* ofMessage(traffic, message);
  yield* ofWeights(traffic);
  yield* ofFilters(traffic);
  yield* ofLimits(traffic);
  yield* ofSequences(traffic);
}

function* ofCall(call: ObservedCall): Generator<Deviation> {
  const { id, place, requestIssues, checked, code, operation, response } = call;
  const subject = id === "" ? `${call.request.method} ${shownPath(call.request.path)}` : id;
  const base = { subject, document: "openapi", place } as const;
  const isAccepted = response.status < 300 && code === undefined;
  const refused = isAccepted ? {} : ({ refused: true } as const);
  for (const issue of requestIssues) {
    const isUnknown = issue.kind === "operation";
    const text = isUnknown ? { text: "the request is not documented" } : {};
    yield { ...base, by: "client", ...worded(issue), ...text, ...refused };
  }
  for (const issue of [...checked.issues, ...checked.notes]) {
    yield { ...base, by: "exchange", ...worded(issue) };
  }
  if (code !== undefined && !errorCodes.some((each) => each.code === code)) {
    const text = `the code ${code} is not documented`;
    yield { ...base, by: "exchange", kind: "new code", text, pointer: "/x-errors/codes" };
  }
  const known = operation?.responses.flatMap(({ headers }) => headers) ?? [];
  for (const name of response.headers.keys()) {
    const isKnown = known.some((each) => each.toLowerCase() === name);
    const isOwn = ownHeaders.some((prefix) => name.startsWith(prefix));
    if (!isKnown && operation !== undefined && isOwn) {
      const pointer = child(operation.pointer, "responses");
      const text = `the header ${name} is not documented`;
      yield { ...base, by: "exchange", kind: "new header", text, pointer };
    }
  }
}

function* ofMessage({ messages }: Traffic, message: ObservedMessage): Generator<Deviation> {
  const { checked, sender, place, name, documented, conversation, data } = message;
  // The stream name may be a key.
  const subject = documented === undefined ? "message" : name;
  const base = { by: sender, subject, document: "asyncapi", place } as const;
  const isRefused =
    sender === "client" &&
    messages.some((reply) => {
      const isError = reply.name === "controlError" && reply.conversation === conversation;
      return isError && (reply.data["id"] ?? null) === (data["id"] ?? null);
    });
  const refused = isRefused ? ({ refused: true } as const) : {};
  for (const issue of [...checked.issues, ...checked.notes]) {
    yield { ...base, ...worded(issue), ...refused };
  }
}

/** Headers of the interface share a prefix with those of its limits. */
const ownHeaders = limits.map(({ header }) =>
  `${header.split("-").slice(0, 2).join("-")}-`.toLowerCase(),
);

/** An issue without its value; enum values are no account data. */
function worded({ kind, text, value, pointer }: Issue): Pick<Issue, "kind" | "text" | "pointer"> {
  const isWord = kind === "new word" && /^[A-Z][A-Z_]{0,39}$/.test(value ?? "");
  return { kind, text: isWord ? `${text}: ${value}` : text.replaceAll(dataLike, "*"), pointer };
}

/** A name that may be a value: an account or an order in place of a field. */
const dataLike = /(?<=(?:property [\w.]{0,200}\.|field ))(?![A-Za-z_][A-Za-z_]*\d{0,3}(?= ))\S+/g;

/** The path of an undocumented request, without possible values. */
function shownPath(path: string): string {
  const isName = (step: string): boolean => /^[\w-]{0,32}$/.test(step) && !/\d{4}/.test(step);
  const steps = path.split("/").map((step) => (isName(step) ? step : "*"));
  return steps.join("/");
}

function* ofWeights(traffic: Traffic): Generator<Deviation> {
  for (const { operation, tier, documented, added, place } of observedWeights(traffic)) {
    if (added === documented) continue;
    const text = `a call ${tier} adds a weight of ${added}; ${documented} is documented`;
    yield {
      ...{ kind: "weight", by: "exchange", subject: operation.id, place },
      text: text.replaceAll("  ", " "),
      ...inRest(operation.pointer, "x-weight"),
    };
  }
}

function inRest(pointer: string, ...names: readonly (string | number)[]) {
  return { document: "openapi", pointer: child(pointer, ...names) } as const;
}

function* ofFilters(traffic: Traffic): Generator<Deviation> {
  for (const { call, broken, unknown, filters } of brokenFilters(traffic)) {
    const base = { kind: "filter", by: "exchange", subject: call.id, place: call.place } as const;
    for (const { filter, rule, assumed } of call.ok ? broken : []) {
      const text = `an order that breaks the rule ${rule} of ${filter} is accepted`;
      if (assumed === undefined) yield { ...base, text, ...inRest("/components/schemas", filter) };
    }
    const named = filters.find((filter) => namesFilter(call, filter));
    // It may count open orders, or need an average price.
    if (named === undefined || unknown.some(({ filter }) => filter === named)) continue;
    const text = `an order that breaks no rule of ${named} is refused for it`;
    const isBroken = broken.some(({ filter }) => filter === named);
    if (!isBroken) yield { ...base, text, ...inRest("/components/schemas", named) };
  }
}

function* ofLimits(traffic: Traffic): Generator<Deviation> {
  for (const { id: subject, place, ok, response } of traffic.calls) {
    for (const [index, { header, amount, id }] of limits.entries()) {
      const used = Number(response.headers.get(header.toLowerCase()) ?? 0);
      if (!ok || used <= amount) continue;
      const text = `more of ${id} is used than its amount, and the call is carried out`;
      const base = { kind: "limit", by: "exchange", subject, place } as const;
      yield { ...base, text, ...inRest("/x-limits/windows", index) };
    }
  }
  const timed = traffic.calls.filter((call) => call.timed);
  for (const [before, after] of neighbours(timed)) {
    if (!isOverOrders(before)) yield* ofWait(before, after);
  }
  yield* ofResends(timed);
  const placed = timed.filter(({ id }) => placements.some(({ operation }) => operation === id));
  for (const [before, after] of neighbours(byAccount(placed))) {
    if (isOverOrders(before)) yield* ofWait(before, after);
  }
  yield* ofConnections(traffic);
}

/** A client must wait as long as requested. */
function* ofWait(before: ObservedCall, after: ObservedCall): Generator<Deviation> {
  const base = { kind: "retry", by: "client", subject: after.id, place: after.place } as const;
  const { status, headers } = before.response;
  const wait = headers.get(retry.header.toLowerCase()) ?? "";
  const { exceeded, banned } = limitRules;
  const isRefused = status === exceeded.status || status === banned.status;
  const isEarly = after.at < before.endedAt + Number(wait) * 1000;
  if (isRefused && /^\d+$/.test(wait) && isEarly && after.at >= before.endedAt) {
    const text = `a request is sent before the wait of a response with status ${status} is over`;
    yield { ...base, text, ...inRest("/x-retry/rules") };
  }
}

/** A client must look for an order whose outcome is open before it sends the order again. */
function* ofResends(calls: readonly ObservedCall[]): Generator<Deviation> {
  const openIds = new Map<string, Set<string | undefined>>();
  for (const call of byAccount(calls)) {
    const open = openIds.get(call.conversation) ?? new Set();
    openIds.set(call.conversation, open);
    if (call.role === "orders.open" || call.role === "orders.all") open.clear();
    const lookup = placements.find(({ resolvedBy }) => resolvedBy.operation === call.id);
    if (lookup !== undefined) open.delete(call.sent[lookup.resolvedBy.parameter]);
    const placement = placements.find(({ operation }) => operation === call.id);
    const id = placement && call.sent[placement.clientId];
    if (id === undefined) continue;
    if (open.has(id)) {
      const base = { kind: "retry", by: "client", subject: call.id, place: call.place } as const;
      const text = "an order is sent again before its outcome is queried";
      yield { ...base, text, ...inRest(call.operation?.pointer ?? "", "x-placement") };
    }
    const answer = { status: call.response.status, code: call.code };
    if (isOutcomeOpen(answer, { statuses, openCodes })) open.add(id);
    else open.delete(id);
  }
}

const placements = Object.values<OperationDescriptor>(operations).flatMap(({ id, placement }) =>
  placement === undefined ? [] : [{ ...placement, operation: id }],
);

function* ofConnections({ connections, messages }: Traffic): Generator<Deviation> {
  const { streams, inboundMessages, inboundWindowMs } = connectionLimits;
  const base = { kind: "limit", by: "client", document: "asyncapi" } as const;
  for (const { conversation, names, place } of connections) {
    if (names.length > streams) {
      const text = `a connection carries more than ${streams} streams`;
      yield { ...base, subject: "connection", text, pointer: "/x-connection", place };
    }
    const sent = messages.filter((each) => {
      return each.sender === "client" && each.conversation === conversation && each.timed;
    });
    const text = `more than ${inboundMessages} messages are sent within ${inboundWindowMs} ms`;
    for (const [index, { at, place }] of sent.entries()) {
      const isEarly = at - (sent[index - inboundMessages]?.at ?? -Infinity) < inboundWindowMs;
      if (isEarly)
        yield { ...base, subject: "control", text, pointer: "/x-connection/inbound", place };
    }
  }
}

function* ofSequences(traffic: Traffic): Generator<Deviation> {
  const base = { kind: "sequence", by: "exchange" } as const;
  for (const { after, gap } of depthSteps(traffic)) {
    if (gap === 0) continue;
    const text = gap > 0 ? "updates are missing before this event" : "the event repeats updates";
    const at = { document: "asyncapi", pointer: "/x-book-sync", place: after.place } as const;
    yield { ...base, subject: after.name, text, ...at };
  }
  for (const { before, after, place } of orderSteps(traffic)) {
    if (before === after || canMove(before, after)) continue;
    const text = `an order goes from ${before} to ${after}`;
    yield { ...base, subject: "order", text, place, ...inRest("/x-order-states/transitions") };
  }
  for (const call of traffic.calls.filter(({ role, ok }) => role === "klines" && ok)) {
    const { id: subject, place, operation } = call;
    const opens = openTimes(call);
    const text = "the klines are not sorted from the oldest to the newest";
    if (opens.every((open, index) => open > (opens[index - 1] ?? -1))) continue;
    yield {
      ...base,
      subject,
      text,
      place,
      ...inRest(operation?.pointer ?? "", "responses", "200"),
    };
  }
}
