/** Every fault there is: what each does, and the fields that a rule for it has. */

import { errorCodes } from "../../generated/errors.ts";
import { operations } from "../../generated/operations.ts";
import { moment } from "./time.ts";
import {
  ascii,
  choice,
  type Field,
  field,
  flag,
  fraction,
  headers,
  object,
  oneOrMore,
  optional,
  text,
  type Values,
  whole,
} from "./validation.ts";

/** Longest text that a rule may put in place of an answer or a message. */
const bodyLengthMax = 1_000_000;

const aDayMs = 86_400_000;
const milliseconds = whole(0, 30 * aDayMs);

/** Whether the request is carried out first; without it the exchange never sees the request. */
const accepted = optional(flag());

/** How long to wait, as the header says it: seconds, any text, a date, or no header. */
export type RetryAfter = number | string | null | { readonly dateInMs: number };

/** What each fault of a request takes beside `fault`, `name` and `when`. */
export const requestFaults = {
  /** Waits `ms`, and up to `spreadMs` more by chance. */
  delay: { ms: milliseconds, spreadMs: optional(milliseconds), accepted },
  /** Never answers. */
  hang: { accepted },
  /** Ends the connection without an answer. */
  drop: { accepted },
  /** Resets the connection. */
  reset: { accepted },
  /** Writes this text in place of an HTTP answer, and ends the connection. */
  garble: { text: text(bodyLengthMax), accepted },
  /** Ends the connection after so many bytes of the answer's body. */
  truncate: { bytes: whole() },
  /** Sends the answer's body in pieces of `bytes`, one every `everyMs`. */
  dribble: { bytes: whole(1), everyMs: whole(1, aDayMs) },
  /** Answers 408 or 5xx. */
  status: {
    status: choice([408, 500, 501, 502, 503, 504]),
    body: optional(choice(["envelope", "html", "empty"])),
    accepted,
  },
  /** Answers that a limit is used up, with status 429; `retryAfter` is 1 when absent. */
  throttle: { retryAfter: optional(retryAfter()), accepted },
  /** Bans the sender's address for `ms`: this request and all until then get 418. */
  ban: { ms: whole(1, 30 * aDayMs) },
  /** Answers with a code of the contract; `status` in place of its own, such as 200. */
  refuse: {
    code: choice(errorCodes.map(({ code }) => code)),
    status: optional(whole(200, 599)),
    accepted,
  },
  /** The exchange's clock as this request finds it is ahead by `ms`, or behind when negative. */
  skew: { ms: whole(-366 * aDayMs, 366 * aDayMs) },
  /** Puts the envelope around a success, or with `on: false` leaves it bare. */
  envelope: { on: optional(flag()) },
  /** Writes this text in all headers that tell of usage, or leaves them out. */
  usage: { as: optional(ascii()) },
  /** Sets headers of the answer; an empty text takes one away. */
  headers: { set: headers() },
  /** Answers in place of the exchange; `times` repeats the body. */
  answer: {
    status: optional(whole(200, 599)),
    headers: optional(headers()),
    body: optional(text(bodyLengthMax)),
    bodyBase64: optional(text(bodyLengthMax)),
    times: optional(whole(0, 100_000_000)),
    accepted,
  },
  /** Delivers the request twice; the sender gets one of the answers, the first when absent. */
  twice: { answer: optional(choice(["first", "second"])) },
  /** The exchange forgets the listen keys of the sender, or of another account, first. */
  loseListenKey: { account: optional(text()) },
} as const;

/** What each fault of a message on a stream takes; each connection's copy counts as one. */
export const eventFaults = {
  /** Does not send the message. */
  dropEvent: {},
  /** Sends it twice. */
  doubleEvent: {},
  /** Sends it after the next `by` messages of the same stream; one when absent. */
  swapEvents: { by: optional(whole(1, 1000)) },
  /** Sends it `ms` later; what follows on the connection waits behind it. */
  delayEvent: { ms: milliseconds },
  /** Sends another text in its place, or the bytes of it as a binary message. */
  replaceEvent: { text: text(bodyLengthMax), binary: optional(flag()) },
  /** Sends nothing more on this connection, which stays open and answers what it is asked. */
  stall: {},
  /** Ends the connection before the message: with a close code, or without a word. */
  cut: { code: optional(closeCode()), reason: optional(ascii(100)) },
} as const;

/** What each fault of opening a stream connection takes. */
export const openingFaults = {
  /** Refuses with a status, hangs, or resets. */
  handshake: {
    how: optional(choice(["refuse", "hang", "reset"])),
    status: optional(whole(300, 599)),
  },
} as const;

const counting = {
  /** Only the nth of those that the rest of the rule is about, counted from 1. */
  nth: optional(oneOrMore(whole(1))),
  /** Only each so-manieth. */
  every: optional(whole(1)),
  /** Only the nth and all after it. */
  from: optional(whole(1)),
  /** At most so many times. */
  count: optional(whole(1)),
  /** With this chance each, by the seed. */
  probability: optional(fraction(0, 1)),
  after: optional(moment()),
  before: optional(moment()),
} as const;

/** Which requests a rule is about; without any field, all. */
export const requestMatch = {
  operation: optional(oneOrMore(choice(Object.keys(operations)))),
  method: optional(text()),
  path: optional(text()),
  account: optional(text()),
  symbol: optional(text()),
  ...counting,
} as const;

/** Which messages; a `stream` may begin with `*` for whatever comes before the rest. */
export const eventMatch = {
  stream: optional(text()),
  event: optional(oneOrMore(text())),
  account: optional(text()),
  symbol: optional(text()),
  ...counting,
} as const;

/** Which openings of a connection; `stream` is one of those that are asked for. */
export const openingMatch = { stream: optional(text()), ...counting } as const;

type RuleOf<Faults, Match extends Readonly<Record<string, Field<unknown>>>> = {
  [Kind in keyof Faults]: {
    readonly fault: Kind;
    /** Unique in the plan; the fault and a number when absent. */
    readonly name?: string;
    readonly when?: Values<Match>;
  } & (Faults[Kind] extends Readonly<Record<string, Field<unknown>>>
    ? Values<Faults[Kind]>
    : never);
}[keyof Faults];

export type RequestRule = RuleOf<typeof requestFaults, typeof requestMatch>;
export type EventRule = RuleOf<typeof eventFaults, typeof eventMatch>;
export type OpeningRule = RuleOf<typeof openingFaults, typeof openingMatch>;

/** What goes wrong, and when. */
export type FaultRule = RequestRule | EventRule | OpeningRule;
export type FaultKind = FaultRule["fault"];

/** Every fault by its name. */
export const faultKinds: readonly FaultKind[] = [requestFaults, eventFaults, openingFaults].flatMap(
  (faults) => Object.keys(faults) as FaultKind[],
);

function retryAfter(): Field<RetryAfter> {
  const date = object({ dateInMs: whole(-aDayMs, 366 * aDayMs) });
  const word = ascii();
  const plain = field<number | string | null>(
    'seconds, a text, null for no header, or {"dateInMs": n} for a date',
    (value): value is number | null => value === null || Number.isSafeInteger(value),
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
    (value): value is number =>
      Number.isInteger(value) && /^(100[0-37-9]|101[0-4]|[34]\d{3})$/.test(String(value)),
  );
}
