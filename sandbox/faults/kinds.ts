/** All kinds of faults: what each does, and the fields of its rules. */

import { errorCodes } from "../../generated/errors.ts";
import { operations } from "../../generated/operations.ts";
import {
  ascii,
  choice,
  type Field,
  field,
  flag,
  headers,
  object,
  oneOrMore,
  optional,
  type Schema,
  text,
  type Values,
  whole,
} from "./validation.ts";

/** Longest text that a rule may put in place of a response or a message. */
const bodyLengthMax = 1_000_000;

const aDayMs = 86_400_000;
const milliseconds = whole(0, 30 * aDayMs);

/** Whether the exchange carries out the request first; otherwise it never receives it. */
const accepted = optional(flag());

/** Value of the Retry-After header: seconds, any text, a date, or no header. */
export type RetryAfter = number | string | null | { readonly dateInMs: number };

/** What each fault of a request takes beside `fault`, `name` and `when`. */
const requestFaults = {
  /** Waits `ms`, and up to `spreadMs` more by chance. */
  delay: { ms: milliseconds, spreadMs: optional(milliseconds), accepted },
  /** Never sends a response. */
  hang: { accepted },
  /** Closes the connection without a response. */
  drop: { accepted },
  /** Resets the connection. */
  reset: { accepted },
  /** Sends this text in place of an HTTP response, and closes the connection. */
  garble: { text: text(bodyLengthMax), accepted },
  /** Closes the connection after so many bytes of the body. */
  truncate: { bytes: whole() },
  /** Sends the body in chunks of `bytes`, one every `everyMs`. */
  dribble: { bytes: whole(1), everyMs: whole(1, aDayMs) },
  /** Responds with 408 or 5xx. */
  status: {
    status: choice([408, 500, 501, 502, 503, 504]),
    body: optional(choice(["envelope", "html", "empty"])),
    accepted,
  },
  /** Responds with 429; `retryAfter` is 1 when absent. */
  throttle: { retryAfter: optional(retryAfter()), accepted },
  /** Bans the sender's address for `ms`: this request and all until then get 418. */
  ban: { ms: whole(1, 30 * aDayMs) },
  /** Responds with an error code of the contract, and with `status` in place of its own. */
  error: {
    code: choice(errorCodes.map(({ code }) => code)),
    status: optional(whole(200, 599)),
    accepted,
  },
  /** Handles the request by a clock that is ahead by `ms`, or behind when negative. */
  clockOffset: { ms: whole(-366 * aDayMs, 366 * aDayMs) },
  /** Wraps a success in the envelope, or with `on: false` does not. */
  envelope: { on: optional(flag()) },
  /** Sets all usage headers to this text, or removes them. */
  usage: { as: optional(ascii()) },
  /** Sets headers of the response; an empty text removes one. */
  headers: { set: headers() },
  /** Sends this response in place of the exchange's; `times` repeats the body. */
  response: {
    status: optional(whole(200, 599)),
    headers: optional(headers()),
    body: optional(text(bodyLengthMax)),
    bodyBase64: optional(text(bodyLengthMax)),
    times: optional(whole(0, 100_000_000)),
    accepted,
  },
  /** Delivers the request twice; the sender gets one response, the first when absent. */
  duplicate: { response: optional(choice(["first", "second"])) },
  /** Makes the exchange forget the listen keys of the sender, or of another account, first. */
  loseListenKey: { account: optional(text()) },
} as const;

/** What each fault of a stream message takes; every connection's copy counts as one message. */
const eventFaults = {
  /** Does not send the message. */
  dropEvent: {},
  /** Sends it twice. */
  duplicateEvent: {},
  /** Sends it after the next `by` messages of the same stream; one when absent. */
  reorderEvents: { by: optional(whole(1, 1000)) },
  /** Sends it `ms` later; the messages behind it on the connection wait as well. */
  delayEvent: { ms: milliseconds },
  /** Sends another text in its place, as a binary message if wanted. */
  replaceEvent: { text: text(bodyLengthMax), binary: optional(flag()) },
  /** Sends no more stream messages on this connection, which stays open otherwise. */
  stall: {},
  /** Closes the connection before the message: with a close code, or without a close frame. */
  cut: { code: optional(closeCode()), reason: optional(ascii(100)) },
} as const;

