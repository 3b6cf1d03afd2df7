import type { LimitRules, ListedLimits } from "../../../runtime/tables.ts";
import { assumedBy, type BuildContext, milliseconds } from "../context.ts";
import { defined, isObject } from "../documents/json.ts";
import * as read from "../documents/read.ts";
import type { JsonObject, Limit } from "../model.ts";

/** Builds the rate-limit windows of spec/limits.yaml. */
export function buildLimits(context: BuildContext): readonly Limit[] {
  const nodes = read.objects(context.openapi, "x-limits", "windows");
  for (const node of nodes) reportHeader(context, node);
  return nodes.map((node) => ({
    id: read.text(node, "id"),
    counts: read.word(node["counts"], ["weight", "orders"]),
    per: read.word(node["per"], ["ip", "account"]),
    windowMs: milliseconds(node["window"]),
    amount: read.optionalNumber(node, "amount") ?? null,
    header: read.text(node, "header"),
    carriedBy: read.word(node["carriedBy"], ["everyResponse", "orderResponses"]),
    // An assumed amount covers only the amount; an assumed window covers all of it.
    ...defined({ assumed: assumedBy(node) ?? assumedBy(node["amount"]) }),
    description: read.text(node, "description"),
    origin: context.places.of(node),
  }));
}

/** Units of windows, by the letter that ends the name of a usage header. */
const letters: Readonly<Record<string, string>> = { S: "second", M: "minute", H: "hour", D: "day" };

/** Reports a header such as X-WEIGHT-1M of a window that is not 1 minute long. */
function reportHeader(context: BuildContext, node: JsonObject): void {
  const header = read.text(node, "header");
  const [, every, letter = ""] = /-(\d+)([SMHD])$/u.exec(header) ?? [];
  if (every === undefined) return;
  const unit = letters[letter] ?? "";
  const lengthMs = milliseconds(node["window"]);
  // An invalid window is reported elsewhere.
  if (!(lengthMs > 0) || milliseconds({ every: Number(every), unit }) === lengthMs) return;
  const message = `${header} is the header of a ${every}-${unit} window, and this one has another length.`;
  const fix = "Correct the window, or name its own header.";
  context.problems.report({ node, key: "header" }, message, fix);
}

/** Builds the rules at and beyond the limits, from spec/limits.yaml. */
export function buildLimitRules({ openapi }: BuildContext): LimitRules {
  const limits = read.object(openapi, "x-limits");
  const exceeded = read.object(limits, "exceeded");
  const repeated = read.object(limits, "repeated");
  const { ban } = repeated;
  const { listedLimits: listed, listedLimitsWin } = limits;
  return {
    exceeded: {
      status: read.number(exceeded, "status"),
      ...defined({
        code: read.optionalNumber(exceeded, "code"),
        ordersCode: read.optionalNumber(exceeded, "ordersCode"),
      }),
    },
    banned: {
      status: read.number(repeated, "status"),
      ...defined({
        after: read.optionalNumber(repeated, "after"),
        endWord: read.optionalText(repeated, "endInMessage"),
      }),
      ...(isObject(ban)
        ? { firstMs: milliseconds(ban["first"]), lastMs: milliseconds(ban["last"]) }
        : {}),
    },
    ...(isObject(listed) && read.unwrapped(listedLimitsWin) === true
      ? { listed: buildListed(listed) }
      : {}),
  };
}

function buildListed(node: JsonObject): ListedLimits {
  const kinds = read.objects(node, "kinds").map((row) => {
    const counts = read.word(row["counts"], ["weight", "orders", "requests"]);
    return [
      read.text(row, "name"),
      { counts, per: read.word(row["per"], ["ip", "account"]) },
    ] as const;
  });
  const units = read
    .objects(node, "units")
    .map((row) => [read.text(row, "name"), milliseconds(row)]);
  return {
    operation: read.text(node, "operation"),
    kinds: Object.fromEntries(kinds),
    unitsMs: Object.fromEntries(units),
  };
}
