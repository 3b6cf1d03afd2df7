import {
  breaking,
  ceiling,
  demand,
  fact,
  floor,
  minor,
  pace,
  patch,
  proof,
  type Verdicts,
  whole,
  wording,
} from "./verdicts.ts";

/** A rule for all places of a pattern: `*` is any one name, `**` any number of names. */
export interface Rule {
  readonly pattern: readonly string[];
  readonly verdicts: Verdicts;
  /** The reason why a breaking change breaks nothing where the fact is only assumed. */
  readonly whereAssumed?: string;
  /** Holds even for assumed facts, because types and methods are generated from them. */
  readonly isTyped?: true;
}

const sooner = "callers near the limit have to wait or are refused";
const refused = "an order that was accepted before may be refused before it is sent";
const resigned = "requests signed without the client are refused";
const warned = "the client sends what violates it, with a warning";
const assumedRule: Verdicts = {
  assumed: minor("callers", warned),
  documented: breaking("callers", "the client refuses what violates it"),
};
const bookSteps = "a local book that is kept by the old steps is wrong";

/** Texts for people, wherever they stand, and data that only tests use. */
const texts: readonly Row[] = [
  ["**/description|summary|title|condition|also|causes", wording],
  ["**/causes|x-enumDescriptions|examples|example/**", wording],
  ["**/x-vectors", proof],
  ["x-signing/vectors/**", proof],
  ["x-assumptions/**", wording],
  ["**/x-unstated", wording],
  ["x-limits/fields/**", wording],
  ["x-versioning/label", wording],
  ["x-security-types/operationLabels/**", wording],
];

const limits: readonly Row[] = [
  ["**/x-weight/**", floor(`budgets are used up sooner: ${sooner}`)],
  ["x-limits/windows/*", demand(`requests are counted once more: ${sooner}`)],
  ["x-limits/windows/*/amount", ceiling(sooner)],
  ["x-limits/windows/*/window", floor("the same amount must last longer")],
  ["x-limits/windows/*/header", fact("readers", "another header holds the usage")],
  ["x-limits/repeated/after", ceiling("an address is banned sooner")],
  ["x-limits/repeated/ban/**", floor("a ban lasts longer")],
  [
    "**/streamsCountAgainstWeight|countsAgainstRequestWeight|ordersCountedPerIp|addsWeight",
    {
      on: breaking("callers", `more is counted: ${sooner}`),
      off: minor("callers", "less is counted"),
    },
  ],
];

const filters: readonly Row[] = [
  [
    "**/x-rules/*/disabledWhen|appliesWhen",
    {
      added: minor("callers", "the rule holds for fewer orders"),
      removed: breaking("callers", "the rule holds for more orders"),
      changed: breaking("callers", "the rule holds for other orders"),
    },
  ],
  [
    "**/x-rules/*/disabledWhen|appliesWhen/x-assumed",
    { assumed: minor("callers", "it is less certain for which orders the rule holds") },
  ],
  ["**/x-rules/*/x-assumed", assumedRule],
  ["**/x-rules/*/comparison", demand(`the rule is another: ${refused}`), warned],
  ["**/x-rules/*/id", fact("readers", "violations have another name")],
  ["**/x-rules|x-besides/**", demand(refused), warned],
  [
    "**/x-site",
    {
      added: breaking("readers", "symbols may lack the filter"),
      removed: minor("readers", "every symbol has the filter"),
    },
  ],
  [
    "**/x-null",
    {
      added: breaking("readers", "responses may hold null instead of the value"),
      removed: minor("readers", "responses no longer hold null instead of the value"),
    },
  ],
];

const securityAndErrors: readonly Row[] = [
  ["x-security-types/types/*/requires/**", demand("requests without it are refused")],
  ["x-signing/timing/aheadMsBelow", ceiling("a fast clock is refused sooner")],
  [
    "x-signing/recommendedWindowMsAtMost|windowGuidance|clockOffset/**",
    pace("it is advice, not a rule"),
  ],
  ["x-signing/header", fact("callers", "another header carries the key")],
  ["x-signing/joined|excluded/**", whole("callers", resigned)],
  ["x-signing/**", fact("callers", resigned)],
  ["x-errors/codes|statuses/*", fact("readers", "the error is no longer known by it")],
  ["x-errors/codes|statuses/*/advice", fact("readers", "the error calls for another reaction")],
  ["x-errors/codes|statuses/**", fact("readers", "code that distinguishes errors by it is wrong")],
  [
    "x-retry/rules/*",
    {
      added: minor("callers", "the client handles one more error by itself"),
      removed: breaking("callers", "the error reaches callers; it was retried before"),
    },
  ],
  [
    "x-retry/rules",
    { reordered: breaking("callers", "the first rule that fits decides: another may") },
  ],
  ["x-retry/rules/**", fact("callers", "the client reacts to the error in another way")],
  ["x-retry/backoff|attempts/**", pace("the client waits differently between attempts")],
  ["x-retry/placements/**", fact("callers", "an unknown outcome is resolved in another way")],
];

