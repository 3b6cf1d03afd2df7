/** Checks every option of a client and of its calls, and their names. */

import { callRules, type OptionChecks, sendingRules } from "../call/options.ts";
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
  signal,
  text,
  unixTime,
} from "../check-options.ts";
import { limiterRules } from "../rate-limits/limiter.ts";

/** Checks every option of a client and of its calls. */
export const optionChecks: OptionChecks = {
  client: (options, signing) => {
    const rules = { ...clientRules(), ...sendingRules(signing) };
    checkOptions("createClient", options, rules, "baseUrl");
  },
  call: (name, options) => checkOptions(name, options, callRules()),
  resolve: (name, options) => checkOptions(name, options, { signal, resolveMs: ms(0) }),
};

function clientRules(): OptionRules {
  const limits = group({ ...limiterRules, account: text });
  const validate = group({ orderFields: flag, filters: flag, waitMs: ms(0) });
  return {
    fetch: callable,
    now: unixTime,
    random: callable,
    randomBytes: callable,
    after: callable,
    sign: callable,
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
  signer: callable,
};
