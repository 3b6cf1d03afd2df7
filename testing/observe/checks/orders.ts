/** Assumptions about placements and their effect on orders and balances. */

import { placeOrder } from "../../../generated/operations.ts";
import { orderTypeRules } from "../../../generated/order-rules.ts";
import * as decimal from "../../../runtime/encoding/decimal.ts";
import { fieldsIn, rowsIn } from "../../../runtime/encoding/json-value.ts";
import { rolesOf } from "../../suite/field-names.ts";
import type { ObservedCall } from "../traffic.ts";
import {
  accountOf,
  byAccount,
  type Checks,
  callsOf,
  codeOf,
  neighbours,
  ofCalls,
  type Row,
  rowsOf,
  see,
  textOf,
  verdict,
} from "./sighting.ts";

export const orderChecks = {
  /** A placement of another type than LIMIT and MARKET without a response type. */
  "order-placement-response": ofCalls(["order.place"], ({ ok, sent, payload }) => {
    const { type = "", newOrderRespType } = sent;
    const isUsual = newOrderRespType !== undefined || ["LIMIT", "MARKET"].includes(type);
    return ok && !isUsual ? ("fills" in fieldsIn(payload) ? "full" : "byType") : undefined;
  }),

  /** A second placement with the client id of an order that may still be open. */
  "duplicate-client-id": function* (traffic) {
    const first = new Map<string, unknown>();
    const { refusedRepeatMessage } = placeOrder.placement;
    for (const call of byAccount(callsOf(traffic, "order.place"))) {
      const { newClientOrderId, symbol } = call.sent;
      if (newClientOrderId === undefined) continue;
      const key = `${call.conversation} ${symbol} ${newClientOrderId}`;
      const { orderId } = fieldsIn(call.payload);
      if (call.ok && orderId === first.get(key)) yield see(call, "answered");
      else if (call.ok) first.set(key, orderId);
      else if (first.has(key) && call.msg === refusedRepeatMessage) yield see(call, "refused");
    }
  },

  /** An order query without an id. */
  "order-lookup": ofCalls(["order.query", "order.cancel"], ({ ok, code, sent }) => {
    const { orderId, origClientOrderId, symbol } = sent;
    const isAsked = orderId !== undefined || origClientOrderId !== undefined;
    const isNamed = ok || code === codeOf("MISSING_PARAMETER");
    return !isAsked && isNamed && symbol !== undefined ? verdict(!ok) : undefined;
  }),

  /** A price or a quantity sent twice with different values. */
  "parameter-in-both-places": ofCalls(["order.place"], ({ ok, id, code, request, payload }) => {
    const shownAs = new Map([
      ["price", "price"],
      ["quantity", "origQty"],
    ]);
    const [query, form] = [new Map(request.query), new Map(request.form)];
    return rolesOf(id).flatMap(({ name, role }) => {
      const shown = shownAs.get(role);
      if (shown === undefined) return [];
      const [inQuery, inForm] = [query.get(name), form.get(name)];
      if (inQuery === undefined || inForm === undefined || inQuery === inForm) return [];
      if (code === codeOf("TOO_MANY_PARAMETERS")) return "refused";
      const taken = ok ? decimalOf(fieldsIn(payload)[shown]) : undefined;
      return isSame(taken, inQuery) ? "query" : isSame(taken, inForm) ? "body" : [];
    });
  }),

  /** The result of querying a refused placement by its client id. */
  "refused-placements": function* (traffic) {
    const refused = new Set<string>();
    const placed = new Set<string>();
    for (const call of byAccount(callsOf(traffic, "order.place", "order.query"))) {
      const { newClientOrderId, origClientOrderId, symbol } = call.sent;
      const key = `${call.conversation} ${symbol} ${newClientOrderId ?? origClientOrderId}`;
      if (call.role === "order.place") {
        if (newClientOrderId === undefined) continue;
        if (call.ok) placed.add(key);
        else if (call.code === codeOf("ORDER_REJECTED")) refused.add(key);
      } else if (refused.has(key) && !placed.has(key)) {
        const isUnknown = call.code === codeOf("NO_SUCH_ORDER");
        if (call.ok || isUnknown) yield see(call, verdict(isUnknown));
      }
    }
  },

  /** A waiting stop order; one with a limit price may have been triggered. */
  "working-flag": ofCalls(["order.query", "orders.open", "orders.all"], (call) =>
    rowsOf(call).flatMap(({ type, status, isWorking }) => {
      const rule = orderTypes[textOf(type)];
      if (status !== "NEW" || rule?.triggersWhenPrice === undefined) return [];
      if (isWorking === false) return "working";
      return isWorking === true && rule.forbidden.includes("price") ? "open" : [];
    }),
  ),

  /** A trade with both orders of one account is two rows with one id. */
  "self-trades": ofCalls(["trades.own", "order.place"], (call) => {
    if (call.role === "order.place") {
      const isOwn = /\bown account\b|\bself[- ]?trad/i.test(call.msg);
      return call.code === codeOf("ORDER_REJECTED") && isOwn ? "refused" : undefined;
    }
    const ids = rowsOf(call).map(({ id }) => id);
    return new Set(ids).size < ids.length ? "allowed" : undefined;
  }),

  /** A fill whose commission has too many places, with the account's rates. */
  "commission-rounding": function* (traffic) {
    const rates = new Map<string, Row>();
    for (const call of callsOf(traffic, "account.fees", "order.place", "trades.own")) {
      if (call.role === "account.fees") {
        for (const row of rowsOf(call)) rates.set(`${accountOf(call)} ${row["symbol"]}`, row);
        continue;
      }
      const fees = rates.get(`${accountOf(call)} ${call.sent["symbol"]}`);
      for (const fill of fillsOf(call)) {
        const rate = decimalOf(fees?.[fill.isMaker ? "makerCommission" : "takerCommission"]);
        const reading = rate === undefined ? undefined : roundingOf(fill, rate);
        if (reading !== undefined) yield see(call, reading);
      }
    }
  },

  /** The change of one asset's balance by a single placement between two account reads. */
  "balance-moves": function* (traffic, id) {
    const asked = callsOf(traffic, "account", "order.place", "order.cancel").filter(({ ok }) => ok);
    for (const [one, placed, other] of triples(byAccount(asked))) {
      if (one.role !== "account" || placed.role !== "order.place" || other.role !== "account")
        continue;
      const moved = changes(one, other);
      const [move] = moved;
      const { status, side, origQty, executedQty, price } = fieldsIn(placed.payload);
      const [quantity, filled, limit] = [origQty, executedQty, price].map(decimalOf);
      if (quantity === undefined || filled?.units !== 0 || limit === undefined) continue;
      if (id === "unlocking-on-expiry" && status === "EXPIRED") {
        yield see(placed, verdict(move === undefined));
      }
      const isLock = status === "NEW" && placed.sent["stopPrice"] === undefined;
      if (id === "locked-amounts" && isLock && move !== undefined && moved.length === 1) {
        const amount = side === "BUY" ? decimal.multiply(limit, quantity) : quantity;
        const isWhole = decimal.add(move.free, move.locked).units === 0;
        const isSame = decimal.subtract(move.locked, amount).units === 0;
        yield see(placed, verdict(isWhole && isSame));
      }
    }
  },
} satisfies Checks;

