/** Checks for several assumptions each, by the marks in the documents. */

import { compileFilters } from "../../../generated/filters.ts";
import { checkOrderType } from "../../../generated/order-rules.ts";
import { canMove, isFinal } from "../../../generated/order-states.ts";
import { signing } from "../../../generated/signing.ts";
import { userRecords } from "../../../generated/user-data.ts";
import { fieldsIn, listIn, rowsIn } from "../../../runtime/encoding/json-value.ts";
import type { CompiledFilters } from "../../../runtime/filters/types.ts";
import { identityOf, readRecord } from "../../../runtime/user-data/records.ts";
import { at, child, type DocumentNode } from "../../documents/json-pointers.ts";
import { once } from "../../documents/once.ts";
import { formType } from "../../recordings/fields.ts";
import { filterName, filterTable } from "../filters.ts";
import type { ObservedCall, Place, Traffic } from "../traffic.ts";
import { observedWeights } from "../weights.ts";
import {
  type Checks,
  callsOf,
  codeOf,
  hasKey,
  isRefused,
  neighbours,
  ofCalls,
  ofEveryCall,
  type Row,
  recordsOf,
  rowsOf,
  type Sighting,
  see,
  textOf,
  type Verdict,
  verdict,
} from "./sighting.ts";

export const sharedChecks = {
  /**
   * Parts of the documents with the assumption's mark: matching traffic confirms it, an issue
   * contradicts it.
   */
  marks: (traffic, id) => marked(traffic).get(id) ?? [],

  /** The weight by the usage headers, for an operation with an assumed weight. */
  weights: function* (traffic, id) {
    for (const { operation, documented, added, place } of observedWeights(traffic)) {
      const node = fieldsIn(at(traffic.rest.root, child(operation.pointer, "x-weight")));
      if (markOf(node) === id) yield see({ place }, verdict(added === documented));
    }
  },

  /**
   * Assumed security types: an operation succeeds with exactly the assumed credentials, and is
   * refused without the last of them.
   */
  security: function* ({ calls, rest }, id) {
    for (const operation of rest.operations) {
      if (markOf(fieldsIn(at(rest.root, child(operation.pointer, "x-security")))) !== id) continue;
      const needs = operation.credentials.map((each) => each.in);
      const [needsKey, needsSignature] = [needs.includes("header"), needs.includes("query")];
      const found = { exact: false, refused: false };
      for (const call of calls.filter(({ id: own }) => own === operation.id)) {
        const isKeyed = hasKey(call);
        const hasSignature = call.sent[signing.signature] !== undefined;
        const [lacksKey, lacksSignature] = [needsKey && !isKeyed, needsSignature && !hasSignature];
        const isRefusedForKey = !isKeyed && asksForKey(call);
        const isRefusedForSignature = isKeyed && !hasSignature && asksForSignature(call);
        if (call.ok && (lacksKey || lacksSignature)) yield see(call, "fails");
        if (isRefusedForKey && !needsKey) yield see(call, "fails");
        if (isRefusedForSignature && !needsSignature) yield see(call, "fails");
        found.exact ||= call.ok && isKeyed === needsKey && hasSignature === needsSignature;
        found.refused ||= needsSignature ? isRefusedForSignature : isRefusedForKey;
        if (found.exact && (found.refused || !needsKey)) yield see(call, "holds");
      }
    }
  },

  /** Refusals of values beyond an assumed bound. */
  bounds: ofEveryCall((call, { rest }, id) => {
    const isBeyond = call.requestIssues.some(({ kind, pointer }) => {
      const [, schema = "", keyword = ""] = /^(.*)\/([^/]*)$/.exec(pointer) ?? [];
      const mark = fieldsIn(fieldsIn(at(rest.root, schema))["x-assumed-bounds"]);
      const isAssumed = [mark["keywords"]].flat().includes(keyword);
      return kind === "parameter" && isAssumed && markOf(mark) === id;
    });
    const isRefusedForIt = isRefused(call) && !asksForKey(call) && !asksForSignature(call);
    return isBeyond && (call.ok || isRefusedForIt) ? verdict(!call.ok) : undefined;
  }),

  /** The fields that an order type requires or refuses. */
  "order-parameters": ofCalls(["order.place"], ({ ok, sent, code }, _, id) => {
    const broken = new Set<string | undefined>();
    checkOrderType(sent, (_rule, _field, assumed) => broken.add(assumed));
    const isOther = sent["type"] !== "LIMIT" && id === "order-type-parameters";
    if (ok && broken.size === 0) return isOther ? "holds" : undefined;
    const names = ["MISSING_PARAMETER", "NOT_REQUIRED_PARAMETER"] as const;
    const isRefusedForIt = broken.size === 1 && names.some((name) => code === codeOf(name));
    return broken.has(id) && (ok || isRefusedForIt) ? verdict(!ok) : undefined;
  }),

  /** Refusals of orders that break an assumed filter rule. */
  "filter-rules": function* (traffic, id) {
    for (const { call, broken } of brokenFilters(traffic)) {
      const others = broken.filter(({ assumed }) => assumed !== id).map(({ filter }) => filter);
      for (const { filter } of broken.filter(({ assumed }) => assumed === id)) {
        if (call.ok) yield see(call, "fails");
        else if (namesFilter(call, filter) && !others.includes(filter)) yield see(call, "holds");
      }
    }
  },

  /** An order that breaks a filter, and not the one that checks such orders besides it. */
  "market-lot-size-besides-lot-size": function* (traffic, id) {
    for (const { call, broken } of brokenFilters(traffic)) {
      const found = broken.find(({ assumed }) => assumed === id);
      const isOther = broken.some(({ filter }) => filterTable[filter]?.besides?.assumed === id);
      if (found === undefined || isOther) continue;
      if (call.ok) yield see(call, "marketOnly");
      else if (namesFilter(call, found.filter)) yield see(call, "both");
    }
  },

  /** State transitions of an order in calls and reports. */
  "order-states": function* (traffic, id) {
    for (const { before, after, place } of orderSteps(traffic)) {
      if (before === after) continue;
      if (id === "final-states" && isFinal(before)) yield see({ place }, "fails");
      const isPartly = before === "PARTIALLY_FILLED" && after !== "FILLED";
      if (id === "partly-filled-transitions" && isPartly) {
        yield see({ place }, verdict(canMove(before, after)));
      }
    }
    if (id === "final-states") yield* refusedCancellations(traffic);
  },
} satisfies Checks;

