/** Responses that faults send instead of the exchange's, and faults that change its responses. */

import { errorCodes, retry } from "../../generated/errors.ts";
import { limits } from "../../generated/limits.ts";
import { parseJsonOr } from "../../runtime/encoding/json-or.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { RequestError } from "../exchange/request-error.ts";
import type { HttpResponse, TransportFault } from "../http/messages.ts";
import { errorResponse, inEnvelope } from "../http/request-handler.ts";
import type { RequestRule, RetryAfter } from "./kinds.ts";

type RuleOf<Fault extends RequestRule["fault"]> = Extract<RequestRule, { readonly fault: Fault }>;

/** How a fault makes its own response; `reject` makes one of an error. */
type Respond<Fault extends RequestRule["fault"]> = (
  rule: RuleOf<Fault>,
  reject: (error: RequestError) => HttpResponse,
  now: number,
) => HttpResponse;

const none = { status: 500, headers: {}, body: "" } as const;
const lost = ({ fault }: RuleOf<"hang" | "drop" | "reset">): HttpResponse => {
  return { ...none, transportFault: { lost: fault } };
};

/** The faults whose response replaces that of the exchange. */
const responses = {
  hang: lost,
  drop: lost,
  reset: lost,
  garble: ({ text }) => ({ ...none, transportFault: { garble: text } }),
  status: ({ status, body = "envelope" }, reject) => {
    const what = "an injected fault sends this response.";
    if (body === "envelope") return reject(new RequestError("UNKNOWN_ERROR", what, { status }));
    const headers = { "Content-Type": "text/html; charset=utf-8" };
    const page = `<html>\r\n<head><title>${status}</title></head>\r\n<body>${status}</body>\r\n</html>\r\n`;
    return { status, headers, body: body === "html" ? page : "" };
  },
  throttle: ({ retryAfter = 1 }, reject, now) => {
    const wait = retryAfterText(retryAfter, now);
    const headers: Record<string, string> = wait === undefined ? {} : { [retry.header]: wait };
    const what = "an injected fault sends this error.";
    return reject(new RequestError("RATE_LIMIT", what, { headers }));
  },
  error: ({ code, status }, reject) => {
    const known = errorCodes.find((error) => error.code === code) ?? errorCodes[0];
    return reject(new RequestError(known.name, known.condition, { status }));
  },
  response: ({ status = 200, headers = jsonType, body = "", bodyBase64, times = 1 }) => {
    if (bodyBase64 === undefined) return { status, headers, body: body.repeat(times) };
    return { status, headers, body: "", bytes: bytesOf(bodyBase64, times) };
  },
} as const satisfies { readonly [Fault in RequestRule["fault"]]?: Respond<Fault> };

export type ReplacingRule = RuleOf<keyof typeof responses>;

export function isReplacing(rule: RequestRule): rule is ReplacingRule {
  return Object.hasOwn(responses, rule.fault);
}

export function responseInPlace(rule: ReplacingRule, exchange: Exchange, ip: string): HttpResponse {
  const reject = (error: RequestError): HttpResponse => errorResponse(exchange, ip, error);
  return responses[rule.fault](rule as never, reject, exchange.now());
}

const jsonType = { "Content-Type": "application/json; charset=utf-8" } as const;

function retryAfterText(wait: RetryAfter, now: number): string | undefined {
  if (wait === null) return undefined;
  if (typeof wait !== "object") return String(wait);
  return new Date(now + wait.dateInMs).toUTCString();
}

function bytesOf(base64: string, times: number): Uint8Array {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Uint8Array(bytes.byteLength * times).map((_, at) => bytes[at % bytes.byteLength] ?? 0);
}

/** Applies a fault to the response; most faults do not change it. */
export function changeResponse(
  rule: RequestRule,
  response: HttpResponse,
  now: number,
): HttpResponse {
  const disturbed = (fault: TransportFault): HttpResponse => {
    return { ...response, transportFault: { ...response.transportFault, ...fault } };
  };
  switch (rule.fault) {
    case "envelope":
      return rule.on === false ? response : { ...response, body: enveloped(response, now) };
    case "usage": {
      const sent = limits.map(({ header }) => header).filter((name) => name in response.headers);
      return withHeaders(response, Object.fromEntries(sent.map((name) => [name, rule.as ?? ""])));
    }
    case "headers":
      return withHeaders(response, rule.set);
    case "truncate":
      return disturbed({ endAfter: rule.bytes });
    case "dribble":
      return disturbed({ pieces: { bytes: rule.bytes, everyMs: rule.everyMs } });
    default:
      return response;
  }
}

/** Wraps a success in the envelope; errors are already wrapped. */
function enveloped({ status, body }: HttpResponse, now: number): string {
  // The body of another fault need not be JSON.
  const value = status === 200 ? parseJsonOr(body, undefined) : undefined;
  return value === undefined ? body : JSON.stringify(inEnvelope(value, now));
}

/** Sets headers, or removes those with an empty value. Names are case-insensitive. */
function withHeaders(response: HttpResponse, set: HttpResponse["headers"]): HttpResponse {
  const changed = new Set(Object.keys(set).map((name) => name.toLowerCase()));
  const kept = Object.entries(response.headers).filter(
    ([name]) => !changed.has(name.toLowerCase()),
  );
  const added = Object.entries(set).filter(([, value]) => value !== "");
  return { ...response, headers: Object.fromEntries([...kept, ...added]) };
}
