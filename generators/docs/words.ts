import type { OperationWeight, RetryRule, Weight } from "../../runtime/tables.ts";
import { objectIn } from "../contract/documents/json.ts";
import type { Contract, Json, Operation, Parameter } from "../contract/model.ts";

/** The weight of a call with all tiers. */
export function weightInWords(weight: OperationWeight | null): string {
  if (weight === null) return "not stated by the interface";
  const parts = [
    weight.ip === undefined ? undefined : `${costInWords(weight.ip)} from the IP address`,
    weight.account === undefined ? undefined : `${costInWords(weight.account)} from the account`,
  ];
  return parts.filter((part) => part !== undefined).join(", and ");
}

function costInWords(weight: Weight): string {
  switch (weight.kind) {
    case "fixed":
      return String(weight.weight);
    case "byPresence":
      return `${weight.present} with \`${weight.parameter}\` and ${weight.absent} without`;
    case "byTier": {
      const name = `\`${weight.parameter}\``;
      const tiers = weight.tiers.map(
        ({ from, to, weight: cost }) => `${cost} for ${from} to ${to}`,
      );
      const usual = weight.tiers.find(
        ({ from, to }) => from <= weight.default && weight.default <= to,
      );
      const default_ = usual === undefined ? "" : ` (without ${name}: ${usual.weight})`;
      return `by ${name} ${tiers.join(", ")}${default_}`;
    }
  }
}

/** Who may call an operation and what the call must carry. */
export function securityInWords({ security }: Operation): string {
  const carries = [
    security.sendsKey ? "an API key" : undefined,
    security.signed ? "a timestamp and a signature" : undefined,
  ].filter((part) => part !== undefined);
  const needs = carries.length === 0 ? "no credentials" : carries.join(", ");
  return `\`${security.name}\`: ${needs}`;
}

/** How a list is read page by page; empty for a complete response. */
export function pagesInWords({ pages }: Operation, mark: string): string {
  if (pages === undefined) return "";
  const { from, start, limit } = pages;
  const parameter = from ?? start;
  const way = parameter === undefined ? "only the latest rows" : `go on with \`${parameter}\``;
  return `**Pages:** ${way}; up to ${pages.limitMax} rows by \`${limit}\`.${mark}`;
}

/** What a client retries by itself, and when. */
export function retryInWords({ rules }: Contract["retry"], operation: Operation): string {
  const { placement } = operation;
  if (placement !== undefined) {
    const { operation: query, parameter } = placement.resolvedBy;
    return (
      `never blindly. \`${placement.clientId}\` is set before sending; an unknown outcome is ` +
      `resolved by \`${query}\` with \`${parameter}\` before anything is sent again`
    );
  }
  const groups = [...groupedBy(rules, ({ action }) => action)];
  return groups
    .map(([action, own]) => `after ${own.map(errorInWords).join(", ")}: ${actions[action]}`)
    .join("; ");
}

/** `429`, `5XX` or `code -1021`. */
function errorInWords({ status, code }: RetryRule): string {
  if (code !== undefined) return `code ${code}`;
  if (status === undefined) return "any error";
  return status.from === status.to ? String(status.from) : `${status.from / 100}XX`;
}

/** What the retry policy does, as the end of a sentence. */
const actions: Readonly<Record<RetryRule["action"], string>> = {
  retryAfterHeader: "after the wait in `Retry-After`",
  backOff: "with a growing wait",
  resyncClock: "after the clock is set again",
  never: "never",
};

/** Facts of a request field beyond its type, default and bounds, which renderers show. */
export function parameterInWords(parameter: Parameter): readonly string[] {
  const { aboveMaximum, onlyWith = [], orElse = [], choices, open } = parameter;
  const instead = orElse.map((name) => `\`${name}\``).join(" or ");
  const others = onlyWith.map((name) => `\`${name}\``).join(", ");
  return [
    aboveMaximum === "truncate" ? "A larger value is truncated to the maximum." : "",
    others === "" ? "" : `Only together with ${others}.`,
    instead === "" ? "" : `Needed without ${instead}.`,
    choices === undefined || open !== true ? "" : "Further values may exist.",
  ].filter((sentence) => sentence !== "");
}

/** A duration of the spec in its own unit: `24 hours`; nothing for other values. */
export function spanInWords(value: Json | undefined): string | undefined {
  const { every, unit } = objectIn(value);
  if (typeof every !== "number" || typeof unit !== "string") return undefined;
  return `${grouped(every)} ${unit}${every === 1 ? "" : "s"}`;
}

/** A whole number with commas. */
export function grouped(value: number): string {
  return value.toLocaleString("en-US");
}

/** `ordersCountedPerIp` becomes `Orders counted per ip`. */
export function inWords(name: string): string {
  if (!/^[a-z][a-zA-Z]*$/u.test(name)) return name;
  const words = name.replace(/([a-z])([A-Z])/gu, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Items by a key, in the order of their first appearance. */
export function groupedBy<Item, Key extends string>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
