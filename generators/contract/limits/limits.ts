import type { LimitRules, ListedLimits } from "../../../runtime/tables.ts";
import { assumedBy, type BuildContext, milliseconds } from "../context.ts";
import {
  defined,
  isObject,
  numberIn,
  objectIn,
  objectsIn,
  optionalNumber,
  optionalText,
  textIn,
  unwrapped,
  wordIn,
} from "../documents/json.ts";
import type { JsonObject, Limit } from "../model.ts";

/** Builds the rate-limit windows of spec/limits.yaml. */
export function buildLimits(context: BuildContext): readonly Limit[] {
  const nodes = objectsIn(objectIn(context.openapi["x-limits"])["windows"]);
  for (const node of nodes) reportHeader(context, node);
  return nodes.map((node) => ({
    id: textIn(node["id"]),
    counts: wordIn(node["counts"], ["weight", "orders"]),
    per: wordIn(node["per"], ["ip", "account"]),
    windowMs: milliseconds(node["window"]),
    amount: optionalNumber(node["amount"]) ?? null,
    header: textIn(node["header"]),
    carriedBy: wordIn(node["carriedBy"], ["everyResponse", "orderResponses"]),
    // An assumed amount covers only the amount; an assumed window covers all of it.
    ...defined({ assumed: assumedBy(node) ?? assumedBy(node["amount"]) }),
    description: textIn(node["description"]),
    origin: context.places.of(node),
  }));
}

/** Units of windows, by the letter that ends the name of a usage header. */
const letters: Readonly<Record<string, string>> = { S: "second", M: "minute", H: "hour", D: "day" };

/** Reports a header such as X-WEIGHT-1M of a window that is not 1 minute long. */
function reportHeader(context: BuildContext, node: JsonObject): void {
  const header = textIn(node["header"]);
  const [, every, letter = ""] = /-(\d+)([SMHD])$/u.exec(header) ?? [];
  if (every === undefined) return;
  const unit = letters[letter] ?? "";
  const lengthMs = milliseconds(node["window"]);
  // An invalid window is reported elsewhere.
  if (!(lengthMs > 0) || milliseconds({ every: Number(every), unit }) === lengthMs) return;
  const message = `${header} is the header of a ${every}-${unit} window, and this one has another length.`;
  const fix = "Correct the window, or name its own header.";
  context.problems.report({ node, key: "header", message, fix });
}

/** Builds the rules at and beyond the limits, from spec/limits.yaml. */
export function buildLimitRules({ openapi }: BuildContext): LimitRules {
  const limits = objectIn(openapi["x-limits"]);
  const exceeded = objectIn(limits["exceeded"]);
  const repeated = objectIn(limits["repeated"]);
  const { ban } = repeated;
  const { listedLimits: listed, listedLimitsWin } = limits;
  return {
    exceeded: {
      status: numberIn(exceeded["status"]),
      ...defined({
        code: optionalNumber(exceeded["code"]),
        ordersCode: optionalNumber(exceeded["ordersCode"]),
      }),
    },
    banned: {
      status: numberIn(repeated["status"]),
      ...defined({
        after: optionalNumber(repeated["after"]),
        endWord: optionalText(repeated["endInMessage"]),
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
    const counts = wordIn(row["counts"], ["weight", "orders", "requests"]);
    return [textIn(row["name"]), { counts, per: wordIn(row["per"], ["ip", "account"]) }] as const;
  });
  const units = objectsIn(node["units"]).map((row) => [textIn(row["name"]), milliseconds(row)]);
  return {
    operation: textIn(node["operation"]),
    kinds: Object.fromEntries(kinds),
    unitsMs: Object.fromEntries(units),
  };
}
