import { textsIn } from "../contract/documents/json.ts";
import type { Concerned, Difference, Move, Verdict } from "./model.ts";
import type { Way } from "./usage.ts";
import { breaking, minor, patch } from "./verdicts.ts";

/** What a change does to the set of values that a schema takes. */
type Effect = "narrower" | "wider" | "different" | "more" | "less" | "none";

type Effects = Readonly<Partial<Record<Move, Effect>>>;

/** The verdict on a change of a schema, by which way its values travel; the worse one counts. */
export function judgeSchema(difference: Difference, move: Move, way: Way): Verdict {
  const keyword = keywordOf(difference);
  const effect = effectOf(difference, keyword, move);
  const verdicts = [
    ...(way.sent ? [inRequests(keyword, effect)] : []),
    ...(way.received ? [inAnswers(keyword, effect)] : []),
  ];
  return worst(verdicts) ?? patch("only what people read changes");
}

/** The worse of some verdicts; where they are as bad, it concerns everybody that one concerns. */
export function worst(verdicts: readonly Verdict[]): Verdict | undefined {
  const rank = { breaking: 0, minor: 1, patch: 2 };
  const [first] = [...verdicts].sort((left, right) => rank[left.impact] - rank[right.impact]);
  if (first === undefined) return undefined;
  const alike = verdicts.filter(({ impact }) => impact === first.impact);
  const [whom] = new Set(alike.map(({ concerns }) => concerns));
  const isShared = alike.some(({ concerns }) => concerns !== whom);
  const reasons = [...new Set(alike.map(({ why }) => why))];
  const both: Concerned = "callers and readers";
  return isShared ? { ...first, concerns: both, why: reasons.join("; ") } : first;
}

/** Whether the place is a keyword of a JSON Schema, or an entry of one. */
export function isOfSchema({ holder, trail }: Difference): boolean {
  const [name = "", above = ""] = [trail.at(-1), trail.at(-2)];
  if (/^[[{]?Schema[\]}]?$/u.test(holder)) return holder !== "Schema" || !name.startsWith("x-");
  const isList = holder === "Data" || holder === "Value";
  return isList && /^(required|enum|type)$/u.test(above) && !trail.some((key) => /^x-/u.test(key));
}

/** The keyword that changed: the name of the place, or of the list or map that it is in. */
function keywordOf({ holder, trail }: Difference): string {
  const inList = holder !== "Schema";
  return String(trail.at(inList ? -2 : -1));
}

const most: Effects = { added: "narrower", removed: "wider", lowered: "narrower", raised: "wider" };
const least: Effects = {
  added: "narrower",
  removed: "wider",
  lowered: "wider",
  raised: "narrower",
};
const condition: Effects = { added: "narrower", removed: "wider", changed: "different" };
const choice: Effects = { added: "wider", removed: "narrower" };
const words: Effects = { added: "none", removed: "none", changed: "none" };

const effects: Readonly<Record<string, Effects>> = {
  maximum: most,
  exclusiveMaximum: most,
  maxLength: most,
  maxItems: most,
  maxProperties: most,
  minimum: least,
  exclusiveMinimum: least,
  minLength: least,
  minItems: least,
  minProperties: least,
  multipleOf: { ...condition, lowered: "different", raised: "different" },
  pattern: condition,
  required: condition,
  allOf: condition,
  uniqueItems: { on: "narrower", off: "wider" },
  enum: choice,
  oneOf: choice,
  anyOf: choice,
  properties: { added: "more", removed: "less" },
  patternProperties: { added: "more", removed: "less" },
  additionalProperties: { on: "wider", off: "narrower", added: "wider", removed: "narrower" },
  items: condition,
  openWords: { added: "wider", removed: "narrower", changed: "none" },
  title: words,
  description: words,
  example: words,
  examples: words,
  $comment: words,
  deprecated: { on: "none", off: "none" },
};

function effectOf(difference: Difference, keyword: string, move: Move): Effect {
  if (move === "reordered") return keyword === "prefixItems" ? "different" : "none";
  // The title of an element of a tuple is the name that readers know it by.
  if (keyword === "title" && difference.trail.includes("prefixItems")) return "different";
  if (keyword === "type") return formEffect(difference);
  const isWhole = difference.holder === "Schema" && choice === effects[keyword];
  const effect = (isWhole ? condition : effects[keyword])?.[move] ?? "different";
  if (!difference.isFlipped) return effect;
  return effect === "narrower" ? "wider" : effect === "wider" ? "narrower" : effect;
}

/** Of the forms that a value may have, some came, some went, or both. */
function formEffect({ before, after }: Difference): Effect {
  if (before === undefined || after === undefined) return before ? "wider" : "narrower";
  const [old, now] = [before, after].map(({ value }) => new Set(textsIn([value].flat())));
  if (old === undefined || now === undefined) return "different";
  // Every integer is a number.
  const takes = (forms: ReadonlySet<string>, form: string): boolean =>
    forms.has(form) || (form === "integer" && forms.has("number"));
  if ([...old].every((form) => takes(now, form))) return "wider";
  return [...now].every((form) => takes(old, form)) ? "narrower" : "different";
}

function inRequests(keyword: string, effect: Effect): Verdict {
  if (effect === "none") return patch("only what people read changes");
  if (effect === "wider") return minor("callers", "every request that was valid still is");
  if (effect === "more") return minor("callers", "who does not send it does as before");
  if (effect === "less") return breaking("callers", "who sends it no longer compiles");
  if (keyword === "required") return breaking("callers", "a request without it is refused");
  if (keyword === "openWords" && effect === "narrower") {
    return breaking("callers", "a word that is not listed is refused before it is sent");
  }
  if (keyword === "default") return breaking("callers", "not sending it means something else");
  return effect === "narrower"
    ? breaking("callers", "a request that was valid may be refused before it is sent")
    : breaking("callers", "requests have another form");
}

function inAnswers(keyword: string, effect: Effect): Verdict {
  if (effect === "none") return patch("only what people read changes");
  if (keyword === "default") return patch("an answer says what it says");
  if (effect === "more") return minor("readers", "who does not read it does as before");
  if (effect === "less") return breaking("readers", "who reads it no longer compiles");
  if (keyword === "enum") {
    return effect === "wider"
      ? minor("readers", "an unknown word always reached readers as it came")
      : breaking("readers", "who waits for the word waits in vain");
  }
  if (keyword === "openWords") {
    return minor("readers", "an unknown word always reached readers as it came");
  }
  if (keyword === "additionalProperties") {
    return minor("readers", "readers pass over what they do not know");
  }
  if (keyword === "required" && effect === "wider") {
    return breaking("readers", "it becomes optional in types, and may be missing");
  }
  if (keyword === "required") return minor("readers", "it is always there");
  if (effect === "narrower") return minor("readers", "answers keep within what was expected");
  return effect === "wider"
    ? breaking("readers", "answers may hold what nobody had to expect before")
    : breaking("readers", "answers have another form");
}
