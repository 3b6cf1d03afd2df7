/**
 * Events in words, for `npx tradespec watch`. The interface does not show these messages: one in
 * another form is printed as it is.
 */

import type { UserEvent } from "../../generated/user-data.ts";
import { type Fields, fieldsIn, rowsIn } from "../../runtime/encoding/json-value.ts";
import { priceText, toJson } from "./connect.ts";

export function tradeText(event: unknown): string {
  const { T, s, p, q, m } = fieldsIn(event);
  const isKnown = [timeOf(T), s, p, q].every(isPlain) && typeof m === "boolean";
  if (!isKnown) return toJson(event);
  return `${timeOf(T)} trade ${s} ${q} at ${p}, ${m ? "sold" : "bought"} by the taker`;
}

/** An event in words; a gap and its end stand alone, so that a reader sees what may be missing. */
export function userText(event: UserEvent): string {
  if (event.kind === "live") return "account: up to date";
  if (event.kind === "gap") return "account: events may be missing";
  return wordsOf(event) ?? `account: ${toJson("data" in event ? event.data : event)}`;
}

function wordsOf(event: UserEvent): string | undefined {
  if (event.kind === "order") return orderText({ ...event.order });
  if (event.kind === "balances") return balanceText(event.balances);
  if (event.kind !== "event") return undefined;
  const { E, s, S, q, p, z, X, i, B } = fieldsIn(event.data);
  if (Array.isArray(B)) {
    return balanceText(rowsIn(B).map(({ a, f, l }) => ({ asset: a, free: f, locked: l })));
  }
  const order = { symbol: s, side: S, origQty: q, price: p, executedQty: z, status: X, orderId: i };
  const [time, text] = [timeOf(E), orderText(order)];
  return time && text && `${time} ${text}`;
}

function orderText(order: Fields): string | undefined {
  const { symbol, side, origQty, price, executedQty, status, orderId } = order;
  if (![symbol, side, origQty, price, executedQty, status, orderId].every(isPlain))
    return undefined;
  const words = `order ${orderId} ${status}: ${side} ${origQty} ${symbol}`;
  return `${words}${priceText(price)}, executed ${executedQty}`;
}

function balanceText(balances: readonly Fields[]): string | undefined {
  const lines = balances.map(({ asset, free, locked }) =>
    [asset, free, locked].every(isPlain)
      ? `balance ${asset}: ${free} free, ${locked} locked`
      : undefined,
  );
  return lines.includes(undefined) ? undefined : lines.join("\n");
}

function isPlain(value: unknown): boolean {
  return ["string", "number", "bigint"].includes(typeof value);
}

function timeOf(ms: unknown): string | undefined {
  const isTime = /^\d{1,15}$/u.test(String(ms));
  return isTime ? new Date(Number(ms)).toISOString().slice(11, 23) : undefined;
}
