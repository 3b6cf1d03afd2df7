import { unitMs } from "../contract/context.ts";
import { isList, isObject, listIn, member, objectIn } from "../contract/documents/json.ts";
import type { Json, JsonObject } from "../contract/model.ts";

/**
 * The fact of an assumable, and the ledger entry it is covered by: `5`, or `5` of
 * `{ value: 5, x-assumed: id }`. A security type that is assumed carries it under `type`.
 */
export function unwrapped(value: Json): { readonly fact: Json; readonly assumed?: string } {
  const assumed = member(value, "x-assumed");
  if (!isObject(value) || typeof assumed !== "string") return { fact: value };
  const names = Object.keys(value).filter((name) => name !== "x-assumed");
  const [only] = names;
  const isWrapped = names.length === 1 && (only === "value" || only === "type");
  return isWrapped ? { fact: value[only] ?? null, assumed } : { fact: value };
}

/** Whether a value only says that the interface leaves it open. */
export function isLeftOpen(value: Json | undefined): boolean {
  return isObject(value) && Object.hasOwn(value, "x-unstated") && !Object.hasOwn(value, "type");
}

/** A number or a length of time as one number; nothing for what is neither. */
export function measureOf(value: Json | undefined): number | undefined {
  if (typeof value === "number") return value;
  if (!isDuration(value)) return undefined;
  const unit = unitMs[String(value["unit"])];
  return unit === undefined ? undefined : Number(value["every"]) * unit;
}

/** Whether a value is a length of time and nothing else. */
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
 * Which way a weight went: raised when no request costs less than before, lowered when none costs
 * more, and otherwise changed.
 */
export function costMove(before: Json, after: Json): "raised" | "lowered" | "changed" {
  const pairs = samples(before, after).map((at) => [costAt(before, at), costAt(after, at)]);
  if (pairs.every(([old, now]) => (now ?? 0) >= (old ?? 0))) return "raised";
  return pairs.every(([old, now]) => (now ?? 0) <= (old ?? 0)) ? "lowered" : "changed";
}

interface Sample {
  readonly parameter: string;
  /** `undefined` where the parameter is not sent. */
  readonly value: number | undefined;
}

/** One request on each side of every border that one of the two tables has. */
function samples(...costs: readonly Json[]): readonly Sample[] {
  const asked = costs.flatMap((cost): readonly Sample[] => {
    if (!isObject(cost)) return [];
    const parameter = String(cost["byParameter"] ?? cost["byPresence"]);
    const borders = listIn(cost["tiers"]).flatMap((tier) => [
      Number(member(tier, "from")),
      Number(member(tier, "to")),
    ]);
    const values = borders.length === 0 ? [undefined, 1] : borders;
    return values.map((value) => ({ parameter, value }));
  });
  return asked.length === 0 ? [{ parameter: "", value: undefined }] : asked;
}

/** What one request costs; by tables over other parameters the most that they have. */
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
