/** Responses that faults send in place of the exchange's, and changes of its own responses. */

import { envelope, errorCodes } from "../../generated/errors.ts";
import { limits } from "../../generated/limits.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { RequestError } from "../exchange/request-error.ts";
import type { HttpResponse, TransportFault } from "../http/messages.ts";
import { errorResponse } from "../http/request-handler.ts";
import type { RequestRule, RetryAfter } from "./kinds.ts";

/** Faults that replace the response of the exchange. */
const endings = [
  "hang",
  "drop",
  "reset",
  "garble",
  "status",
  "throttle",
  "error",
  "response",
] as const satisfies readonly RequestRule["fault"][];

export type EndingRule = Extract<RequestRule, { readonly fault: (typeof endings)[number] }>;

export function isEnding(rule: RequestRule): rule is EndingRule {
  return (endings as readonly string[]).includes(rule.fault);
}

/** The response that a fault sends instead. */
export function responseInPlace(rule: EndingRule, exchange: Exchange, ip: string): HttpResponse {
  const reject = (error: RequestError): HttpResponse => errorResponse(exchange, ip, error);
  switch (rule.fault) {
    case "hang":
    case "drop":
    case "reset":
      return { status: 500, headers: {}, body: "", transportFault: { lost: rule.fault } };
    case "garble":
      return { status: 500, headers: {}, body: "", transportFault: { garble: rule.text } };
    case "status": {
      const { status, body = "envelope" } = rule;
      const what = "an injected fault answers in place of the exchange.";
      if (body === "envelope") return reject(new RequestError("UNKNOWN_ERROR", what, { status }));
      const headers = { "Content-Type": "text/html; charset=utf-8" };
      return { status, headers, body: body === "html" ? htmlOf(status) : "" };
    }
    case "throttle": {
      const { retryAfter = 1 } = rule;
      const wait = retryAfterText(retryAfter, exchange.now());
      const headers: Record<string, string> = wait === undefined ? {} : { "Retry-After": wait };
      return reject(new RequestError("RATE_LIMIT", "an injected fault says so.", { headers }));
    }
    case "error": {
      const known = errorCodes.find(({ code }) => code === rule.code) ?? errorCodes[0];
      const status = rule.status === undefined ? {} : { status: rule.status };
      return reject(new RequestError(known.name, known.condition, status));
    }
    case "response": {
      const { status = 200, headers = jsonType, body = "", bodyBase64, times = 1 } = rule;
      if (bodyBase64 === undefined) return { status, headers, body: body.repeat(times) };
      const bytes = bytesOf(bodyBase64, times);
      return { status, headers, body: "", transportFault: { bytes } };
    }
  }
}

const jsonType = { "Content-Type": "application/json; charset=utf-8" } as const;

function htmlOf(status: number): string {
  return `<html>\r\n<head><title>${status}</title></head>\r\n<body>${status}</body>\r\n</html>\r\n`;
}

function retryAfterText(wait: RetryAfter, now: number): string | undefined {
  if (wait === null) return undefined;
  if (typeof wait !== "object") return String(wait);
  return new Date(now + wait.dateInMs).toUTCString();
}

function bytesOf(base64: string, times: number): Uint8Array {
  const once = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const bytes = new Uint8Array(once.byteLength * times);
  for (let time = 0; time < times; time += 1) bytes.set(once, time * once.byteLength);
  return bytes;
}

const usageHeaders: ReadonlySet<string> = new Set(limits.map(({ header }) => header));

/** The response as a fault changes it; most faults leave it as it is. */
export function changeResponse(
  rule: RequestRule,
  response: HttpResponse,
  now: number,
): HttpResponse {
  switch (rule.fault) {
    case "envelope":
      return rule.on === false ? response : { ...response, body: enveloped(response, now) };
    case "usage":
      return { ...response, headers: withUsage(response.headers, rule.as) };
    case "headers":
      return { ...response, headers: withHeaders(response.headers, rule.set) };
    case "truncate":
      return { ...response, transportFault: { ...response.transportFault, endAfter: rule.bytes } };
    case "dribble": {
      const pieces: TransportFault["pieces"] = { bytes: rule.bytes, everyMs: rule.everyMs };
      return { ...response, transportFault: { ...response.transportFault, pieces } };
    }
    default:
      return response;
  }
}

/** A success wrapped in the envelope; errors have it already. */
function enveloped({ status, body }: HttpResponse, now: number): string {
  if (status !== 200) return body;
  const { code, message, timestamp, data, successCodes } = envelope;
  const head = JSON.stringify({ [code]: successCodes[0], [message]: "success", [timestamp]: now });
  return `${head.slice(0, -1)},"${data}":${body}}`;
}

type Headers = HttpResponse["headers"];

function withUsage(headers: Headers, text: string | undefined): Headers {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (!usageHeaders.has(name)) return [[name, value]];
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** Names are compared without regard to case, as HTTP has it. */
function withHeaders(headers: Headers, set: Headers): Headers {
  const changed = new Set(Object.keys(set).map((name) => name.toLowerCase()));
  const kept = Object.entries(headers).filter(([name]) => !changed.has(name.toLowerCase()));
  const added = Object.entries(set).filter(([, value]) => value !== "");
  return Object.fromEntries([...kept, ...added]);
}
