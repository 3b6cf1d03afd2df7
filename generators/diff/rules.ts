import type { Concerned, Difference, Impact, Move, Verdict } from "./model.ts";
import { moveOf } from "./values.ts";

/** The impact of each kind of change on one kind of fact. */
type Kind = Readonly<Partial<Record<Move | "other", Impact>>> & {
  /** The reason for changes that are not breaking. */
  readonly harmless?: string;
};

/** A fact that programs rely on: an addition is harmless, a change or removal breaks. */
const fact: Kind = {
  added: "minor",
  stated: "minor",
  changed: "breaking",
  removed: "breaking",
  reordered: "patch",
};

/** A requirement on programs: an addition breaks, a removal does not. */
const demand: Kind = {
  added: "breaking",
  on: "breaking",
  stated: "minor",
  changed: "breaking",
  removed: "minor",
  off: "minor",
  unstated: "breaking",
  reordered: "patch",
  harmless: "what was valid before is still valid",
};

/** A maximum: lowering it breaks callers. */
const ceiling: Kind = {
  ...demand,
  lowered: "breaking",
  raised: "minor",
  harmless: "values within the old maximum are still valid",
};

/** A minimum or a cost: raising it breaks callers. */
const floor: Kind = {
  ...demand,
  raised: "breaking",
  lowered: "minor",
  harmless: "values that were enough are still enough",
};

/** Something that only works as a whole: any change breaks it. */
const whole: Kind = {
  added: "breaking",
  removed: "breaking",
  changed: "breaking",
  reordered: "breaking",
};

/** Behaviour of the client itself; no caller has to change. */
const pace: Kind = { other: "minor", rewritten: "patch" };

/** Text for people, and data of tests. */
const text: Kind = { other: "patch" };

/** The default for every kind of fact. */
const usual: Kind = {
  ...fact,
  assumed: "minor",
  documented: "minor",
  reassumed: "patch",
  rewritten: "patch",
  unstated: "breaking",
};

const reasons: Readonly<Partial<Record<Move, string>>> = {
  assumed: "programs and types stay the same, but the exchange no longer documents it",
  documented: "it was only assumed and is now documented",
  reassumed: "it is assumed as before, under another entry of the list of assumptions",
  stated: "it was not stated before, so nobody could rely on it",
  unstated: "it may still be true, but it is no longer stated",
  reordered: "the order carries no meaning",
  rewritten: "it means the same as before",
};

const nothingLost = "nothing else changes";

/** The impact of changes at a place: the kind of fact, who is affected, and what breaks. */
type Row = readonly [at: string, kind: Kind, concerns?: Concerned, why?: string];

const both = "callers and readers";
const sooner = "callers near the limit have to wait or are refused";
const refused = "an order that was accepted before may be refused before it is sent";
const refusedThen = "an order that was accepted before may be refused";
const resigned = "requests signed without the client are refused";
const bookSteps = "a local order book kept by the old steps is wrong";
const otherField = "a user data session reads another field";
const needless = "a request without it is refused";

const texts: readonly Row[] = [
  ["**/description|summary|title|condition|also|causes", text],
  ["**/causes|givenBy|x-enumDescriptions|x-role|examples|example/**", text],
  ["**/x-vectors", text],
  ["x-signing/vectors/**", text],
  ["x-assumptions/**", text],
  ["x-sections/**", text],
  ["**/x-unstated", text],
  ["x-limits/fields/**", text],
  ["x-security-types/operationLabels/**", text],
];

const limits: readonly Row[] = [
  ["**/x-weight/**", floor, "callers", `limits are reached sooner: ${sooner}`],
  ["x-limits/windows/*", demand, "callers", `requests count against one more limit: ${sooner}`],
  ["x-limits/windows/*/amount", ceiling, "callers", sooner],
  ["x-limits/windows/*/window", floor, "callers", "the same amount must last longer"],
  ["x-limits/windows/*/header", fact, "readers", "the usage is in another header"],
  ["x-limits/repeated/after", ceiling, "callers", "an IP address is banned sooner"],
  ["x-limits/repeated/ban/**", floor, "callers", "a ban lasts longer"],
  ["**/countsAgainstRequestWeight", demand, "callers", `more requests count: ${sooner}`],
];

