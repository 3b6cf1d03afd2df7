/** Checks every option of a client and of its calls, and their names. */

import type { OptionRules } from "../check-options.ts";
import {
  anything,
  callable,
  checkOptions,
  flag,
  group,
  integer,
  methods,
  ms,
  oneOf,
  signal,
  text,
  unixTime,
} from "../check-options.ts";
import { limiterRules } from "../rate-limits/limiter.ts";
import type { SigningDescriptor } from "../tables.ts";
import { sendingRules } from "./options.ts";

/** Each throws an InvalidRequestError that lists all issues and shows no value. */
export interface OptionChecks {
  readonly client: (options: unknown, signing: SigningDescriptor) => void;
  /** `name`: name of the operation. */
  readonly call: (name: string, options: unknown) => void;
  /** `name`: name of the function that resolves a placement. */
  readonly resolve: (name: string, options: unknown) => void;
}

/** Checks every option of a client and of its calls. */
export const optionChecks: OptionChecks = {
  client: (options, signing) => {
    const rules = { ...clientRules(), ...sendingRules(signing) };
    checkOptions("createClient", options, rules, "baseUrl");
  },
  call: (name, options) => checkOptions(name, options, callRules()),
  resolve: (name, options) => checkOptions(name, options, { signal, resolveMs: ms(0) }),
};

export function callRules(): OptionRules {
  return { signal, timeoutMs: ms(1), resolveMs: ms(0), sendIn: oneOf("query", "body") };
}

function clientRules(): OptionRules {
  const limits = group({ ...limiterRules, account: text });
  const validate = group({ orderFields: flag, filters: flag, waitMs: ms(0) });
  return {
    fetch: callable,
    now: unixTime,
    random: callable,
    randomBytes: callable,
    after: callable,
    onEvent: callable,
    clockRefreshMs: ms(0),
    resolveMs: ms(0),
    responseBytesMax: integer(1),
    checkResponses: flag,
    limits: (value, name) => {
      const isLimiter = typeof Object(value).acquire === "function";
      return value === false || isLimiter ? [] : limits(value, name);
    },
    validate: (value, name) => (typeof value === "boolean" ? [] : validate(value, name)),
    journal: methods("a journal", "begin", "end", "pending"),
    streams: methods("the result of createStreams", "close"),
    ...featureRules,
  };
}

/** Features are passed beside the options of `tradespec/core`. */
const featureRules: OptionRules = {
  operations: anything,
  adviceSentences: anything,
  cancellations: callable,
  checkFields: callable,
  decodeResponse: callable,
  errorNames: anything,
  exchangeClock: callable,
  optionChecks: anything,
  orderChecks: callable,
  placements: callable,
  rateLimits: callable,
};
