import { isList, isObject } from "../contract/documents/json.ts";
import type { Json } from "../contract/model.ts";
import type { Difference } from "./model.ts";
import { moveOf } from "./moves.ts";
import { isDuration } from "./shapes.ts";
import type { Names } from "./subjects.ts";
import { pathOf, subjectOf } from "./subjects.ts";
import { shown } from "./values.ts";

/** A difference in words: what it belongs to, and from what to what that went. */
export interface Told {
  readonly subject: string;
  readonly what: string;
}

/** Tells a difference in the contract's words. */
export function told(difference: Difference, names: Names): Told {
  const { trail, before, after } = difference;
  const isMark = trail.at(-1) === "x-assumed";
  const { text, rest } = subjectOf(isMark ? trail.slice(0, -1) : trail, names);
  // Only schemas have a way that is told by signs; `oneOf` of an order type is a word.
  const isOurs = trail[0]?.startsWith("x-") === true;
  const path = isOurs ? { text: "", rest } : pathOf(rest);
  const subject = `${text}${path.text}`;
  const key = keyText(path.rest);
  if (isMark) return { subject, what: `${key} ${markText(difference)}`.trim() };
  if (difference.isReordered) return { subject, what: `order of ${key || "its items"}` };
  if (before !== undefined && after !== undefined) {
    return { subject, what: `${key} ${changed(before.value, after.value)}`.trim() };
  }
  const value = (after ?? before)?.value ?? null;
  const move = moveOf(difference) === "removed" || after === undefined ? "removed" : "added";
  if (path.rest.length === 0) return { subject, what: move };
  if (difference.isListItem) {
    const verb = after === undefined ? "loses" : "gains";
    const list = keyText(path.rest.slice(0, -1));
    return { subject, what: `${list} ${verb} ${path.rest.at(-1)}`.trim() };
  }
  return { subject, what: [key, brief(value), move].filter((word) => word !== "").join(" ") };
}

/** The way to a fact, as in `repeated.ban`; what marks our own keys is left out. */
function keyText(names: readonly string[]): string {
  const words = names
    .filter((name) => name !== "x-stream")
    .map((name) => (name.startsWith("x-") ? name.slice(2).replaceAll("-", " ") : name))
    .map((name) => ownWords[name] ?? name);
  return words.join(".");
}

/** Names of entries that the comparison made of others. */
const ownWords: Readonly<Record<string, string>> = {
  $ref: "type",
  comparison: "rule",
  openWords: "further words",
};

function changed(before: Json, after: Json): string {
  const texts = [before, after].filter((value) => typeof value === "string");
  if (texts.length === 2 && texts.some(isProse)) {
    return "reworded";
  }
  const [old, now] = [shown(before), shown(after)];
  const isBlind = texts.some((text) => text.length > wordMax && !text.includes(" "));
  // What differs may lie beyond what one line can show.
  const isLost = old === now || isBlind || isTable(before) || isTable(after);
  return isLost ? "changed" : `${old} → ${now}`;
}

/** Longer words are keys and hashes, which nobody compares by eye. */
const wordMax = 40;

/** A value beside its name; a record is looked up at its place. */
function brief(value: Json): string {
  if (isObject(value) && !isDuration(value)) return "";
  return typeof value === "string" && isProse(value) ? "" : shown(value);
}

/** A sentence, rather than a word, an expression or an address. */
function isProse(text: string): boolean {
  if (/[<>=≤≥&]| in steps of /u.test(text)) return false;
  return text.endsWith(".") || text.split(" ").length > 5;
}

function isTable(value: Json): boolean {
  return isList(value) && value.some((item) => isObject(item) && Object.keys(item).length > 2);
}

function markText({ before, after }: Difference): string {
  if (before === undefined) return `documented → assumed (${shown(after?.value)})`;
  if (after === undefined) return `assumed (${shown(before.value)}) → documented`;
  return `assumed by ${shown(before.value)} → ${shown(after.value)}`;
}