interface OrderTypeRule {
  readonly forbidden: readonly string[];
  readonly triggersWhenPrice?: object;
}

const orderTypes: Readonly<Record<string, OrderTypeRule | undefined>> = orderTypeRules;

/** Decimal places of a commission. */
const commissionScale = 8;

/** The fills of a response with the amount received, before commission. */
function fillsOf(call: ObservedCall) {
  const isPlacement = call.role === "order.place";
  const rows = isPlacement ? rowsIn(fieldsIn(call.payload)["fills"]) : rowsOf(call);
  return rows.flatMap(({ price, qty, commission, isBuyer, isMaker }) => {
    const isBuy = isPlacement ? call.sent["side"] === "BUY" : isBuyer === true;
    const [paid, got, taken] = [price, qty, commission].map(decimalOf);
    if (paid === undefined || got === undefined || taken === undefined) return [];
    const received = isBuy ? got : decimal.multiply(paid, got);
    return [{ received, commission: taken, isMaker: isMaker === true }];
  });
}

function roundingOf(
  { received, commission }: ReturnType<typeof fillsOf>[number],
  rate: decimal.Parts,
): "down" | "up" | undefined {
  const exact = decimal.multiply(received, rate);
  if (exact.scale <= commissionScale) return undefined;
  const unit = 10n ** BigInt(exact.scale - commissionScale);
  const floor = BigInt(exact.units) / unit;
  if (floor * unit === BigInt(exact.units)) return undefined;
  const taken = BigInt(decimal.unitsAt(commission, commissionScale));
  return taken === floor ? "down" : taken === floor + 1n ? "up" : undefined;
}

/** Balances that differ between two reads, with the differences. */
function changes(one: ObservedCall, other: ObservedCall) {
  const before = new Map(balancesOf(one).map((each) => [each["asset"], each]));
  return balancesOf(other).flatMap((after) => {
    const known = before.get(after["asset"]) ?? {};
    const [free, locked] = ["free", "locked"].map((name) => {
      const [from, to] = [decimalOf(known[name]) ?? zero, decimalOf(after[name]) ?? zero];
      return decimal.subtract(to, from);
    });
    if (free === undefined || locked === undefined) return [];
    return free.units === 0 && locked.units === 0 ? [] : [{ free, locked }];
  });
}

const zero: decimal.Parts = { units: 0, scale: 0 };

function balancesOf({ payload }: ObservedCall): readonly Row[] {
  return rowsIn(fieldsIn(payload)["balances"]);
}

function* triples(
  calls: readonly ObservedCall[],
): Generator<readonly [ObservedCall, ObservedCall, ObservedCall]> {
  const pairs = [...neighbours(calls)];
  for (const [one, middle] of pairs) {
    const next = pairs.find(([from]) => from === middle);
    if (next !== undefined) yield [one, middle, next[1]];
  }
}

function decimalOf(value: unknown): decimal.Parts | undefined {
  const isPlain = decimal.decimalIssue(value, { signed: true }) === undefined;
  return isPlain ? decimal.read(String(value)) : undefined;
}

function isSame(one: decimal.Parts | undefined, other: string): boolean {
  const parts = decimalOf(other);
  if (one === undefined || parts === undefined) return false;
  return decimal.subtract(one, parts).units === 0;
}
