import { readWeight } from "../../../runtime/rate-limits/weight.ts";
import type { OperationWeight, Weight } from "../../../runtime/tables.ts";
import { assumedBy, type BuildContext } from "../context.ts";
import { defined, isObject } from "../documents/json.ts";
import * as read from "../documents/read.ts";
import type { Json, JsonObject, Parameter } from "../model.ts";

/**
 * Builds the weight of an operation. Tiers must cover their parameter's values up to its maximum
 * without gap or overlap, because the client's rate limiter relies on them.
 */
export function buildWeight(
  context: BuildContext,
  operation: JsonObject,
  parameters: readonly Parameter[],
): OperationWeight | null {
  const weight = operation["x-weight"];
  if (!isObject(weight) || Object.hasOwn(weight, "x-unstated")) return null;
  return defined({
    ip: costOf(context, weight["ip"], parameters),
    account: costOf(context, weight["account"], parameters),
    assumed: assumedBy(weight),
  });
}

function costOf(
  context: BuildContext,
  given: Json | undefined,
  parameters: readonly Parameter[],
): Weight | undefined {
  const weight = readWeight(
    given,
    (name) => parameters.find((each) => each.name === name)?.default,
  );
  if (weight === undefined || weight.kind === "fixed") return weight;
  const node = read.object(given);
  const name = weight.parameter;
  const parameter = parameters.find((each) => each.name === name);
  if (weight.kind === "byPresence") {
    if (parameter?.required !== true) return weight;
    const message = `The weight depends on whether ${name} is sent, and it always is.`;
    const fix = "Name an optional parameter, or give one number.";
    context.problems.report({ node, key: "byPresence" }, message, fix);
  } else if (parameter !== undefined) {
    reportTiers(context, read.objects(node, "tiers"), parameter);
    if (typeof parameter.default === "number") return weight;
    const message = `The weight has tiers of ${name}, which has no default number.`;
    const fix = "Give the parameter a default, so that a call without it has a weight.";
    context.problems.report({ node, key: "byParameter" }, message, fix);
  }
  return weight;
}

function reportTiers(
  context: BuildContext,
  entries: readonly JsonObject[],
  parameter: Parameter,
): void {
  const say = (index: number, key: string, message: string, fix: string): void =>
    context.problems.report({ node: entries[index] ?? {}, key }, message, fix);
  let next = parameter.minimum ?? 1;
  for (const [index, entry] of entries.entries()) {
    const { from, to } = read.members(entry, read.each(read.number, "from", "to"));
    if (from > to) {
      say(index, "from", `The tier ${from} to ${to} is empty.`, "Swap its bounds.");
      return;
    }
    if (from < next && index > 0) {
      say(
        index,
        "from",
        `The tiers overlap from ${from} to ${next - 1}.`,
        "Correct one of the bounds.",
      );
    } else if (from > next) {
      say(index, "from", `No tier covers ${next} to ${from - 1}.`, `Write from: ${next}.`);
    }
    next = to + 1;
  }
  const { name, maximum } = parameter;
  if (entries.length === 0 || maximum === undefined || next === maximum + 1) return;
  const message =
    next > maximum
      ? `The last tier goes beyond the maximum of ${name}.`
      : `No tier covers ${next} to ${maximum}.`;
  const fix = `End the last tier with the maximum ${maximum}, or change the maximum.`;
  say(entries.length - 1, "to", message, fix);
}
