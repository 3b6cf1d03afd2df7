import { isList, isObject, listIn, member } from "../contract/documents/json.ts";
import type { Json } from "../contract/model.ts";
import { isDuration, isLeftOpen } from "./shapes.ts";

/** A value in few words, for one line of text. */
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
  const told = Object.entries(value).filter(([key]) => !key.startsWith("x-"));
  return told.map(([key, inner]) => `${key}: ${shown(inner)}`).join(", ");
}

function short(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length > widthMax ? `${line.slice(0, widthMax - 1)}…` : line;
}

/** Longer values are looked up at the place that the line names. */
const widthMax = 72;
