import { readWeight, weigh } from "../../runtime/rate-limits/weight.ts";
import { milliseconds } from "../contract/context.ts";
import { isList, isObject, isUnstated, pointerNames } from "../contract/documents/json.ts";
import * as read from "../contract/documents/read.ts";
import type { Json, JsonObject } from "../contract/model.ts";
import type { Difference, Move } from "./model.ts";

/** The kind of change, judged by the two values alone. */
export function moveOf({ path, before, after, isReordered, renamed }: Difference): Move {
  if (isReordered) return "reordered";
  if (renamed !== undefined) return "renamed";
  const [old, now] = [before?.value, after?.value];
  if (path.at(-1) === "x-assumed") {
    if (old === undefined) return "assumed";
    return now === undefined ? "documented" : "reassumed";
  }
  // An absent flag is off.
  if ([old, now].every((value) => value === undefined || typeof value === "boolean")) {
    if (old !== undefined && now !== undefined) return now === true ? "on" : "off";
    if (now === true) return "on";
    if (old === true || now === false) return "off";
  }
  if (old === undefined) return "added";
  if (now === undefined) return "removed";
  if (isUnstated(old) !== isUnstated(now)) return isUnstated(now) ? "unstated" : "stated";
  if (isCostTable(old) || isCostTable(now)) return costMove(old, now);
  const [less, more] = lengthsOf(old, now) ?? [measureOf(old), measureOf(now)];
  if (less === undefined || more === undefined) return "changed";
  if (less === more) return "rewritten";
  return more > less ? "raised" : "lowered";
}

/**
 * A fact and its assumption, if any: `5`, or `5` of `{ value: 5, x-assumed: id }`. An assumed
 * security type has its value in `type`.
 */
export function unwrapped(value: Json): { readonly fact: Json; readonly assumed?: string } {
  const assumed = read.at(value, "x-assumed");
  if (!isObject(value) || typeof assumed !== "string") return { fact: value };
  const names = Object.keys(value).filter((name) => name !== "x-assumed");
  const [only] = names;
  const isWrapped = names.length === 1 && (only === "value" || only === "type");
  return isWrapped ? { fact: value[only] ?? null, assumed } : { fact: value };
}

/** A number, or a duration in milliseconds; nothing for other values. */
function measureOf(value: Json | undefined): number | undefined {
  if (typeof value === "number") return value;
  const lengthMs = isDuration(value) ? milliseconds(value) : Number.NaN;
  return Number.isNaN(lengthMs) ? undefined : lengthMs;
}

/** The maximum lengths in two patterns that are otherwise equal. */
function lengthsOf(old: Json, now: Json): readonly [number, number] | undefined {
  const [before, after] = [old, now].map((pattern) => {
    return /^(\^[^{]*\{\d+,)(\d+)(\}\$)$/u.exec(String(pattern)) ?? [];
  });
  const isSame = before?.[1] !== undefined && before[1] === after?.[1];
  return isSame ? [Number(before[2]), Number(after[2])] : undefined;
}

/** Whether a value is a duration such as `{ every: 1, unit: minute }`. */
export function isDuration(value: Json | undefined): value is JsonObject {
  if (!isObject(value) || typeof value["every"] !== "number") return false;
  return (
    typeof value["unit"] === "string" &&
    Object.keys(value).every((key) => ["every", "unit", "x-assumed"].includes(key))
  );
}

/** Whether a value is a table of weights, by value or presence of a parameter. */
export function isCostTable(value: Json | undefined): value is JsonObject {
  return isObject(value) && ("byParameter" in value || "byPresence" in value);
}

/**
 * How a weight changed: rewritten if every request costs the same, raised or lowered if none costs
 * less or more, otherwise changed.
 */
function costMove(before: Json, after: Json): Move {
  const [old, now] = [before, after].map((cost) => readWeight(cost, () => undefined));
  if (old === undefined || now === undefined) return "changed";
  const tables = [old, now].filter((weight) => weight.kind !== "fixed");
  const [parameter = "", ...others] = new Set(tables.map((table) => table.parameter));
  if (others.length > 0) return "changed";
  const tiers = tables.flatMap((table) => (table.kind === "byTier" ? table.tiers : []));
  // A request on each side of every bound, or one without the parameter and one with it.
  const values = tiers.length === 0 ? [undefined, 1] : tiers.flatMap(({ from, to }) => [from, to]);
  const rises = values.map((value) => {
    return weigh(now, { [parameter]: value }) - weigh(old, { [parameter]: value });
  });
  if (rises.every((rise) => rise === 0)) return "rewritten";
  if (rises.every((rise) => rise >= 0)) return "raised";
  return rises.every((rise) => rise <= 0) ? "lowered" : "changed";
}

export function isPlainList(value: Json | undefined): value is readonly Json[] {
  return isList(value) && value.every((item) => typeof item !== "object" || item === null);
}

/** A value as short text for a line of the report. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return "none";
  if (isUnstated(value)) return "not stated";
  const line = textOf(value).replace(/\s+/gu, " ").trim();
  return line.length > widthMax ? `${line.slice(0, widthMax - 1)}…` : line;
}

/** Longer values can be looked up at the reported position. */
const widthMax = 72;

function textOf(value: Json): string {
  if (value === "") return '""';
  if (isList(value)) return value.length === 0 ? "none" : value.map(shown).join(", ");
  if (!isObject(value)) return String(value);
  const { every, unit, byParameter, tiers, byPresence, present, absent } = value;
  if (isDuration(value)) return `${String(every)} ${String(unit)}${every === 1 ? "" : "s"}`;
  if (byPresence !== undefined) {
    return `${String(present)} with ${String(byPresence)}, ${String(absent)} without`;
  }
  if (byParameter !== undefined) {
    const costs = read.objects(tiers);
    const words = costs.map(({ weight, to }) => `${String(weight)} up to ${String(to)}`);
    return `by ${String(byParameter)} (${words.join(", ")})`;
  }
  if (typeof value["$ref"] === "string") return String(pointerNames(value["$ref"]).at(-1));
  const own = Object.entries<Json>(value).filter(([key]) => !key.startsWith("x-"));
  return own.map(([key, inner]) => `${key}: ${shown(inner)}`).join(", ");
}
