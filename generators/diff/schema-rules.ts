import { textsIn } from "../contract/documents/json.ts";
import type { Concerned, Difference, Move, Verdict } from "./model.ts";
import type { Way } from "./usage.ts";
import { breaking, minor, patch } from "./verdicts.ts";

/** The effect of a change on the set of values that a schema accepts. */
type Effect = "narrower" | "wider" | "different" | "more" | "less" | "none";

type Effects = Readonly<Partial<Record<Move, Effect>>>;

/** The verdict on a change of a schema whose values are sent, received, or both. */
export function judgeSchema(difference: Difference, move: Move, way: Way): Verdict {
  const keyword = keywordOf(difference);
  const effect = effectOf(difference, keyword, move);
  const verdicts = [
    ...(way.sent ? [inRequests(keyword, effect)] : []),
    ...(way.received ? [inResponses(keyword, effect)] : []),
  ];
  return worst(verdicts) ?? patch("only what people read changes");
}

/** The worst of some verdicts; equally bad ones are merged. */
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
export function isOfSchema({ holder, path }: Difference): boolean {
  const [name = "", above = ""] = [path.at(-1), path.at(-2)];
  if (/^[[{]?Schema[\]}]?$/u.test(holder)) return holder !== "Schema" || !name.startsWith("x-");
  const isList = holder === "Data" || holder === "Value";
  return isList && /^(required|enum|type)$/u.test(above) && !path.some((key) => /^x-/u.test(key));
}

/** The keyword that changed: the name of the place, or of the list or map that it is in. */
function keywordOf({ holder, path }: Difference): string {
  const inList = holder !== "Schema";
  return String(path.at(inList ? -2 : -1));
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
  // The title of a tuple element is its name in the generated type.
  if (keyword === "title" && difference.path.includes("prefixItems")) return "different";
  if (keyword === "type") return formEffect(difference);
  const isWhole = difference.holder === "Schema" && choice === effects[keyword];
  const effect = (isWhole ? condition : effects[keyword])?.[move] ?? "different";
  if (!difference.isFlipped) return effect;
  return effect === "narrower" ? "wider" : effect === "wider" ? "narrower" : effect;
}

/** Some of the types of a value were added, some removed, or both. */
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
  if (effect === "more") return minor("callers", "requests without it stay valid");
  if (effect === "less") return breaking("callers", "code that sends it no longer compiles");
  if (keyword === "required") return breaking("callers", "a request without it is refused");
  if (keyword === "openWords" && effect === "narrower") {
    return breaking("callers", "an unlisted value is refused before it is sent");
  }
  if (keyword === "default")
    return breaking("callers", "a request without it means something else");
  return effect === "narrower"
    ? breaking("callers", "a request that was valid may be refused before it is sent")
    : breaking("callers", "requests have another form");
}

function inResponses(keyword: string, effect: Effect): Verdict {
  if (effect === "none") return patch("only what people read changes");
  if (keyword === "default") return patch("responses carry the value itself");
  if (effect === "more") return minor("readers", "code that does not read it is unaffected");
  if (effect === "less") return breaking("readers", "code that reads it no longer compiles");
  if (keyword === "enum") {
    return effect === "wider"
      ? minor("readers", "readers receive unknown values unchanged")
      : breaking("readers", "code that waits for the value waits forever");
  }
  if (keyword === "openWords") {
    return minor("readers", "readers receive unknown values unchanged");
  }
  if (keyword === "additionalProperties") {
    return minor("readers", "readers ignore unknown properties");
  }
  if (keyword === "required" && effect === "wider") {
    return breaking("readers", "it becomes optional in types and may be missing");
  }
  if (keyword === "required") return minor("readers", "it is always present");
  if (effect === "narrower") return minor("readers", "responses stay within what was expected");
  return effect === "wider"
    ? breaking("readers", "responses may hold values that were impossible before")
    : breaking("readers", "responses have another form");
}
