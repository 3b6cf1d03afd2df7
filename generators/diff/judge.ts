import { isObject, isUnstated } from "../contract/documents/json.ts";
import * as read from "../contract/documents/read.ts";
import {
  type Concerned,
  type Difference,
  type Impact,
  impacts,
  type Move,
  type Rename,
  type Verdict,
} from "./model.ts";
import { fits, judgeByRule, unnoticed } from "./rules.ts";
import { type Usage, type Way, wayOf } from "./usage.ts";
import { moveOf } from "./values.ts";

/** The facts of both specs that verdicts depend on. */
export interface JudgeContext {
  /** Of the old and the new spec. */
  readonly usages: readonly [Usage, Usage];
  /** Whether a path was added: a property is reported together with `required`. */
  readonly isAdded: (path: readonly string[]) => boolean;
}

/** The impact of a difference on programs written against the old contract. */
export function judge(difference: Difference, context: JudgeContext): Verdict {
  const { path, holder, after, inner, renamed } = difference;
  if (renamed !== undefined) return judgeRename(difference, renamed, context);
  const move = moveOf(difference);
  if (inner !== undefined) {
    const verdicts = inner.map((one) => judge(one, context));
    return worst(verdicts) ?? harmless("it is the same under another name");
  }
  const isType = path[0] === "components" && path[1] === "schemas" && path.length === 3;
  if (isType && move === "removed") return breaking("callers and readers", "its type is gone");
  if (isType && move === "added") return { impact: "minor", concerns: both, why: "one more type" };
  if (isOfSchema(difference)) return judgeSchema(difference, move, context);
  const isInput = holder === "[Parameter]" || path.at(-1) === "requestBody";
  if (isInput && after !== undefined && move === "added") {
    const isRequired = read.at(read.resolved(after.root, after.value), "required") === true;
    if (isRequired) return breaking("callers", needless);
  }
  if (path.at(-1) === "x-security" && move === "changed") return security(difference);
  if (fits(["x-order-rules", "algo", "*"], path) && move === "added") {
    // No program has placed orders of a new type.
    const type = ["x-order-rules", "types", path.at(-1) ?? ""];
    if (context.isAdded(type)) return { impact: "minor", concerns: "callers", why: newType };
  }
  // The first matching entry of these lists decides.
  const isByOrder = /^x-(retry\/rules|errors\/statuses)$/u.test(path.join("/"));
  if (move === "reordered" && isByOrder && !swapsOverlapping(difference)) {
    return harmless("no error matches two of the swapped entries");
  }
  return judgeByRule(difference);
}

/** Whether two entries that may match the same error were swapped. */
function swapsOverlapping({ before, after }: Difference): boolean {
  const [old, now] = [read.texts(before?.value), read.texts(after?.value)];
  const overlap = (one: string, other: string): boolean => {
    // A code may come with any status.
    if (one.startsWith("code") !== other.startsWith("code")) return true;
    return (
      one === other ||
      [one, other].some((each) => each.endsWith("XX") && one.at(-3) === other.at(-3))
    );
  };
  const kept = old.filter((one) => now.includes(one));
  return kept.some((one, at) => {
    const later = kept.slice(at + 1).filter((other) => now.indexOf(other) < now.indexOf(one));
    return later.some((other) => overlap(one, other));
  });
}

const newType = "the order type is new";
const needless = "a request without it is refused";

function breaking(concerns: Concerned, why: string): Verdict {
  return { impact: "breaking", concerns, why };
}

function harmless(why: string): Verdict {
  return { impact: "patch", concerns: "nobody", why };
}

/** To programs a rename is a removal and an addition. */
function judgeRename(difference: Difference, { from, to }: Rename, context: JudgeContext): Verdict {
  const { renamed: _, ...one } = difference;
  const { path } = one;
  if (fits(["paths", "*", "*"], path)) return breaking("callers", moved);
  // A fact that is a name stays where it is.
  if (path.at(-1) !== to) return judge(one, context);
  const old = [...path.slice(0, -1), from];
  const removed = judge({ ...one, path: old, after: undefined }, context);
  const added = judge({ ...one, before: undefined }, context);
  // It demands no more than under its old name.
  const isOldName = removed.impact !== "breaking" && added.impact === "breaking";
  if (isOldName) return breaking(added.concerns, "code that has the old name breaks");
  return worst([removed, added]) ?? harmless("it is the same under another name");
}

const moved = "older clients send requests to a path that is gone";
const both = "callers and readers";

