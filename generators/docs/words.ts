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
  const actions = [...new Set(rules.map(({ action }) => action))];
  const groups = actions.map((action) => {
    const errors = rules.filter((rule) => rule.action === action).map(errorInWords);
    return `after ${errors.join(", ")}: ${actionInWords(action)}`;
  });
  return groups.join("; ");
}

/** `429`, `5XX` or `code -1021`. */
export function errorInWords({ status, code }: RetryRule): string {
  if (code !== undefined) return `code ${code}`;
  return status === undefined ? "any error" : statusInWords(status);
}

/** `429` for one status, `5XX` for a whole class, else both ends. */
export function statusInWords({
  from,
  to,
}: {
  readonly from: number;
  readonly to: number;
}): string {
  if (from === to) return String(from);
  return from % 100 === 0 && to === from + 99 ? `${from / 100}XX` : `${from} to ${to}`;
}

/** What the retry policy does, as the end of a sentence. */
export function actionInWords(action: RetryRule["action"]): string {
  switch (action) {
    case "retryAfterHeader":
      return "after the wait in `Retry-After`";
    case "backOff":
      return "with a growing wait";
    case "resyncClock":
      return "after the clock is set again";
    case "never":
      return "never";
  }
}

/** Facts of a request field beyond its type, default and bounds, which renderers show. */
export function parameterInWords(parameter: Parameter): readonly string[] {
  const { aboveMaximum, onlyWith, choices, open } = parameter;
  return [
    aboveMaximum === "truncate" ? "A larger value is truncated to the maximum." : undefined,
    onlyWith === undefined ? undefined : `Only together with ${onlyWith.map(code).join(", ")}.`,
    choices === undefined || open !== true ? undefined : "Further values may exist.",
  ].filter((sentence) => sentence !== undefined);
}

/** Milliseconds in their largest whole unit: `10 seconds`, `1 day`. */
export function duration(milliseconds: number): string {
  const units = [
    ["day", 86_400_000],
    ["hour", 3_600_000],
    ["minute", 60_000],
    ["second", 1000],
  ] as const;
  const [unit, length] = units.find(([, one]) => milliseconds % one === 0) ?? ["millisecond", 1];
  const count = milliseconds / length;
  return `${grouped(count)} ${unit}${count === 1 ? "" : "s"}`;
}

/** A duration of the spec in its own unit: `24 hours`; nothing for other values. */
export function spanInWords(value: Json | undefined): string | undefined {
  const { every, unit } = objectIn(value);
  if (typeof every !== "number" || typeof unit !== "string") return undefined;
  return `${grouped(every)} ${unit}${every === 1 ? "" : "s"}`;
}

/** A whole number with commas, the same in every locale. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/gu, ",");
}

function code(word: string): string {
  return `\`${word}\``;
}