const filters: readonly Row[] = [
  [
    "**/x-rules/*/disabledWhen|appliesWhen|appliesTo",
    fact,
    "callers",
    "the rule applies to other orders",
  ],
  ["**/x-rules/*/comparison", demand, "callers", `the rule has changed: ${refused}`],
  ["x-market-data/**", fact, "callers", "orders are checked with other data"],
  ["**/x-rules/*/id", fact, "readers", "violations are reported under another name"],
  ["**/x-rules|x-besides/**", demand, "callers", refused],
  ["**/x-site", demand, "readers", "symbols may lack the filter"],
];

const securityAndErrors: readonly Row[] = [
  ["paths/*/*/x-security/**", demand, "callers", "other credentials are required"],
  ["operations/*/security/**", demand, "callers", "other credentials are required"],
  ["x-security-types/types/*/requires/**", demand, "callers", needless],
  ["x-security-types/types/*", { ...fact, removed: "minor" }, "callers"],
  ["x-signing/timing/aheadMsBelow", ceiling, "callers", "a fast clock is refused sooner"],
  ["x-signing/recommendedWindowMsAtMost|windowGuidance|clockOffset/**", pace, "callers"],
  ["x-signing/header", fact, "callers", "another header carries the key"],
  ["x-signing/joined|excluded/**", whole, "callers", resigned],
  ["x-signing/**", fact, "callers", resigned],
  ["x-errors/statuses", whole, "readers", "the first match decides, and it may be another one now"],
  ["x-errors/codes|statuses/*", fact, "readers", "the error is no longer listed"],
  ["x-errors/codes|statuses/*/advice", fact, "readers", "the error needs another reaction"],
  [
    "x-errors/codes|statuses/*/outcome",
    whole,
    "callers",
    "the client reports another outcome of a placement after this error",
  ],
  ["x-errors/codes|statuses/**", fact, "readers", "code that distinguishes errors by it breaks"],
  ["x-retry/rules/*", fact, "callers", "the error reaches callers; it was retried before"],
  ["x-retry/rules", whole, "callers", "the first match decides, and it may be another one now"],
  ["x-retry/rules/**", fact, "callers", "the client reacts to the error in another way"],
  ["x-retry/backoff|attempts/**", pace, "callers"],
];

const orders: readonly Row[] = [
  ["x-order-rules/types/*/required|forbidden|oneOf|anyOf/**", demand, "callers", refused],
  ["x-order-rules/types/*/refusedWhen", demand, "callers", refusedThen],
  ["x-order-rules/fields|algo/**", demand, "callers", refused],
  ["x-order-rules/lookup", demand, "callers", needless],
  ["x-order-rules/lookup/atLeastOne/*", fact, "callers", "the id alone is not enough"],
  ["x-order-rules/checks/order/**", whole, "readers", "another error comes first"],
  ["x-order-rules/trigger/sequence/**", whole, "readers", "orders are triggered in another order"],
  ["x-order-states/states/*/final", whole, "readers", "code that stops or waits there is wrong"],
  [
    "x-order-states/states|transitions/*",
    fact,
    "readers",
    "orders change their state in another way",
  ],
  ["x-balances/**", fact, "readers", "balances computed by the old rules are wrong"],
];

const parameters: readonly Row[] = [
  ["**/x-pages", fact, "callers", "the list can no longer be read page by page"],
  ["**/x-pages/span/units/*", fact, "callers", "long lists are paged in another way"],
  ["**/x-pages/**", whole, "callers", "long lists are paged in another way"],
  ["**/x-above-maximum", fact, "callers", "a value above the maximum is no longer reduced to it"],
  ["**/x-inclusive", fact, "callers", "the row at the bound is included or excluded now"],
  ["**/x-positions/**", whole, "readers", "an element has another name"],
  ["**/x-only-with/**", demand, "callers", "the parameter alone is not enough"],
  ["**/x-unique-among", demand, "callers", "a value cannot be used twice there"],
  ["**/x-default/**", fact, "callers", "a request without the parameter means something else"],
  ["x-versioning/tradingRules/refresh/**", pace, "callers"],
];