/** A new security type is harmless if the old credentials suffice. */
function security({ before, after }: Difference): Verdict {
  const [old, now] = [before, after].map((spot) => {
    const type = read.at(spot?.root, "x-security-types", "types", String(spot?.value));
    return type === undefined ? undefined : read.list(type, "requires");
  });
  const isEnough = old !== undefined && now?.every((credential) => old.includes(credential));
  return isEnough === true
    ? { impact: "minor", concerns: "callers", why: "the credentials required before are enough" }
    : breaking("callers", "requests with the old credentials are refused");
}

/** The worst verdict; equally bad ones are merged. */
function worst(verdicts: readonly Verdict[]): Verdict | undefined {
  const impact = impacts.find((one) => verdicts.some((verdict) => verdict.impact === one));
  const equal = verdicts.filter((verdict) => verdict.impact === impact);
  const [first] = equal;
  if (first === undefined) return undefined;
  const isForOne = equal.every(({ concerns }) => concerns === first.concerns);
  const why = [...new Set(equal.flatMap((verdict) => verdict.why.split("; ")))].join("; ");
  return { ...first, why, concerns: isForOne ? first.concerns : both };
}

/** Whether the place is a keyword of a JSON Schema, or an entry of one; two are our own. */
function isOfSchema({ holder, path }: Difference): boolean {
  const [name = "", above = ""] = [path.at(-1), path.at(-2)];
  if (/^[[{]?Schema[\]}]?$/u.test(holder))
    return holder !== "Schema" || /^(?!x-)|^x-(?:null|safe-integer)$/u.test(name);
  const isList = holder === "Data" || holder === "Value";
  return isList && /^(required|enum)$/u.test(above) && !path.some((key) => /^x-/u.test(key));
}

/** The verdict on a changed schema, by whether its values are sent, received, or both. */
function judgeSchema(difference: Difference, move: Move, context: JudgeContext): Verdict {
  const { path, holder } = difference;
  const way = wayAt(difference, context);
  const keyword = String(path.at(holder === "Schema" ? -1 : -2));
  if (/^(one|any)Of$/u.test(keyword) && move === "added" && !way.sent && isOpen(difference)) {
    return { impact: "minor", concerns: "readers", why: "it was received before as unknown" };
  }
  const assumed = difference.before?.assumed;
  const isUnnoticed = keyword === "enum" && move === "removed" && !way.sent;
  if (isUnnoticed && assumed !== undefined && hasOpenType(difference)) {
    return { impact: "minor", concerns: "readers", why: `it was only assumed (${assumed})` };
  }
  const required = [...path.slice(0, -2), "required", path.at(-1) ?? ""];
  if (keyword === "properties" && move === "added" && way.sent && context.isAdded(required)) {
    return breaking("callers", needless);
  }
  const effect = effectOf(difference, keyword, move);
  // A list of words that comes takes none away.
  const isFirstList = keyword === "enum" && move === "added" && effect === "narrower";
  const own = isFirstList ? undefined : receivedKeywords[keyword]?.[effect];
  const received = own ?? responses[effect];
  const verdicts: Verdict[] = [];
  if (way.sent) verdicts.push({ ...requests[effect], concerns: "callers" });
  if (way.received) verdicts.push({ ...received, concerns: "readers" });
  const verdict = worst(verdicts);
  return verdict === undefined || verdict.impact === "patch" ? harmless(unnoticed) : verdict;
}

/** Whether values that an enum does not list are allowed, so that its type does not narrow. */
function hasOpenType({ path, before }: Difference): boolean {
  const choice = [...path.slice(0, -2), "anyOf"];
  return before !== undefined && read.list(before.root, ...choice).some(isUnstated);
}

/** Whether one branch of a choice accepts what the others do not. */
function isOpen({ path, after }: Difference): boolean {
  if (after === undefined) return false;
  return read.list(after.root, ...path.slice(0, -1)).some((branch) => {
    const properties = read.object(read.resolved(after.root, branch), "properties");
    return Object.values(properties).some((property) => isObject(read.at(property, "not")));
  });
}

/** Whether a schema's values are sent or received, by its place. */
function wayAt({ path, document }: Difference, { usages }: JudgeContext): Way {
  const [first = "", section = "", name = ""] = path;
  const isInput = /^(?:parameters|requestBodies|channelBindings)$/u.test(section);
  const isOutput = section === "responses" || section === "headers";
  if (first === "components" && !isInput && !isOutput) return wayOf(usages, section, name);
  const received =
    first === "components"
      ? isOutput
      : first === "channels"
        ? !path.includes("bindings")
        : document === "openapi" && path.includes("responses");
  return { sent: !received, received };
}

/** The effect on the set of values that a schema accepts. */
type Effect = "narrower" | "wider" | "different" | "more" | "less" | "discouraged" | "none";

type Effects = Readonly<Partial<Record<Move, Effect>>>;