/** What each fault of opening a stream connection takes. */
const openingFaults = {
  /** Rejects with a status, hangs, or resets. */
  handshake: {
    how: optional(choice(["reject", "hang", "reset"])),
    status: optional(whole(300, 599)),
  },
} as const;

const counting = {
  /** Only the nth of those that the rest of the rule matches, counted from 1. */
  nth: optional(oneOrMore(whole(1))),
  /** Only every nth. */
  every: optional(whole(1)),
  /** Only the nth and those after it. */
  from: optional(whole(1)),
  /** At most so many times. */
  count: optional(whole(1)),
  /** Each with this probability, derived from the seed. */
  probability: optional(probability()),
  after: optional(moment()),
  before: optional(moment()),
} as const;

/** Which requests a rule matches; without any field, all. */
const requestMatch = {
  operation: optional(oneOrMore(choice(Object.keys(operations)))),
  method: optional(text()),
  path: optional(text()),
  account: optional(text()),
  symbol: optional(text()),
  ...counting,
} as const;

/** Which messages; a `stream` may begin with `*` for any prefix. */
const eventMatch = {
  stream: optional(text()),
  event: optional(oneOrMore(text())),
  account: optional(text()),
  symbol: optional(text()),
  ...counting,
} as const;

/** Which new connections; `stream` is one of those that the connection requests. */
const openingMatch = { stream: optional(text()), ...counting } as const;

/** What rules match, and what faults there are, by what they disturb. */
export const faultScopes = {
  request: { match: requestMatch, faults: requestFaults },
  event: { match: eventMatch, faults: eventFaults },
  opening: { match: openingMatch, faults: openingFaults },
} as const;

export type FaultScope = keyof typeof faultScopes;

type RuleOf<Faults, Match extends Schema> = {
  [Kind in keyof Faults]: {
    readonly fault: Kind;
    /** Unique in the plan; the fault and a number when absent. */
    readonly name?: string;
    readonly when?: Values<Match>;
  } & (Faults[Kind] extends Schema ? Values<Faults[Kind]> : never);
}[keyof Faults];

/** The rules of each scope. */
export type ScopeRules = {
  [Scope in FaultScope]: RuleOf<
    (typeof faultScopes)[Scope]["faults"],
    (typeof faultScopes)[Scope]["match"]
  >;
};

export type RequestRule = ScopeRules["request"];

/** A fault and when it is injected. */
export type FaultRule = ScopeRules[FaultScope];
export type FaultKind = FaultRule["fault"];

/** The conditions of any rule. */
export type When = Values<typeof requestMatch> &
  Values<typeof eventMatch> &
  Values<typeof openingMatch>;

/** The names of all faults. */
export const faultKinds: readonly FaultKind[] = Object.values(faultScopes).flatMap(
  ({ faults }) => Object.keys(faults) as FaultKind[],
);

function probability(): Field<number> {
  const isProbability = (value: unknown): boolean =>
    typeof value === "number" && value >= 0 && value <= 1;
  return field("a number from 0 to 1", isProbability);
}

function retryAfter(): Field<RetryAfter> {
  const date = object({ dateInMs: whole(-aDayMs, 366 * aDayMs) });
  const word = ascii();
  const plain = field<number | null>(
    'seconds, a text, null for no header, or {"dateInMs": n} for a date',
    (value) => value === null || Number.isSafeInteger(value),
  );
  return {
    expects: plain.expects,
    read: (value, name) => {
      if (typeof value === "string") return word.read(value, name);
      const isDate = typeof value === "object" && value !== null;
      return isDate ? date.read(value, name) : plain.read(value, name);
    },
  };
}

/** A close code that a server may send. */
export function closeCode(): Field<number> {
  return field(
    "a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999",
    (value) => Number.isInteger(value) && /^(100[0-37-9]|101[0-4]|[34]\d{3})$/.test(String(value)),
  );
}

/** Milliseconds of Unix time, or a time of day in UTC like "10:00", "10:00:30" or "10:00:30.5". */
export type Moment = number | string;

/** Hours, minutes and seconds of a time of day. */
export const timeOfDay = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:\.\d{1,3})?))?$/;

function moment(): Field<Moment> {
  return field(
    'a time of day in UTC like "10:00" or "10:00:30.5", or milliseconds of Unix time',
    (value) => (typeof value === "number" ? Number.isFinite(value) : timeOfDay.test(String(value))),
  );
}