const streams: readonly Row[] = [
  [
    "x-connection/lifetime|streams",
    ceiling,
    "callers",
    "a connection ends sooner or carries fewer streams",
  ],
  ["x-connection/inbound/counts/*", demand, "callers", `more messages count: ${sooner}`],
  ["x-connection/inbound|attempts/amount", ceiling, "callers", sooner],
  ["x-connection/inbound|attempts/window", floor, "callers", "the amount must last longer"],
  ["x-connection/pingPong/answeredWithin", ceiling, "callers", "a slow client is disconnected"],
  ["x-connection/pingPong/every", pace, "callers"],
  ["x-connection/preferredOverPolling", pace, "callers"],
  ["x-user-data/keepAliveEvery|validity", ceiling, "callers", "a key expires sooner"],
  ["x-user-data/events/*/sets/*/*", { ...fact, reordered: "breaking" }, both, otherField],
  ["x-user-data/**", fact, both, "a user data session works in another way"],
  ["x-book-sync/pace", pace, "callers"],
  ["x-book-sync", fact, "readers", "how to keep a local order book is no longer documented"],
  ["x-book-sync/steps/**", whole, "readers", bookSteps],
  ["x-book-sync/**", fact, "readers", bookSteps],
  ["**/x-event-key", fact, "readers", "duplicate events can no longer be recognized"],
  ["**/x-event-key/**", whole, "readers", "duplicate events are recognized by other fields"],
  ["channels/*/x-stream/access", fact, both, "the stream is opened in another way"],
  ["channels/*/x-stream/afterReconnect", fact, "readers", "a reconnect needs other steps"],
  ["channels/*/x-stream/backlog", fact, "readers", "a slow reader loses other events"],
];

const documents: readonly Row[] = [
  ["info/**", text],
  ["openapi|asyncapi|jsonSchemaDialect|defaultContentType", text],
  ["**/tags/**", text],
  ["**/externalDocs/**", text],
  ["servers/**/default", { ...fact, changed: "minor" }, "callers", "an address has to be given"],
  ["servers/**", fact, "callers", "the exchange has another address"],
];

/** Types and methods are generated from these, so they count even if assumed. */
const typed: readonly Row[] = [
  ["paths/*/*", fact, "callers", "the client's method is gone"],
  ["paths/*/*/operationId", fact, "callers", "the client's method has another name"],
  ["**/deprecated", { ...text, on: "minor" }, "callers"],
  ["**/parameters/*/required", demand, "callers", needless],
  ["paths/*/*/requestBody/required", demand, "callers", needless],
  ["paths/*/*/parameters/*", fact, "callers", "code that sends it no longer compiles"],
  [
    "**/parameters/*/in|name",
    fact,
    "callers",
    "the exchange expects it under another name or in another place",
  ],
  ["paths/*/*/requestBody", fact, "callers", "the body is ignored"],
  ["paths/*/*/requestBody/content/*", fact, "callers", "the body has another form"],
  ["paths/*/*/responses/*", fact, "readers", "the outcome is no longer documented"],
  ["**/responses/*/content/*", fact, "readers", "responses have another form"],
  ["**/headers/*", fact, "readers", "the header may be absent"],
  ["**/x-detail/**", fact, "readers", "fields of the response may be missing"],
  ["**/x-when/**", fact, "readers", "the same request gets another response"],
  ["paths/*/*/x-placement/**", fact, "callers", "placing an order safely works in another way"],
  ["paths/*/*/x-cancellation/**", fact, "callers", "canceling an order works in another way"],
  ["paths/*/*/x-changes", whole, "callers", "the client repeats it in another way"],
  ["components/securitySchemes/**", fact, "callers", "credentials are sent in another way"],
  ["channels/*", fact, "readers", "the stream is gone"],
  ["channels/*/address", fact, "readers", "the stream has another name on the wire"],
  ["channels/*/parameters/*", demand, "callers", "the stream's name has other parameters"],
  ["channels/*/messages/*", fact, "readers", "the message is no longer sent"],
  ["operations/*", fact, both, "it can no longer be received or sent"],
  ["operations/*/action|channel/**", fact, both, "it has another direction or channel"],
  ["operations/*/messages/*", fact, both, "the message is no longer sent or accepted"],
  ["components/channelBindings/**", fact, "callers", "a connection is opened in another way"],
  ["**/bindings/**", fact, "callers", "a connection is opened in another way"],
  [
    "components/messages/*/name|contentType",
    fact,
    "readers",
    "the message has another name or content type",
  ],
  ["**/x-letter-case", fact, "callers", "the stream's name is written in another case"],
];

