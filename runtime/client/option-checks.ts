/** Checks every option of a client and of its calls, and their names. */

import { callRules, type OptionChecks } from "../call/options.ts";
import type { OptionRules } from "../check-options.ts";
import {
  anything,
  callable,
  checkOptions,
  flag,
  group,
  integer,
  keyText,
  methods,
  ms,
  secretText,
  signal,
  takes,
  text,
  unixTime,
} from "../check-options.ts";
import { limiterRules } from "../rate-limits/limiter.ts";
import type { SigningDescriptor } from "../tables.ts";

/** Where requests go and who signs them: wrong ones would fail only in the transport. */
export const addressRules = {
  baseUrl: /* @__PURE__ */ takes(
    "a plain HTTP address like https://api.example.com",
    isPlainAddress,
  ),
  apiKey: keyText,
  apiSecret: secretText,
} satisfies OptionRules;

/** Only an origin and a path: the paths and fields of calls are appended. */
function isPlainAddress(value: unknown): boolean {
  const address = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
  const { protocol = "", origin, pathname, href } = address ?? {};
  return protocol.startsWith("http") && href === `${origin}${pathname}`;
}

/** Checks every option of a client and of its calls. */
export const optionChecks: OptionChecks = {
  client: (options, signing) =>
    checkOptions("createClient", options, clientRules(signing), "baseUrl"),
  call: (name, options) => checkOptions(name, options, callRules()),
  resolve: (name, options) => checkOptions(name, options, { signal, resolveMs: ms(0) }),
};

function clientRules({ windowMsMax }: SigningDescriptor): OptionRules {
  const limits = group({ ...limiterRules, account: text });
  const validate = group({ orderFields: flag, filters: flag, waitMs: ms(0) });
  return {
    ...addressRules,
    timeoutMs: ms(1),
    attemptTimeoutMs: ms(1),
    waitMsMax: ms(0),
    maxAttempts: integer(1),
    recvWindow: integer(1, windowMsMax),
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
    journal: methods("a journal, as of openPlacementJournal", "begin", "end", "pending"),
    streams: methods("the result of createStreams", "close"),
    api: callable,
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
