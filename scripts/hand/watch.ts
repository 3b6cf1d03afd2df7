/** `npx tradespec watch`: trades, and the account's orders and balances, as they change. */

import type { Balance, TradeEvent } from "../../generated/index.ts";
import { createStreams } from "../../generated/stream-client.ts";
import { type UserEvent, type UserOrder, watchUserData } from "../../generated/user-data.ts";
import { readCommandLine, refuseValue } from "../shared/command-line.ts";
import { ownStreamUrl, readBaseUrl, readStreamUrl, socketClass } from "../shared/exchange.ts";
import { onEnd } from "../shared/lifetime.ts";
import { connect, connectHelp, connectOptions, hasKeys, orExit, toJson } from "./connect.ts";

const help = `
Usage: npx tradespec watch SYMBOL... [options]

Prints each trade until Ctrl-C; with an API key, also changes of the account's orders and balances.

  --stream-url URL address of the streams (default that of the exchange, with the path /stream)
${connectHelp}`;

const { values, positionals: symbols } = readCommandLine(
  help,
  { ...connectOptions, "stream-url": { type: "string" } },
  "words",
);
if (symbols.length === 0) refuseValue("Give at least one symbol after watch.");
const { "base-url": baseUrl, "stream-url": streamUrl } = values;
const streams = createStreams({
  url: streamUrl === undefined ? ownStreamUrl(readBaseUrl(baseUrl)) : readStreamUrl(streamUrl),
  WebSocket: socketClass,
  onEvent: (notice) => {
    if (notice.kind !== "disconnected") return;
    const { reason, code, retryMs } = notice;
    sayFailed(reason || `the connection was closed with code ${code}`, retryMs);
  },
});
const client = connect(baseUrl);
await orExit(follow());

async function follow(): Promise<void> {
  const sources = { client, streams, symbols };
  const userData = !hasKeys()
    ? undefined
    : watchUserData({
        ...sources,
        onNotice: (notice) => {
          if (notice.kind === "failed") sayFailed(notice.error.message, notice.retryMs);
        },
      });
  onEnd(async () => {
    await userData?.close();
    streams.close();
  });
  await Promise.all([
    printAll(streams.trade(symbols), tradeText),
    ...(userData === undefined ? [] : [printAll(userData, userText)]),
  ]);
}

/** Says what is tried again; the last failure ends the command. */
function sayFailed(reason: string, retryMs: number | undefined): void {
  if (retryMs !== undefined) process.stderr.write(`${reason}\n`);
}

async function printAll<Event>(events: AsyncIterable<Event>, text: (event: Event) => string) {
  for await (const event of events) {
    const line = values.json ? toJson(event) : text(event);
    if (line !== "") process.stdout.write(`${line}\n`);
  }
}

/** The interface does not show these messages: one with other fields is printed as it is. */
function tradeText(event: TradeEvent): string {
  const { T, s, p, q, m } = event;
  if (p === undefined || q === undefined) return toJson(event);
  return `${timeOf(T)} trade ${s} ${q} at ${p}, ${m ? "sold" : "bought"} by the taker`;
}

/** An event in words; a gap and its end stand alone, so that a reader sees what may be missing. */
function userText(event: UserEvent): string {
  if (event.kind === "event" && "X" in event.data) {
    const { E, s: symbol, S: side, q: origQty, p: price, z: executedQty, X, i } = event.data;
    const order = { symbol, side, origQty, price, executedQty, status: X, orderId: i };
    return `${timeOf(E)} ${orderText(order as UserOrder)}`;
  }
  if (event.kind === "order") return orderText(event.order);
  if (event.kind === "event" && "B" in event.data) {
    return balanceText(
      event.data.B.map(({ a, f, l }) => ({ asset: a, free: f, locked: l }) as Partial<Balance>),
    );
  }
  if (event.kind === "balances") return balanceText(event.balances);
  if (event.kind === "live") return "account: up to date";
  if (event.kind === "gap") return "account: events may be missing";
  return `account: ${toJson("data" in event ? event.data : event)}`;
}

function orderText({ symbol, side, origQty, price, executedQty, status, orderId }: UserOrder) {
  return `order ${orderId} ${status}: ${side} ${origQty} ${symbol} at ${price}, executed ${executedQty}`;
}

function balanceText(balances: readonly Partial<Balance>[]): string {
  return balances
    .map(({ asset, free, locked }) => `balance ${asset}: ${free} free, ${locked} locked`)
    .join("\n");
}

function timeOf(ms: unknown): string {
  return new Date(Number(ms)).toISOString().slice(11, 23);
}