/** What else types and exports are generated from: users' code no longer compiles without it. */
const exported = [
  "**/x-pages",
  "x-errors/codes/*",
  "x-user-data",
  "x-user-data/records/*",
  "x-book-sync",
  "x-book-sync/overlapping",
  "x-order-rules/types/*/required|forbidden|oneOf|anyOf/**",
  "x-order-rules/lookup",
  "x-order-rules/lookup/atLeastOne/*",
].map((at) => at.split("/"));

/** A rule for the places of a pattern: `*` is one name, `**` any number of names. */
interface Rule {
  readonly pattern: readonly string[];
  readonly kind: Kind;
  readonly concerns: Concerned;
  readonly why: string;
  readonly isTyped: boolean;
}

const untyped = [texts, limits, filters, securityAndErrors, orders, parameters, streams].flat();

/**
 * The impact of changes at each place; the first matching rule decides. Add a rule to a table
 * above. A place without a rule is a fact that programs rely on.
 */
export const rules: readonly Rule[] = [...untyped, ...documents, ...typed].map((row) => {
  const [at, kind, concerns = "nobody", why = "code that relies on it breaks"] = row;
  return { pattern: at.split("/"), kind, concerns, why, isTyped: typed.includes(row) };
});

const otherwise: Omit<Rule, "pattern"> = {
  kind: {},
  concerns: both,
  why: "code that relies on it breaks",
  isTyped: false,
};

/** Whether a place holds a text for people, or data of tests. */
export function isText(path: readonly string[]): boolean {
  return ruleFor(path).kind === text;
}

function ruleFor(path: readonly string[]): Omit<Rule, "pattern"> {
  // A parameter may have the name of a keyword, such as `title`.
  const place = path.map((name, at) => (named.test(path[at - 1] ?? "") ? "*" : name));
  return rules.find(({ pattern }) => fits(pattern, place)) ?? otherwise;
}

/** Keywords whose members have names of the contract. */
const named = /^(?:parameters|headers|channels|messages|operations)$/u;

/** The verdict of the first rule that matches a difference. */
export function judgeByRule(difference: Difference): Verdict {
  const { path, before, after } = difference;
  const { kind, concerns, why, isTyped } = ruleFor(path);
  const move = moveOf(difference);
  const side = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  const own = kind[move] ?? kind.other ?? (move in reasons ? undefined : kind[side]);
  const impact = own ?? usual[move] ?? usual[side] ?? "breaking";
  if (impact === "patch") return { impact, concerns: "nobody", why: reasons[move] ?? unnoticed };
  const isOfRule = own !== undefined;
  const whom = isOfRule ? concerns : both;
  if (impact === "minor") {
    const harmless = reasons[move] ?? kind.harmless ?? nothingLost;
    return { impact, concerns: whom, why: harmless };
  }
  const assumed = before === undefined ? after?.assumed : before.assumed;
  const isMark = move === "assumed" || move === "documented";
  const isExported = isTyped || exported.some((pattern) => fits(pattern, path));
  if (assumed !== undefined && !isMark && !isExported) {
    return { impact: "minor", concerns: whom, why: `it was only assumed (${assumed})` };
  }
  return { impact, concerns: whom, why: isOfRule ? why : (reasons[move] ?? why) };
}

/** The reason for changes of text for people, and of notation. */
export const unnoticed = "no program behaves differently";

/** Whether a path matches a pattern. Names may contain slashes, so both are lists. */
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