const orders: readonly Row[] = [
  ["x-order-rules/types/*/required|forbidden|oneOf/*", demand(refused), warned],
  ["x-order-rules/types/*/required|forbidden|oneOf/*/x-assumed", assumedRule],
  ["x-order-rules/types/*/x-assumed", assumedRule],
  ["x-order-rules/fields/*/pattern", demand("a value that was valid before may be refused")],
  ["x-order-rules/fields/*/for/*", fact("callers", "an order type no longer takes the field")],
  ["x-order-rules/checks/order/**", whole("readers", "another error comes first")],
  [
    "x-order-rules/trigger/sequence/**",
    whole("readers", "waiting orders are triggered in another sequence"),
  ],
  [
    "x-order-states/states/*/final",
    {
      on: breaking("readers", "code that waits for a later state waits forever"),
      off: breaking("readers", "code that stops at the state misses later ones"),
      reordered: patch("the order carries no meaning"),
    },
  ],
  [
    "x-order-states/states|transitions/*",
    fact("readers", "what orders did before is no longer documented"),
  ],
  ["x-balances/**", fact("readers", "balances computed by the old rules are wrong")],
];

const parameters: readonly Row[] = [
  [
    "**/x-pages",
    {
      added: minor("callers", "the list can be read page by page"),
      removed: breaking("callers", "the list can no longer be read page by page"),
    },
  ],
  ["**/x-pages/**", whole("callers", "long lists are read in another way")],
  [
    "**/x-above-maximum",
    {
      added: minor("callers", "what was refused before is accepted"),
      removed: breaking("callers", "a value above the maximum is no longer reduced to it"),
    },
  ],
  ["**/x-inclusive", fact("callers", "the row at the bound is included or excluded now")],
  ["**/x-positions/**", whole("readers", "an element has another name")],
  ["**/x-only-with/**", demand("the parameter alone is not enough")],
  ["**/x-unique-among", demand("a value cannot be used twice there")],
  ["**/x-default/**", fact("callers", "a request without the parameter means something else")],
  ["x-versioning/tradingRules/refresh/**", pace("rules are fetched at other times")],
];

const streams: readonly Row[] = [
  ["x-connection/lifetime|streams", ceiling("a connection carries less")],
  ["x-connection/inbound|attempts/amount", ceiling(sooner)],
  ["x-connection/inbound|attempts/window", floor("the amount must last longer")],
  ["x-connection/pingPong/answeredWithin", ceiling("a slow client is disconnected")],
  ["x-connection/pingPong/every", pace("pings come at another interval")],
  ["x-connection/preferredOverPolling", pace("it is advice, not a rule")],
  [
    "x-user-data/keepAliveEvery|validity",
    ceiling("a key that is kept alive at the old interval expires"),
  ],
  ["x-user-data/**", fact("callers and readers", "a session is kept in another way")],
  ["x-book-sync/pace", pace("updates come at another interval")],
  ["x-book-sync", fact("readers", "the way to keep a local book is not documented")],
  ["x-book-sync/steps/**", whole("readers", bookSteps)],
  ["x-book-sync/**", fact("readers", bookSteps)],
  [
    "**/x-event-key",
    {
      added: minor("readers", "duplicate events can be recognized"),
      removed: breaking("readers", "duplicate events can no longer be recognized"),
    },
  ],
  ["**/x-event-key/**", whole("readers", "duplicate events are recognized by other fields")],
  [
    "channels/*/x-stream/access",
    fact("callers and readers", "the stream is opened in another way"),
  ],
  [
    "channels/*/x-stream/afterReconnect",
    fact("readers", "after a reconnect something else has to be done"),
  ],
  ["channels/*/x-stream/backlog", fact("readers", "a slow reader loses other events")],
];

const documents: readonly Row[] = [
  ["info/**", wording],
  ["openapi|asyncapi|jsonSchemaDialect|defaultContentType", wording],
  ["tags/**", wording],
  ["components/tags/**", wording],
  ["**/tags/**", wording],
  ["**/externalDocs/**", wording],
  ["servers/**/default", { changed: minor("callers", "the default address is another server") }],
  ["servers/**", fact("callers", "the exchange has another address")],
];

