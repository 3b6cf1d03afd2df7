import { unitMs } from "../contract/context.ts";
import { isList, isObject, listIn, member, objectIn } from "../contract/documents/json.ts";
import type { Json, JsonObject } from "../contract/model.ts";
import type { Difference, Move } from "./model.ts";

/** In which way a place changed, judged by the two values alone. */
export function moveOf({ path, before, after, isReordered }: Difference): Move {
  if (isReordered) return "reordered";
  const [old, now] = [before?.value, after?.value];
  if (path.at(-1) === "x-assumed") {
    if (old === undefined) return "assumed";
    return now === undefined ? "documented" : "reassumed";
  }
  // An absent switch is off.
  if ([old, now].every((value) => value === undefined || typeof value === "boolean")) {
    if (old !== undefined && now !== undefined) return now === true ? "on" : "off";
    if (now === true) return "on";
    if (old === true) return "off";
  }
  if (old === undefined) return "added";
  if (now === undefined) return "removed";
  if (isLeftOpen(old) !== isLeftOpen(now)) return isLeftOpen(now) ? "unstated" : "stated";
  if (isCostTable(old) || isCostTable(now)) return costMove(old, now);
  const [less, more] = [measureOf(old), measureOf(now)];
  if (less === undefined || more === undefined || less === more) return "changed";
  return more > less ? "raised" : "lowered";
}

/**
 * A fact and the assumption that it names, if any: `5`, or `5` of `{ value: 5, x-assumed: id }`. An
 * assumed security type has its value under `type`.
 */
export function unwrapped(value: Json): { readonly fact: Json; readonly assumed?: string } {
  const assumed = member(value, "x-assumed");
  if (!isObject(value) || typeof assumed !== "string") return { fact: value };
  const names = Object.keys(value).filter((name) => name !== "x-assumed");
  const [only] = names;
  const isWrapped = names.length === 1 && (only === "value" || only === "type");
  return isWrapped ? { fact: value[only] ?? null, assumed } : { fact: value };
}

/** Whether a value only says that the interface does not state it. */
export function isLeftOpen(value: Json | undefined): boolean {
  return isObject(value) && Object.hasOwn(value, "x-unstated") && !Object.hasOwn(value, "type");
}

/** A number, or a duration in milliseconds; nothing for other values. */
export function measureOf(value: Json | undefined): number | undefined {
  if (typeof value === "number") return value;
  if (!isDuration(value)) return undefined;
  const unit = unitMs[String(value["unit"])];
  return unit === undefined ? undefined : Number(value["every"]) * unit;
}

/** Whether a value is a duration, as in `{ every: 1, unit: minute }`. */
export function isDuration(value: Json | undefined): value is JsonObject {
  if (!isObject(value) || typeof value["every"] !== "number") return false;
  return (
    typeof value["unit"] === "string" &&
    Object.keys(value).every((key) => ["every", "unit", "x-assumed"].includes(key))
  );
}

/** Whether a value is a table of weights: by the value of a parameter, or by its presence. */
export function isCostTable(value: Json | undefined): value is JsonObject {
  return isObject(value) && ("byParameter" in value || "byPresence" in value);
}

/**
 * How a weight changed: raised if no request costs less than before, lowered if none costs more,
 * otherwise changed.
 */
function costMove(before: Json, after: Json): "raised" | "lowered" | "changed" {
  const pairs = samples(before, after).map((at) => [costAt(before, at), costAt(after, at)]);
  if (pairs.every(([old, now]) => (now ?? 0) >= (old ?? 0))) return "raised";
  return pairs.every(([old, now]) => (now ?? 0) <= (old ?? 0)) ? "lowered" : "changed";
}

interface Sample {
  readonly parameter: string;
  /** `undefined` where the parameter is not sent. */
  readonly value: number | undefined;
}

/** One request on each side of every tier bound of either table. */
function samples(...costs: readonly Json[]): readonly Sample[] {
  const all = costs.flatMap((cost): readonly Sample[] => {
    if (!isObject(cost)) return [];
    const parameter = String(cost["byParameter"] ?? cost["byPresence"]);
    const bounds = listIn(cost["tiers"]).flatMap((tier) => [
      Number(member(tier, "from")),
      Number(member(tier, "to")),
    ]);
    const values = bounds.length === 0 ? [undefined, 1] : bounds;
    return values.map((value) => ({ parameter, value }));
  });
  return all.length === 0 ? [{ parameter: "", value: undefined }] : all;
}

/** The cost of one request; the highest cost of a table that depends on another parameter. */
function costAt(cost: Json, { parameter, value }: Sample): number {
  if (!isObject(cost)) return Number(cost);
  const tiers = listIn(cost["tiers"]).map(objectIn);
  if (cost["byPresence"] === parameter) {
    return Number(cost[value === undefined ? "absent" : "present"]);
  }
  const fitting = tiers.find(
    ({ from, to }) => value !== undefined && value >= Number(from) && value <= Number(to),
  );
  if (cost["byParameter"] === parameter && fitting !== undefined) return Number(fitting["weight"]);
  const all = [...tiers.map(({ weight }) => weight), cost["present"], cost["absent"]];
  return Math.max(...all.filter((one) => typeof one === "number"));
}

/** Whether every item of a list is a single word or number. */
export function isPlainList(value: Json | undefined): value is readonly Json[] {
  return isList(value) && value.every((item) => typeof item !== "object" || item === null);
}

/** A value as short text, for one line of the report. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return "none";
  if (typeof value === "string") return short(value === "" ? '""' : value);
  if (isLeftOpen(value)) return "not stated";
  if (isDuration(value)) return duration(Number(value["every"]), String(value["unit"]));
  if (isList(value)) return short(value.length === 0 ? "none" : value.map(shown).join(", "));
  if (!isObject(value)) return String(value);
  return short(cost(value) ?? fields(value));
}

function duration(every: number, unit: string): string {
  return `${every} ${unit}${every === 1 ? "" : "s"}`;
}

/** A table of weights: `1 up to limit 100, 5 up to 500`. */
function cost(value: Json): string | undefined {
  const [parameter, presence] = [member(value, "byParameter"), member(value, "byPresence")];
  if (presence !== undefined) {
    const [present, absent] = [member(value, "present"), member(value, "absent")];
    return `${String(present)} with ${String(presence)}, ${String(absent)} without`;
  }
  if (parameter === undefined) return undefined;
  const tiers = listIn(member(value, "tiers")).map(
    (tier) => `${String(member(tier, "weight"))} up to ${String(member(tier, "to"))}`,
  );
  return `by ${String(parameter)} (${tiers.join(", ")})`;
}

function fields(value: Readonly<Record<string, Json>>): string {
  const own = Object.entries(value).filter(([key]) => !key.startsWith("x-"));
  return own.map(([key, inner]) => `${key}: ${shown(inner)}`).join(", ");
}

function short(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length > widthMax ? `${line.slice(0, widthMax - 1)}…` : line;
}

/** Readers look up longer values at the position that the line names. */
const widthMax = 72;