/** The evidence for every mark. */
const marked = once(({ rest, streams, calls, messages }: Traffic) => {
  const found = new Map<unknown, Sighting<Verdict>[]>();
  const add: Add = (id, place, reading) => {
    const list = found.get(id) ?? [];
    found.set(id, list);
    list.push({ reading, place });
  };
  const [restMarks, streamMarks] = [marksOf(rest.root), marksOf(streams.root)];
  const codes = rowsIn(fieldsIn(rest.root["x-errors"])["codes"]);
  for (const call of calls) {
    const sent = call.operation?.parameters.filter(({ name }) => name in call.sent) ?? [];
    const form = call.request.form.length > 0 ? formOf(call) : [];
    const taken = call.ok ? [...sent.flatMap(({ places }) => places), ...form] : [];
    addMarked(restMarks, call, taken, add);
    const code = codes.find((each) => each["code"] === call.code);
    if (code !== undefined) add(markOf(code), call.place, "holds");
  }
  for (const message of messages) {
    const isWrong = message.sender === "client" && message.checked.issues.length > 0;
    if (!isWrong) addMarked(streamMarks, message, [], add);
  }
  return found;
});

type Add = (id: unknown, place: Place, reading: Verdict) => void;

function addMarked(
  marksAt: (pointer: string) => readonly unknown[],
  { place, checked }: Pick<ObservedCall, "place" | "checked">,
  more: readonly string[],
  add: Add,
): void {
  const wrong = new Set(checked.issues.flatMap(({ pointer }) => marksAt(pointer)));
  const own = [...checked.pointers, ...more].map((pointer) => marksAt(pointer)[0]);
  for (const id of wrong) add(id, place, "fails");
  for (const id of new Set(own)) if (id !== undefined && !wrong.has(id)) add(id, place, "holds");
}

/** The mark of a node, or `undefined`, and the marks of the nodes around it. */
function marksOf(root: DocumentNode): (pointer: string) => readonly unknown[] {
  const read = new Map<string, readonly unknown[]>();
  const marksAt = (pointer: string): readonly unknown[] => {
    if (pointer === "") return [];
    const earlier = read.get(pointer);
    if (earlier !== undefined) return earlier;
    const own = markOf(fieldsIn(at(root, pointer)));
    const all = [own, ...marksAt(pointer.slice(0, pointer.lastIndexOf("/")))];
    read.set(pointer, all);
    return all;
  };
  return marksAt;
}