const credentials: readonly Row[] = [
  ["paths/*/*/x-security/**", demand("other credentials are required")],
];

const operations: readonly Row[] = [
  ["paths/*/*", extra("callers", "the client has one more method", "the client's method is gone")],
  ["paths/*/*/operationId", fact("callers", "the client's method has another name")],
  [
    "**/deprecated",
    { on: minor("callers", "it will be removed later"), off: patch("it will not be removed") },
  ],
  ["**/parameters/*/required", isRequired("a request without the parameter is refused")],
  ["components/parameters/*/required", isRequired("a request without it is refused")],
  ["paths/*/*/requestBody/required", isRequired("a request without a body is refused")],
  ["paths/*/*/parameters", { reordered: patch("parameters are known by name") }],
  [
    "paths/*/*/parameters/*",
    extra("callers", "requests without it stay valid", "code that sends it no longer compiles"),
  ],
  ["**/parameters/*/in|name", fact("callers", "the exchange reads it elsewhere")],
  [
    "paths/*/*/requestBody",
    extra("callers", "requests without a body stay valid", "the body is ignored"),
  ],
  ["paths/*/*/requestBody/content/*", fact("callers", "the body has another form")],
  [
    "paths/*/*/responses/*",
    extra("readers", "one more outcome is documented", "the outcome is no longer documented"),
  ],
  ["**/responses/*/content/*", fact("readers", "responses have another form")],
  ["**/headers/*", fact("readers", "the header may be absent")],
  ["**/x-when/**", fact("readers", "the same request gets another response")],
  ["paths/*/*/x-placement/**", fact("callers", "an order is placed safely in another way")],
  ["components/securitySchemes/**", fact("callers", "credentials are sent in another way")],
];

const channels: readonly Row[] = [
  ["channels/*", extra("readers", "there is one more stream", "the stream is gone")],
  ["channels/*/address", fact("readers", "the stream has another name on the wire")],
  ["channels/*/parameters/*", demand("the stream's name takes something else")],
  ["channels/*/messages/*", message("readers", "readers ignore messages that they do not handle")],
  [
    "operations/*",
    extra(
      "callers and readers",
      "there is one more thing to receive or send",
      "it can no longer be received or sent",
    ),
  ],
  ["operations/*/action|channel/**", fact("callers and readers", "it goes another way")],
  ["operations/*/messages/*", message("callers and readers", "there is one more message")],
  ["components/channelBindings/**", fact("callers", "a connection is opened in another way")],
  ["**/bindings/**", fact("callers", "a connection is opened in another way")],
  ["components/messages/*/name|contentType", fact("readers", "the message is another")],
  [
    "components/schemas/**/x-assumed",
    {
      assumed: breaking("callers and readers", "it becomes optional in types and may prove wrong"),
    },
  ],
  ["**/x-letter-case", fact("callers", "the stream's name is written in another case")],
];

/** Names between slashes, `a|b` for one of several; verdicts; and `whereAssumed`, if any. */
type Row = readonly [at: string, verdicts: Verdicts, whereAssumed?: string];

/**
 * The meaning of changes at each place; the first rule that fits decides. A place without a rule is
 * a fact that programs rely on.
 */
export const rules: readonly Rule[] = [
  ...[texts, limits, filters, securityAndErrors, orders, parameters, streams, documents].flat(),
  ...credentials,
]
  .map(ruleOf)
  .concat([...operations, ...channels].map((row) => ({ ...ruleOf(row), isTyped: true })));

function ruleOf([at, verdicts, whereAssumed]: Row): Rule {
  const rule = { pattern: at.split("/"), verdicts };
  return whereAssumed === undefined ? rule : { ...rule, whereAssumed };
}

/** Whether a path of names has the form of a pattern. Names may hold slashes, so both are lists. */
export function fits(pattern: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return path.length === 0;
  if (first === "**") {
    return path.some((_, index) => fits(rest, path.slice(index))) || fits(rest, []);
  }
  const [name, ...names] = path;
  if (name === undefined) return false;
  return (first === "*" || first.split("|").includes(name)) && fits(rest, names);
}

function extra(concerns: Parameters<typeof minor>[0], added: string, removed: string): Verdicts {
  return { added: minor(concerns, added), removed: breaking(concerns, removed) };
}

function message(concerns: Parameters<typeof minor>[0], added: string): Verdicts {
  const gone = "the message is no longer sent, or no longer accepted";
  return { added: minor(concerns, added), removed: breaking("callers and readers", gone) };
}

function isRequired(why: string): Verdicts {
  return { on: breaking("callers", why), off: minor("callers", "requests with it stay valid") };
}
