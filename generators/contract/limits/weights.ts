import type { OperationWeight, Weight, WeightTier } from "../../../runtime/tables.ts";
import type { BuildContext } from "../context.ts";
import { report, requiredNumber, requiredText, suggestName, withAssumed } from "../context.ts";
import { isObject, listIn, member, objectIn } from "../documents/json.ts";
import type { JsonObject, Parameter } from "../model.ts";
import { lacksParameters } from "../operations/parameters.ts";

/**
 * What one call of an operation costs. Tiers must cover their parameter's values from the lowest
 * to the maximum without hole or overlap, because a client admits calls by them.
 */
export function buildWeight(
  context: BuildContext,
  operation: JsonObject,
  parameters: readonly Parameter[],
): OperationWeight | null {
  const weight = member(operation, "x-weight");
  if (!isObject(weight) || Object.hasOwn(weight, "x-unstated")) return null;
  const cost = (budget: "ip" | "account"): { readonly [budget in "ip" | "account"]?: Weight } => {
    if (!Object.hasOwn(weight, budget)) return {};
    const given = weight[budget];
    if (typeof given === "number") return { [budget]: { kind: "fixed", weight: given } };
    if (!isObject(given)) return {};
    // An operation that is known by name alone shows none of its parameters.
    const isSure = parameters.length > 0 && !lacksParameters(context, operation);
    return { [budget]: variableWeight(context, { given, isSure }, parameters) };
  };
  return { ...cost("ip"), ...cost("account"), ...withAssumed(weight) };
}

function variableWeight(
  context: BuildContext,
  { given, isSure }: { readonly given: JsonObject; readonly isSure: boolean },
  parameters: readonly Parameter[],
): Weight {
  const byPresence = Object.hasOwn(given, "byPresence");
  const key = byPresence ? "byPresence" : "byParameter";
  const name = requiredText(context, given, key);
  const parameter = parameters.find((candidate) => candidate.name === name);
  if (parameter === undefined && name !== "" && isSure) {
    report(context, {
      node: given,
      key,
      message: `The weight depends on ${name}, which is no parameter of the operation.`,
      fix: suggestName(
        name,
        parameters.map((candidate) => candidate.name),
      ),
    });
  }
  if (byPresence) {
    const present = requiredNumber(context, given, "present");
    return {
      kind: "byPresence",
      parameter: name,
      present,
      absent: requiredNumber(context, given, "absent"),
    };
  }
  const entries = listIn(given["tiers"]).filter(isObject);
  const tiers = entries.map(
    (entry): WeightTier => ({
      from: requiredNumber(context, entry, "from"),
      to: requiredNumber(context, entry, "to"),
      weight: requiredNumber(context, entry, "weight"),
    }),
  );
  reportTiers(context, { given, entries, tiers, parameter });
  const standard = parameter?.default;
  if (parameter !== undefined && typeof standard !== "number") {
    report(context, {
      node: given,
      key,
      message: `The weight has tiers of ${name}, which has no default number.`,
      fix: "Give the parameter a default, so that a call without it has a weight.",
    });
  }
  const byDefault = typeof standard === "number" ? standard : 0;
  return { kind: "byTier", parameter: name, default: byDefault, tiers };
}

function reportTiers(
  context: BuildContext,
  weight: {
    readonly given: JsonObject;
    readonly entries: readonly JsonObject[];
    readonly tiers: readonly WeightTier[];
    readonly parameter: Parameter | undefined;
  },
): void {
  const { given, entries, tiers, parameter } = weight;
  const say = (index: number, key: string, message: string, fix: string): void =>
    report(context, { node: entries[index] ?? objectIn(given), key, message, fix });
  for (const [index, { from, to }] of tiers.entries()) {
    const before = tiers[index - 1];
    if (from > to) say(index, "from", `The tier ${from} to ${to} is empty.`, "Swap its borders.");
    if (before === undefined) {
      const lowest = parameter?.minimum ?? 1;
      if (from > lowest) {
        say(index, "from", `No tier holds ${lowest} to ${from - 1}.`, `Begin with ${lowest}.`);
      }
    } else if (from <= before.to) {
      say(index, "from", `The tiers overlap from ${from} to ${before.to}.`, "Move a border.");
    } else if (from > before.to + 1) {
      say(index, "from", `No tier holds ${before.to + 1} to ${from - 1}.`, "Move a border.");
    }
  }
  const last = tiers.at(-1);
  const maximum = parameter?.maximum;
  if (last === undefined || parameter === undefined || maximum === undefined) return;
  const fix = `End the last tier with the maximum ${maximum}, or change the maximum.`;
  if (last.to > maximum) {
    say(tiers.length - 1, "to", `The last tier goes beyond the maximum of ${parameter.name}.`, fix);
  } else if (last.to < maximum) {
    say(tiers.length - 1, "to", `No tier holds ${last.to + 1} to ${maximum}.`, fix);
  }
}
