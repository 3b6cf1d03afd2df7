import type { LimitDescriptor } from "../../../runtime/tables.ts";
import type { BuildContext } from "../context.ts";
import {
  assumedBy,
  milliseconds,
  originOf,
  report,
  requiredObject,
  requiredText,
  requiredWord,
  unwrapped,
} from "../context.ts";
import { isObject, listIn, member, objectIn, textIn } from "../documents/json.ts";
import type { JsonObject, Sourced } from "../model.ts";

/** The counted windows of spec/limits.yaml. */
export function buildLimits(context: BuildContext): readonly Sourced<LimitDescriptor>[] {
  const windows = member(objectIn(context.openapi["x-limits"]), "windows");
  const ids = new Set<string>();
  return listIn(windows).flatMap((value) => {
    if (!isObject(value)) return [];
    const limit = buildLimit(context, value);
    if (ids.has(limit.id)) {
      report(context, {
        node: value,
        key: "id",
        message: `The window ${limit.id} is listed twice.`,
        fix: "Rename one of the two.",
      });
    }
    ids.add(limit.id);
    return [limit];
  });
}

function buildLimit(context: BuildContext, node: JsonObject): Sourced<LimitDescriptor> {
  const amount = unwrapped(node["amount"]);
  // An assumed number covers the number alone; an assumed window covers all of it.
  const assumed = assumedBy(node) ?? assumedBy(node["amount"]);
  return {
    id: requiredText(context, node, "id"),
    counts: requiredWord(context, node, "counts", ["weight", "orders"]),
    per: requiredWord(context, node, "per", ["ip", "account"]),
    windowMs: milliseconds(context, requiredObject(context, node, "window")),
    amount: typeof amount === "number" ? amount : null,
    header: requiredText(context, node, "header"),
    carriedBy: requiredWord(context, node, "carriedBy", ["everyResponse", "orderResponses"]),
    ...(assumed === undefined ? {} : { assumed }),
    description: textIn(node["description"]),
    origin: originOf(context, node),
  };
}