const condition: Effects = { added: "narrower", removed: "wider" };
const most: Effects = { ...condition, lowered: "narrower", raised: "wider" };
const least: Effects = { ...condition, lowered: "wider", raised: "narrower" };
const choice: Effects = { added: "wider", removed: "narrower" };
const membership: Effects = { added: "more", removed: "less" };
const words: Effects = { added: "none", removed: "none", changed: "none", on: "none", off: "none" };

const effects: Readonly<Record<string, Effects>> = {
  ...byKeyword("maximum exclusiveMaximum maxLength maxItems maxProperties", most),
  ...byKeyword("minimum exclusiveMinimum minLength minItems minProperties", least),
  ...byKeyword("const multipleOf required allOf items", condition),
  pattern: most,
  ...byKeyword("enum oneOf anyOf", choice),
  ...byKeyword("properties patternProperties", membership),
  ...byKeyword("title description example examples $comment", words),
  deprecated: { ...words, on: "discouraged" },
  default: { added: "wider" },
  uniqueItems: { on: "narrower", off: "wider", removed: "none" },
  additionalProperties: { ...condition, on: "wider", off: "narrower" },
  openWords: { ...choice, changed: "none" },
  "x-null": { added: "wider", removed: "narrower" },
  "x-safe-integer": { on: "narrower", off: "wider" },
};

function byKeyword(keywords: string, own: Effects): Readonly<Record<string, Effects>> {
  return Object.fromEntries(keywords.split(" ").map((keyword) => [keyword, own]));
}

function effectOf(difference: Difference, keyword: string, move: Move): Effect {
  const { path, holder, isFlipped } = difference;
  if (move === "reordered") return keyword === "prefixItems" ? "different" : "none";
  // The title of a tuple element is its name in the generated type.
  if (keyword === "title" && path.includes("prefixItems")) return "different";
  if (keyword === "type") return formEffect(difference);
  const own = effects[keyword];
  const isWhole = holder === "Schema" && own === choice;
  const effect = (isWhole ? condition : own)?.[move] ?? "different";
  if (!isFlipped || (effect !== "narrower" && effect !== "wider")) return effect;
  return effect === "narrower" ? "wider" : "narrower";
}

/** Types of a value were added, removed, or both. */
function formEffect({ before, after }: Difference): Effect {
  if (before === undefined || after === undefined) return before ? "wider" : "narrower";
  const [old, now] = [read.texts([before.value].flat()), read.texts([after.value].flat())];
  // Every integer is a number.
  const takes = (forms: readonly string[], form: string): boolean =>
    forms.includes(form) || (form === "integer" && forms.includes("number"));
  const isWider = old.every((form) => takes(now, form));
  const isNarrower = now.every((form) => takes(old, form));
  if (isWider && isNarrower) return "none";
  if (isWider) return "wider";
  return isNarrower ? "narrower" : "different";
}

type Meaning = Readonly<{ impact: Impact; why: string }>;

const discouraged: Meaning = { impact: "minor", why: "it still works as before" };
const ignored: Meaning = { impact: "minor", why: "readers receive it unchanged" };

const requests: Readonly<Record<Effect, Meaning>> = {
  none: { impact: "patch", why: unnoticed },
  discouraged,
  wider: { impact: "minor", why: "every valid request is still valid" },
  more: { impact: "minor", why: "requests without it stay valid" },
  less: { impact: "breaking", why: "code that sends it no longer compiles" },
  narrower: { impact: "breaking", why: "a valid request may be refused before it is sent" },
  different: { impact: "breaking", why: "requests have another form or meaning" },
};

const responses: Readonly<Record<Effect, Meaning>> = {
  none: { impact: "patch", why: unnoticed },
  discouraged,
  more: { impact: "minor", why: "code that does not read it is unaffected" },
  less: { impact: "breaking", why: "code that reads it no longer compiles" },
  narrower: { impact: "minor", why: "responses stay within what was possible before" },
  wider: { impact: "breaking", why: "responses may hold values that were impossible before" },
  different: { impact: "breaking", why: "responses have another form" },
};

/** Keywords with another effect on readers: they receive an unknown value unchanged. */
const receivedKeywords: Readonly<Record<string, Partial<Record<Effect, Meaning>>>> = {
  default: { different: responses.none, wider: responses.none },
  enum: {
    wider: ignored,
    narrower: { impact: "breaking", why: "code that waits for the value waits forever" },
  },
  openWords: { narrower: ignored, wider: ignored, different: ignored },
  additionalProperties: { narrower: ignored, wider: ignored, different: ignored },
  "x-null": {
    wider: { impact: "breaking", why: "responses may hold null instead of the value" },
  },
  required: {
    wider: { impact: "breaking", why: "it becomes optional in types and may be missing" },
  },
};
