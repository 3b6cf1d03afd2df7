/** Answers that faults give in place of the exchange's, and what they do to its own. */

import { envelope, errorCodes } from "../../generated/errors.ts";
import { limits } from "../../generated/limits.ts";
import { answerRefusal } from "../http/answer.ts";
import type { HttpAnswer, Spoilt } from "../http/message.ts";
import { Refusal } from "../http/refusal.ts";
import { jsonText } from "../json.ts";
import type { Venue } from "../venue.ts";
import type { RequestRule, RetryAfter } from "./kinds.ts";

/** Faults after which the exchange's own answer, if there is any, does not come. */
export type EndingRule = Extract<
  RequestRule,
  {
    readonly fault:
      | "hang"
      | "drop"
      | "reset"
      | "garble"
      | "status"
      | "throttle"
      | "refuse"
      | "answer";
  }
>;

const endings: ReadonlySet<string> = new Set<EndingRule["fault"]>([
  "hang",
  "drop",
  "reset",
  "garble",
  "status",
  "throttle",
  "refuse",
  "answer",
]);

export function isEnding(rule: RequestRule): rule is EndingRule {
  return endings.has(rule.fault);
}

/** What the sender gets instead. */
export function answerOf(rule: EndingRule, venue: Venue, ip: string): HttpAnswer {
  const refuse = (refusal: Refusal): HttpAnswer => answerRefusal(venue, ip, refusal);
  switch (rule.fault) {
    case "hang":
    case "drop":
    case "reset":
      return { status: 500, headers: {}, body: "", spoilt: { lost: rule.fault } };
    case "garble":
      return { status: 500, headers: {}, body: "", spoilt: { garble: rule.text } };
    case "status": {
      const { status, body = "envelope" } = rule;
      const what = "a fault of the plan answers in place of the exchange.";
      if (body === "envelope") return refuse(new Refusal("UNKNOWN_ERROR", what, { status }));
      const headers = { "Content-Type": "text/html; charset=utf-8" };
      return { status, headers, body: body === "html" ? htmlOf(status) : "" };
    }
    case "throttle": {
      const { retryAfter = 1 } = rule;
      const wait = retryAfterText(retryAfter, venue.now());
      const headers: Record<string, string> = wait === undefined ? {} : { "Retry-After": wait };
      return refuse(new Refusal("RATE_LIMIT", "a fault of the plan says so.", { headers }));
    }
    case "refuse": {
      const known = errorCodes.find(({ code }) => code === rule.code) ?? errorCodes[0];
      const status = rule.status === undefined ? {} : { status: rule.status };
      return refuse(new Refusal(known.name, known.condition, status));
    }
    case "answer": {
      const { status = 200, headers = jsonType, body = "", bodyBase64, times = 1 } = rule;
      if (bodyBase64 === undefined) return { status, headers, body: body.repeat(times) };
      const bytes = bytesOf(bodyBase64, times);
      return { status, headers, body: "", spoilt: { bytes } };
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

/** The answer as a fault leaves it that changes answers; any other leaves it as it is. */
export function reshape(rule: RequestRule, answer: HttpAnswer, now: number): HttpAnswer {
  switch (rule.fault) {
    case "envelope":
      return rule.on === false ? answer : { ...answer, body: enveloped(answer, now) };
    case "usage":
      return { ...answer, headers: withUsage(answer.headers, rule.as) };
    case "headers":
      return { ...answer, headers: withHeaders(answer.headers, rule.set) };
    case "truncate":
      return { ...answer, spoilt: { ...answer.spoilt, endAfter: rule.bytes } };
    case "dribble": {
      const pieces: Spoilt["pieces"] = { bytes: rule.bytes, everyMs: rule.everyMs };
      return { ...answer, spoilt: { ...answer.spoilt, pieces } };
    }
    default:
      return answer;
  }
}

/** A success with the envelope around it; a failure has one already. */
function enveloped({ status, body }: HttpAnswer, now: number): string {
  if (status !== 200) return body;
  const { code, message, timestamp, data, successCodes } = envelope;
  const head = jsonText({ [code]: successCodes[0], [message]: "success", [timestamp]: now });
  return `${head.slice(0, -1)},"${data}":${body}}`;
}

type Headers = HttpAnswer["headers"];

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
