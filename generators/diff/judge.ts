import { isObject, listIn, lookUp, member, objectIn } from "../contract/documents/json.ts";
import type { Json } from "../contract/model.ts";
import { documentRules } from "./document-rules.ts";
import type { Rule } from "./fact-rules.ts";
import { factRules } from "./fact-rules.ts";
import type { Side } from "./follow.ts";
import { followed } from "./follow.ts";
import type { Difference, Move, Verdict } from "./model.ts";
import { moveOf } from "./moves.ts";
import { fits, patternOf } from "./patterns.ts";
import { isOfSchema, judgeSchema, worst } from "./schema-rules.ts";
import { measureOf } from "./shapes.ts";
import { streamRules } from "./stream-rules.ts";
import type { Usage, Way } from "./usage.ts";
import { wayOf } from "./usage.ts";
import { breaking, minor, patch, usual } from "./verdicts.ts";

/** What judging needs beside the difference. */
export interface Court {
  /** The old spec's and the new one's. */
  readonly usages: () => readonly [Usage, Usage];
  readonly sides: Readonly<Record<Difference["document"], Side>>;
  /** Whether something came at a trail, too: a property is told together with its `required`. */
  readonly came: (trail: readonly string[]) => boolean;
}

/** All rules in the order in which they are asked. */
export const rules: readonly (Rule & { readonly pattern: readonly string[] })[] = [
  ...factRules,
  ...streamRules,
  ...documentRules,
].map((rule) => ({ ...rule, pattern: patternOf(rule.at) }));

/** What a difference means for programs that were written against the contract before it. */
export function judge(difference: Difference, court: Court): Verdict {
  const move = moveOf(difference);
  const { trail } = difference;
  if (difference.inner !== undefined) return judgeInner(difference.inner, court);
  if (trail[0] === "components" && trail.length === 3) {
    const verdict = judgeComponent(difference, move);
    if (verdict !== undefined) return verdict;
  }
  if (isSameMeasure(difference)) return patch("it is as long as before, told in another unit");
  if (isOfSchema(difference)) return judgeKeyword(difference, move, court);
  const required = requiredParameter(difference, move, court);
  if (required !== undefined) return required;
  const isSecurity = trail.at(-1) === "x-security" && move === "changed";
  if (isSecurity) return security(difference, court);
  return judgeByRule(difference, move);
}

function isSameMeasure({ before, after }: Difference): boolean {
  const measure = measureOf(before?.value);
  return measure !== undefined && measure === measureOf(after?.value);
}

function judgeByRule(difference: Difference, move: Move): Verdict {
  const rule = rules.find(({ pattern }) => fits(pattern, difference.trail));
  const verdict = verdictOf(rule, difference, move);
  const { before, after } = difference;
  const assumed = before === undefined ? after?.assumed : before.assumed;
  const isOwnMark = move === "assumed" || move === "documented" || rule?.isTyped === true;
  if (verdict.impact !== "breaking" || assumed === undefined || isOwnMark) return verdict;
  // What was never documented was never promised.
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
  return usual[move] ?? given.changed ?? neverMet;
}

const neverMet: Verdict = breaking("callers and readers", "what was built on it is in doubt");

/** A named type of the client; a filter is more than a type where it has documented rules. */
function judgeComponent({ trail, before, after }: Difference, move: Move): Verdict | undefined {
  if (trail[1] !== "schemas") return undefined;
  if (move === "removed") return breaking("callers and readers", "the client's type is gone");
  if (move !== "added") return undefined;
  const isFirm = listIn(member((after ?? before)?.value, "x-rules")).some(
    (rule) => !Object.hasOwn(objectIn(rule), "x-assumed"),
  );
  if (!isFirm || after?.assumed !== undefined) {
    return minor("callers and readers", "the client has a type more");
  }
  return breaking("callers", "an order that breaks the new filter is refused before it is sent");
}

function judgeKeyword(difference: Difference, move: Move, court: Court): Verdict {
  const way = wayAt(difference, court);
  const keyword = difference.trail.at(-2);
  const isChoice = keyword === "oneOf" || keyword === "anyOf";
  if (isChoice && move === "added" && !way.sent && isCatchingAll(difference, court)) {
    return minor("readers", "it came before, too, as one that was not known");
  }
  const { trail } = difference;
  const isRequired = court.came([...trail.slice(0, -2), "required", trail.at(-1) ?? ""]);
  const verdict = judgeSchema(difference, move, way);
  if (keyword !== "properties" || move !== "added" || !isRequired || !way.sent) return verdict;
  return breaking("callers", "a request without it is refused");
}

/** Whether one branch of a choice takes whatever the others do not. */
function isCatchingAll({ trail, document }: Difference, court: Court): boolean {
  const side = court.sides[document];
  return listIn(lookUp(side.root, trail.slice(0, -1))).some((branch) => {
    const properties = Object.values(objectIn(member(followed(side, branch), "properties")));
    return properties.some((property: Json) => isObject(member(property, "not")));
  });
}

/** Which way the values of a schema travel, by the place that the schema is at. */
function wayAt({ trail, document }: Difference, { usages }: Court): Way {
  const [section, name = ""] = trail.slice(1);
  if (trail[0] === "components") {
    if (section === "parameters" || section === "requestBodies") return onlySent;
    if (section === "responses" || section === "headers") return onlyReceived;
    return wayOf(usages(), section ?? "", name);
  }
  if (trail[0] === "channels") return trail.includes("bindings") ? onlySent : onlyReceived;
  const isAnswer = document === "openapi" && trail.includes("responses");
  return isAnswer ? onlyReceived : onlySent;
}

const onlySent: Way = { sent: true, received: false };
const onlyReceived: Way = { sent: false, received: true };

/** A parameter that comes is harmless unless requests without it are refused. */
function requiredParameter(
  { trail, holder, after, document }: Difference,
  move: Move,
  { sides }: Court,
): Verdict | undefined {
  const isNew = move === "added" && after !== undefined;
  const isInput = holder === "[Parameter]" || trail.at(-1) === "requestBody";
  if (!isNew || !isInput) return undefined;
  const isRequired = member(followed(sides[document], after.value), "required") === true;
  return isRequired ? breaking("callers", "a request without it is refused") : undefined;
}

/** Harmless where the new type asks for nothing that the old one did not. */
function security({ before, after }: Difference, { sides }: Court): Verdict {
  const types = lookUp(sides.openapi.root, ["x-security-types", "types"]);
  const [old, now] = [before, after].map((site) => {
    const type = member(types, String(site?.value));
    return type === undefined ? undefined : listIn(member(type, "requires"));
  });
  const isEnough = old !== undefined && now?.every((credential) => old.includes(credential));
  return isEnough === true
    ? minor("callers", "who shows what was asked before shows enough")
    : breaking("callers", "who shows no more than before is refused");
}

/** A reference that leads elsewhere means what the difference between the two means. */
function judgeInner(inner: readonly Difference[], court: Court): Verdict {
  const verdicts = inner.map((difference) => judge(difference, court));
  return worst(verdicts) ?? patch("it is the same under another name");
}
