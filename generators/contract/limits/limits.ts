import type { LimitDescriptor, LimitRules, ListedLimits } from "../../../runtime/tables.ts";
import type { BuildContext } from "../context.ts";
import {
  assumedBy,
  defined,
  milliseconds,
  numberAt,
  optionalNumberAt,
  optionalTextAt,
  originOf,
  textAt,
  unwrapped,
  wordAt,
} from "../context.ts";
import { isObject, objectIn, objectsIn, textIn } from "../documents/json.ts";
import type { JsonObject, Sourced } from "../model.ts";

/** The counted windows of spec/limits.yaml. */
export function buildLimits(context: BuildContext): readonly Sourced<LimitDescriptor>[] {
  return objectsIn(objectIn(context.openapi["x-limits"])["windows"]).map((node) => ({
    id: textAt(node, "id"),
    counts: wordAt(node, "counts", ["weight", "orders"]),
    per: wordAt(node, "per", ["ip", "account"]),
    windowMs: milliseconds(node["window"]),
    amount: optionalNumberAt(node, "amount") ?? null,
    header: textAt(node, "header"),
    carriedBy: wordAt(node, "carriedBy", ["everyResponse", "orderResponses"]),
    // An assumed number covers the number alone; an assumed window covers all of it.
    ...defined({ assumed: assumedBy(node) ?? assumedBy(node["amount"]) }),
    description: textIn(node["description"]),
    origin: originOf(context, node),
  }));
}

/** What happens at and beyond the limits, from spec/limits.yaml. */
export function buildLimitRules({ openapi }: BuildContext): LimitRules {
  const limits = objectIn(openapi["x-limits"]);
  const exceeded = objectIn(limits["exceeded"]);
  const repeated = objectIn(limits["repeated"]);
  const { ban } = repeated;
  const { listedLimits: listed, listedLimitsWin } = limits;
  return {
    exceeded: {
      status: numberAt(exceeded, "status"),
      ...defined({
        code: optionalNumberAt(exceeded, "code"),
        ordersCode: optionalNumberAt(exceeded, "ordersCode"),
      }),
    },
    banned: {
      status: numberAt(repeated, "status"),
      ...defined({
        after: optionalNumberAt(repeated, "after"),
        endWord: optionalTextAt(repeated, "endInMessage"),
      }),
      ...(isObject(ban)
        ? { firstMs: milliseconds(ban["first"]), lastMs: milliseconds(ban["last"]) }
        : {}),
    },
    ...(isObject(listed) && unwrapped(listedLimitsWin) === true
      ? { listed: buildListed(listed) }
      : {}),
  };
}

function buildListed(node: JsonObject): ListedLimits {
  const kinds = objectsIn(node["kinds"]).map((row) => {
    const counts = wordAt(row, "counts", ["weight", "orders", "requests"]);
    return [textAt(row, "name"), { counts, per: wordAt(row, "per", ["ip", "account"]) }] as const;
  });
  const units = objectsIn(node["units"]).map((row) => [textAt(row, "name"), milliseconds(row)]);
  return {
    operation: textAt(node, "operation"),
    kinds: Object.fromEntries(kinds),
    unitsMs: Object.fromEntries(units),
  };
}