function markOf(node: DocumentNode): unknown {
  return node["x-assumed"];
}

function formOf({ operation }: ObservedCall): readonly string[] {
  const body = child(operation?.pointer ?? "", "requestBody");
  return [body, child(body, "content", formType)];
}

function asksForKey({ code }: ObservedCall): boolean {
  return [codeOf("INVALID_API_KEY"), codeOf("MALFORMED_API_KEY")].includes(code);
}

function asksForSignature({ code, msg }: ObservedCall): boolean {
  const names = [signing.signature, signing.timestamp];
  return code === codeOf("MISSING_PARAMETER") && names.some((name) => msg.includes(name));
}

/** Placements on symbols with known filters, and what these say of them. */
export const brokenFilters = once((traffic: Traffic) => {
  const rules = new Map<string, { compiled: CompiledFilters; names: readonly string[] }>();
  return callsOf(traffic, "exchange.info", "order.place").flatMap((call) => {
    for (const info of call.role === "exchange.info" ? rowsOf(call) : []) {
      const exchangeFilters = listIn(info["exchangeFilters"]);
      for (const symbol of rowsIn(info["symbols"])) {
        const listed = listIn(symbol["filters"]);
        const compiled = compileFilters(listed, { exchangeFilters });
        const names = listed.flatMap((each) => filterName(fieldsIn(each)) ?? []);
        rules.set(textOf(symbol["symbol"]), { compiled, names });
      }
    }
    const own = call.role === "order.place" ? rules.get(call.sent["symbol"] ?? "") : undefined;
    if (own === undefined) return [];
    const { violations, unknown } = own.compiled.checkOrder(call.sent);
    const broken = violations.filter((each) => each.kind !== "notation");
    return [{ call, broken, unknown, filters: own.names }];
  });
});

/** Whether a placement was refused for this filter. */
export function namesFilter({ code, msg }: ObservedCall, filter: string): boolean {
  return code === codeOf("FILTER_FAILURE") && new RegExp(`\\b${filter}\\b`).test(msg);
}

/** Cancellations of ended orders. */
function* refusedCancellations({ calls }: Traffic): Generator<Sighting<Verdict>> {
  const ended = new Set<string>();
  for (const call of calls) {
    for (const { conversation, status } of statesOfCall(call)) {
      if (isFinal(status)) ended.add(conversation);
    }
    const isTried = call.role === "order.cancel" && call.code === codeOf("CANCELLATION_REJECTED");
    if (isTried && ended.has(keyOf(call, call.sent))) yield see(call, "holds");
  }
}

/** Each two consecutive states of an order in one conversation. */
export function* orderSteps(traffic: Traffic) {
  const seen = [
    ...traffic.calls.flatMap(statesOfCall),
    ...traffic.messages.flatMap(statesOfReport),
  ];
  for (const [before, after] of neighbours(seen)) {
    // Overlapping responses have no order.
    if (after.at < before.endedAt) continue;
    yield { before: before.status, after: after.status, place: after.place };
  }
}

/** The state of an order; `conversation` combines the wire and the order. */
type OrderSeen = Pick<ObservedCall, "conversation" | "place" | "at" | "endedAt"> & {
  readonly status: string;
};

function statesOfCall(call: ObservedCall): readonly OrderSeen[] {
  const { place, at, endedAt } = call;
  return rowsOf(call).flatMap(({ symbol, orderId, status }) => {
    if (typeof status !== "string" || orderId === undefined) return [];
    return [{ conversation: keyOf(call, { symbol, orderId }), place, at, endedAt, status }];
  });
}

function keyOf({ conversation }: ObservedCall, { symbol, orderId }: Row): string {
  return `${conversation} ${String(symbol)} ${String(orderId)}`;
}

function statesOfReport(message: Traffic["messages"][number]): readonly OrderSeen[] {
  const { place, at, data } = message;
  const { order } = recordsOf(message) ?? {};
  if (order === undefined) return [];
  const record = readRecord(data, order);
  const { [userRecords.order.status]: status } = record;
  if (typeof status !== "string") return [];
  // Reports and responses have no common order.
  const id = identityOf(record, userRecords.order.identity);
  const conversation = `${message.conversation} reports ${id}`;
  return [{ conversation, place, at, endedAt: at, status }];
}
