/** An event of the feed in one line: what matters of it. */

import { refusals } from "../../generated/sandbox.ts";
import { normalForm } from "../../runtime/encoding/decimal.ts";
import type { FeedEvent, FeedMessage, FeedRequest } from "./feed.ts";

/** What happened, without its time. */
export function summaryOf(event: FeedEvent): string {
  switch (event.kind) {
    case "request":
      return `${askedOf(event)} → ${outcomeText(event)}`;
    case "message":
      return messageText(event);
    case "order": {
      const { account, side, quantity, symbol, price, status, executed, clientOrderId } = event;
      const atPrice = /[1-9]/.test(price) ? ` @ ${normalForm(price)}` : "";
      const what = `${side} ${normalForm(quantity)} ${symbol}${atPrice}`;
      return `order of ${account}: ${what} ${status}, executed ${normalForm(executed)} (${clientOrderId})`;
    }
    case "fault":
      return [`fault ${event.fault}`, event.operation, event.stream, event.account]
        .filter((part) => part !== undefined)
        .join(" ");
    case "lost":
      return `${Object.values(event.lost).reduce((sum, many) => sum + many, 0)} events are lost`;
  }
}

/** A request as an entry of a log, without secrets. */
export type LogEntry = ReturnType<typeof logEntry>;

export function logEntry(event: FeedRequest) {
  const { time, operation, ms, ip } = event;
  const { status, code, broken } = event.response;
  const isFailure = status === undefined || status >= 500 || broken !== undefined;
  // "error" for a failure of the sandbox or a broken response, "warn" for a rejected request.
  const level = isFailure ? "error" : status >= 400 ? "warn" : "info";
  const text = summaryOf(event);
  return { level, time, event: "request", operation, status, ms, code, ip, text } as const;
}

/** What a request asked for. */
export function askedOf({ method, path, operation, query, body }: FeedRequest): string {
  const fields = new Map([...query, ...body].map(([name = "", value = ""]) => [name, value]));
  const text = (...names: readonly string[]): string =>
    names.map((name) => fields.get(name) ?? "").find((value) => value !== "") ?? "";
  const [price, spent] = [text("price", "stopPrice"), text("quoteOrderQty")];
  const words = [
    method,
    // A path that the interface does not have is the mistake itself.
    operation === undefined ? path : path.replace(/^\/api\/v\d+\//, ""),
    text("side"),
    text("quantity"),
    text("symbol"),
    spent && `for ${spent}`,
    price && `@ ${price}`,
    text("type") === "MARKET" ? "at market" : "",
    text("orderId", "origClientOrderId", "newClientOrderId"),
  ];
  return words.filter((word) => word !== "").join(" ");
}

/** How a request ended. */
export function outcomeText({ verdict, response, signed, faults }: FeedRequest): string {
  const met = faults.length > 0 ? ` (fault ${faults.join(", ")})` : "";
  return `${decidedText(verdict, signed)}${sentText(verdict, response)}${met}`;
}

function decidedText(verdict: FeedRequest["verdict"], signed: FeedRequest["signed"]): string {
  if (verdict === undefined) return "kept from the exchange";
  if (verdict.outcome !== "refused") return verdict.outcome;
  const { code, message = "", issues } = verdict;
  const [issue] = issues;
  if (issue?.filter !== undefined) {
    const { filter, rule, filterField = rule, bound = "" } = issue;
    return `refused ${filter} ${filterField} ${normalForm(bound)}`;
  }
  const about = code === refusals.signatureWrong ? signed?.about : undefined;
  return `refused ${code} ${about ?? message}`;
}

function sentText(verdict: FeedRequest["verdict"], response: FeedRequest["response"]): string {
  const { status, code, broken } = response;
  if (broken !== undefined) return `, response ${brokenTexts[broken]}`;
  const isUsual = verdict?.outcome === "accepted" ? status === 200 : code === verdict?.code;
  if (isUsual && verdict !== undefined) return "";
  return `, sent ${status}${code === undefined ? "" : ` ${code}`}`;
}

const brokenTexts: Readonly<Record<NonNullable<FeedRequest["response"]["broken"]>, string>> = {
  hang: "never sent",
  drop: "lost",
  reset: "lost by a reset",
  garble: "not HTTP",
  cut: "cut off",
  left: "not waited for",
};

function messageText(event: FeedMessage): string {
  const { what, connection, account, stream, event: type, streams = [], code, text = "" } = event;
  const of = stream ?? (account === undefined ? "" : `user data of ${account}`);
  const words = {
    opened: `opened ${streams.join(", ")}`,
    refused: `refused${code === undefined ? "" : ` ${code}`} ${text}`,
    sent: `sent ${type ?? "message"} ${of}`,
    received: `received ${text}`,
    replied: `replied ${text}`,
    ping: "ping",
    pong: "pong",
    closed: `closed by the exchange ${code ?? ""} ${text}`,
    cut: "cut by the exchange",
    ended: "ended",
  }[what];
  return `stream ${connection} ${words}`.trim();
}
