import { isObject, listIn, lookUp, member, objectIn } from "../contract/documents/json.ts";
import type { Json } from "../contract/model.ts";
import { followed, type Side } from "./forms.ts";
import type { Difference, Move, Verdict } from "./model.ts";
import { fits, type Rule, rules } from "./rules.ts";
import { isOfSchema, judgeSchema, worst } from "./schema-rules.ts";
import { type Usage, type Way, wayOf } from "./usage.ts";
import { measureOf, moveOf } from "./values.ts";
import { breaking, minor, patch, usual } from "./verdicts.ts";

/** Both specs, as far as verdicts depend on them. */
export interface JudgeContext {
  /** The old spec's and the new one's. */
  readonly usages: () => readonly [Usage, Usage];
  readonly sides: Readonly<Record<Difference["document"], Side>>;
  /** Whether something was added at a path: a property is reported together with `required`. */
  readonly isAdded: (path: readonly string[]) => boolean;
}

/** The meaning of a difference for programs written against the old contract. */
export function judge(difference: Difference, context: JudgeContext): Verdict {
  const move = moveOf(difference);
  const { path } = difference;
  if (difference.inner !== undefined) return judgeInner(difference.inner, context);
  if (path[0] === "components" && path.length === 3) {
    const verdict = judgeComponent(difference, move);
    if (verdict !== undefined) return verdict;
  }
  if (isSameMeasure(difference)) return patch("it is the same duration in another unit");
  if (isOfSchema(difference)) return judgeKeyword(difference, move, context);
  const required = requiredParameter(difference, move, context);
  if (required !== undefined) return required;
  const isSecurity = path.at(-1) === "x-security" && move === "changed";
  if (isSecurity) return security(difference, context);
  return judgeByRule(difference, move);
}

function isSameMeasure({ before, after }: Difference): boolean {
  const measure = measureOf(before?.value);
  return measure !== undefined && measure === measureOf(after?.value);
}

function judgeByRule(difference: Difference, move: Move): Verdict {
  const rule = rules.find(({ pattern }) => fits(pattern, difference.path));
  const verdict = verdictOf(rule, difference, move);
  const { before, after } = difference;
  const assumed = before === undefined ? after?.assumed : before.assumed;
  const isOwnMark = move === "assumed" || move === "documented" || rule?.isTyped === true;
  if (verdict.impact !== "breaking" || assumed === undefined || isOwnMark) return verdict;
  // Programs cannot rely on what was only assumed.
  const why = rule?.whereAssumed ?? verdict.why;
  return { ...verdict, impact: "minor", why: `${why}; only assumed (${assumed})` };
}

function verdictOf(rule: Rule | undefined, { before, after }: Difference, move: Move): Verdict {
  const given = rule?.verdicts ?? {};
  const exact = given[move];
  if (exact !== undefined) return exact;
  const isSwitch = move === "on" || move === "off";
  const bySide = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  if (isSwitch || move === "raised" || move === "lowered") {
    const like = given[bySide] ?? usual[bySide];
    if (like !== undefined) return like;
  }
  return usual[move] ?? given.changed ?? otherwise;
}

const otherwise: Verdict = breaking("callers and readers", "code that relies on it may be wrong");

/** A named type of the client. A new filter with documented rules also refuses orders. */
function judgeComponent({ path, before, after }: Difference, move: Move): Verdict | undefined {
  if (path[1] !== "schemas") return undefined;
  if (move === "removed") return breaking("callers and readers", "the client's type is gone");
  if (move !== "added") return undefined;
  const isFirm = listIn(member((after ?? before)?.value, "x-rules")).some(
    (rule) => !Object.hasOwn(objectIn(rule), "x-assumed"),
  );
  if (!isFirm || after?.assumed !== undefined) {
    return minor("callers and readers", "the client has one more type");
  }
  return breaking("callers", "an order that violates the new filter is refused before it is sent");
}

function judgeKeyword(difference: Difference, move: Move, context: JudgeContext): Verdict {
  const way = wayAt(difference, context);
  const keyword = difference.path.at(-2);
  const isChoice = keyword === "oneOf" || keyword === "anyOf";
  if (isChoice && move === "added" && !way.sent && hasOpenBranch(difference, context)) {
    return minor("readers", "readers received it before as an unknown one");
  }
  const { path } = difference;
  const isRequired = context.isAdded([...path.slice(0, -2), "required", path.at(-1) ?? ""]);
  const verdict = judgeSchema(difference, move, way);
  if (keyword !== "properties" || move !== "added" || !isRequired || !way.sent) return verdict;
  return breaking("callers", "a request without it is refused");
}

/** Whether one branch of a choice accepts what the others do not. */
function hasOpenBranch({ path, document }: Difference, context: JudgeContext): boolean {
  const side = context.sides[document];
  return listIn(lookUp(side.root, path.slice(0, -1))).some((branch) => {
    const properties = Object.values(objectIn(member(followed(side, branch), "properties")));
    return properties.some((property: Json) => isObject(member(property, "not")));
  });
}

/** Whether the values of a schema are sent or received, by the place of the schema. */
function wayAt({ path, document }: Difference, { usages }: JudgeContext): Way {
  const [section, name = ""] = path.slice(1);
  if (path[0] === "components") {
    if (section === "parameters" || section === "requestBodies") return onlySent;
    if (section === "responses" || section === "headers") return onlyReceived;
    return wayOf(usages(), section ?? "", name);
  }
  if (path[0] === "channels") return path.includes("bindings") ? onlySent : onlyReceived;
  const isResponse = document === "openapi" && path.includes("responses");
  return isResponse ? onlyReceived : onlySent;
}

const onlySent: Way = { sent: true, received: false };
const onlyReceived: Way = { sent: false, received: true };

/** A new parameter is harmless unless requests without it are refused. */
function requiredParameter(
  { path, holder, after, document }: Difference,
  move: Move,
  { sides }: JudgeContext,
): Verdict | undefined {
  const isNew = move === "added" && after !== undefined;
  const isInput = holder === "[Parameter]" || path.at(-1) === "requestBody";
  if (!isNew || !isInput) return undefined;
  const isRequired = member(followed(sides[document], after.value), "required") === true;
  return isRequired ? breaking("callers", "a request without it is refused") : undefined;
}

/** A new security type is harmless if it requires no further credentials. */
function security({ before, after }: Difference, { sides }: JudgeContext): Verdict {
  const types = lookUp(sides.openapi.root, ["x-security-types", "types"]);
  const [old, now] = [before, after].map((site) => {
    const type = member(types, String(site?.value));
    return type === undefined ? undefined : listIn(member(type, "requires"));
  });
  const isEnough = old !== undefined && now?.every((credential) => old.includes(credential));
  return isEnough === true
    ? minor("callers", "the credentials required before are enough")
    : breaking("callers", "requests with the old credentials are refused");
}

/** A reference with another target means what the differences between the targets mean. */
function judgeInner(inner: readonly Difference[], context: JudgeContext): Verdict {
  const verdicts = inner.map((difference) => judge(difference, context));
  return worst(verdicts) ?? patch("it is the same under another name");
}
