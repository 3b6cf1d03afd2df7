/** Puts every request into the feed. */

import { envelope, retry } from "../../generated/errors.ts";
import { signing } from "../../generated/signing.ts";
import type { Redact } from "../../runtime/call/redact.ts";
import type { RequestIssue } from "../../runtime/encoding/field-issue.ts";
import type { Pair } from "../../runtime/encoding/percent.ts";
import { signingText } from "../../runtime/signing/signature.ts";
import type { KeyRecord } from "../config/accounts.ts";
import { machine } from "../defaults.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { RequestError } from "../exchange/request-error.ts";
import { keyOf } from "../http/authentication.ts";
import { decodeRequest, type RequestPairs, wireTextWithout } from "../http/fields.ts";
import {
  chunksOf,
  type HttpRequest,
  type HttpResponse,
  type RequestHandler,
  type RequestNotes,
  sendingMs,
  whenReady,
} from "../http/messages.ts";
import { findOperation } from "../http/request-handler.ts";
import type { Content, Feed, FeedRequest } from "./feed.ts";
import { signatureProblem } from "./signature.ts";

/** What is kept of a request until somebody reads it; nothing of its connection. */
interface Raw extends RequestNotes, Pick<HttpRequest, "method" | "path" | "query" | "body" | "ip"> {
  readonly time: number;
  end: number;
  ms: number;
  readonly agent: string | undefined;
  readonly key: KeyRecord | undefined;
  response: HttpResponse | undefined;
}

/** Size of an event without its texts, in characters. */
const ownSize = 500;

/** Wraps a handler so that each request gets into the feed with its response. */
export function withRequestFeed(
  exchange: Exchange,
  feed: Feed,
  { redact, handle }: { readonly redact: Redact; readonly handle: RequestHandler },
): RequestHandler {
  const make = (raw: Raw) => requestEvent(raw, exchange, redact);
  const add = (raw: Raw, response: HttpResponse): void => {
    // A sender that left has its event.
    if (raw.response !== undefined) return;
    raw.ms = machine.now() - raw.ms;
    raw.end = exchange.now();
    raw.response = response;
    const { path, query, body } = raw;
    const size = ownSize + path.length + query.length + body.length + response.body.length;
    feed.add("request", size, raw, make);
  };
  return (request) => {
    const { method, path, query, body, ip, header } = request;
    // One literal: spreading its parts took a third of the feed's time.
    const raw: Raw = {
      time: exchange.now(),
      end: 0,
      ms: machine.now(),
      method,
      path,
      query,
      body,
      ip,
      agent: header("user-agent"),
      key: keyOf(exchange, request),
      faults: none,
      weight: undefined,
      error: undefined,
      answer: undefined,
      response: undefined,
    };
    request.notes = raw;
    const handled = handle(request);
    let cancel: (() => void) | undefined;
    if (handled instanceof Promise) {
      request.onLeave?.(() => {
        // The exchange may still carry it out; its event is what there was for the sender.
        request.notes = undefined;
        cancel?.();
        add(raw, unsent);
      });
    }
    return whenReady(handled, (response) => {
      const ms = sendingMs(response);
      if (ms > 0) cancel = exchange.after(ms, () => add(raw, response));
      else add(raw, response);
      return response;
    });
  };
}

const none: readonly string[] = [];
/** What a sender has that left. */
const unsent: HttpResponse = { status: 0, headers: {}, body: "" };

function requestEvent(raw: Raw, exchange: Exchange, redact: Redact): Content<"request"> {
  const { time, end, ms, method, path, ip, agent, key, faults, weight, answer } = raw;
  const operation = findOperation(method, path);
  const sent = decodeRequest(raw);
  const clean = (pairs: readonly Pair[]) =>
    pairs.map(([name, value]) => {
      // With its name, a secret is recognised whoever's it is.
      const [shown, named] = [redact(name), redact(`${name}=${value}`)];
      return [shown, named.startsWith(`${shown}=`) ? named.slice(shown.length + 1) : named];
    });
  return {
    time,
    end,
    ms: Math.round(ms * 100) / 100,
    ip,
    ...(agent !== undefined && { agent: redact(agent) }),
    ...(key !== undefined && { account: key.account }),
    ...(operation !== undefined && { operation: operation.id }),
    method,
    path: redact(path),
    query: clean(sent.query),
    body: clean(sent.body),
    ...(operation?.signed === true && { signed: signedPart(raw, sent, exchange, redact) }),
    ...(weight !== undefined && { weight }),
    ...(answer !== undefined && { windows: windowsAfter(exchange, answer.headers) }),
    faults: [...faults],
    ...(answer !== undefined && { verdict: verdictOf(raw.error, redact) }),
    response: sentResponse(raw.response ?? unsent, redact),
  };
}

function signedPart(
  raw: Raw,
  { query, body }: RequestPairs,
  exchange: Exchange,
  redact: Redact,
): NonNullable<FeedRequest["signed"]> {
  const plain = signingText(query, body, signing);
  const wire = wireTextWithout(raw, signing.signature);
  const texts = { raw: [plain], percent: [wire], both: [wire, plain] }[exchange.signing];
  const [, stamp = ""] = [...query, ...body].find(([name]) => name === signing.timestamp) ?? [];
  const { key } = raw;
  const keys = exchange.keys.values();
  return {
    text: redact(texts[0] ?? plain),
    ...(key && signatureProblem({ query, body, wire, texts, key, keys: [...keys] })),
    ...(/^\d{1,16}$/.test(stamp) && { clockMs: Number(stamp) - Math.floor(raw.time) }),
  };
}

function windowsAfter(exchange: Exchange, usage: HttpResponse["headers"]) {
  return exchange.windows.flatMap(({ id, header, amount }) => {
    const used = usage[header];
    if (used === undefined) return [];
    return [{ limit: id, used: Number(used), ...(amount !== null && { amount }) }];
  });
}

function verdictOf(error: unknown, redact: Redact): NonNullable<FeedRequest["verdict"]> {
  if (error === undefined) return { outcome: "accepted", issues: [] };
  if (!(error instanceof RequestError)) return { outcome: "failed", issues: [] };
  const { code, message, issues } = error;
  const shown = issues.map((issue) => issueOf(issue, redact));
  return { outcome: "refused", code, message: redact(message), issues: shown };
}

function issueOf(issue: RequestIssue, redact: Redact) {
  const { field, rule, message, filter, value, bound, filterField, nearest } = issue;
  const kind = Reflect.get(issue, "kind") as string | undefined;
  const known = Object.entries({ kind, filter, value, bound, filterField, nearest });
  const texts = Object.fromEntries(known.filter(([, text]) => text !== undefined));
  return { field: redact(field), rule, message: redact(message), ...texts };
}

/** The start of an error envelope. */
const errorCode = new RegExp(`^\\{"${envelope.code}":(-?\\d+)`);

function sentResponse(response: HttpResponse, redact: Redact): FeedRequest["response"] {
  const { status, headers, body, transportFault: fault = {} } = response;
  const { length, isCut } = chunksOf(response);
  const disturbed = fault.lost ?? (fault.garble === undefined ? undefined : "garble");
  const broken = response === unsent ? "left" : disturbed;
  const [, code] = errorCode.exec(body) ?? [];
  const retryAfter = headers[retry.header];
  const sent = {
    status,
    ...(code !== undefined && { code: Number(code) }),
    ...(isCut && { broken: "cut" as const }),
    ...(retryAfter !== undefined && { retryAfter }),
    bytes: length,
    body: redact(body),
  };
  return broken === undefined ? sent : { broken, bytes: 0, body: "" };
}
