import type { LimitRules, ListedLimits } from "../../../runtime/tables.ts";
import { assumedBy, type BuildContext, milliseconds } from "../context.ts";
import { isObject } from "../documents/json.ts";
import { placeOf } from "../documents/places.ts";
import * as read from "../documents/read.ts";
import type { JsonObject, Limit } from "../model.ts";

/** Builds the rate-limit windows of spec/limits.yaml. */
export function buildLimits(context: BuildContext): readonly Limit[] {
  const nodes = read.objects(context.openapi, "x-limits", "windows");
  for (const node of nodes) reportHeader(context, node);
  return nodes.map((node) =>
    read.members(node, {
      id: read.text,
      counts: read.word("weight", "orders"),
      per,
      windowMs: () => milliseconds(node, "window"),
      amount: () => read.optionalNumber(node, "amount") ?? null,
      header: read.text,
      carriedBy: read.word("everyResponse", "orderResponses"),
      // An assumed amount covers only the amount; an assumed window covers all of it.
      assumed: () => assumedBy(node) ?? assumedBy(node["amount"]),
      description: read.text,
      origin: () => placeOf(node),
    }),
  );
}

const per = read.word("ip", "account");

/** Units of windows, by the letter that ends the name of a usage header. */
const letters: Readonly<Record<string, string>> = { S: "second", M: "minute", H: "hour", D: "day" };

/** Reports a header such as X-WEIGHT-1M of a window that is not 1 minute long. */
function reportHeader(context: BuildContext, node: JsonObject): void {
  const header = read.text(node, "header");
  const [, every, letter = ""] = /-(\d+)([SMHD])$/u.exec(header) ?? [];
  if (every === undefined) return;
  const unit = letters[letter] ?? "";
  const lengthMs = milliseconds(node, "window");
  // An invalid window is reported elsewhere.
  if (!(lengthMs > 0) || milliseconds({ every: Number(every), unit }) === lengthMs) return;
  const message = `${header} is the header of a ${every}-${unit} window, and this one has another length.`;
  const fix = "Correct the window, or name its own header.";
  context.problems.report({ node, key: "header" }, message, fix);
}

/** Builds the rules at and beyond the limits, from spec/limits.yaml. */
export function buildLimitRules({ openapi }: BuildContext): LimitRules {
  const { exceeded, repeated, listedLimits, listedLimitsWin } = read.object(openapi, "x-limits");
  const isListed = isObject(listedLimits) && read.unwrapped(listedLimitsWin) === true;
  return {
    exceeded: read.members(exceeded, {
      status: read.number,
      code: read.optionalNumber,
      ordersCode: read.optionalNumber,
    }),
    banned: {
      ...read.members(repeated, {
        status: read.number,
        after: read.optionalNumber,
        endWord: () => read.optionalText(repeated, "endInMessage"),
      }),
      ...read.optional(read.at(repeated, "ban"), {
        firstMs: (ban) => milliseconds(ban, "first"),
        lastMs: (ban) => milliseconds(ban, "last"),
      }),
    },
    ...(isListed && { listed: buildListed(listedLimits) }),
  };
}

function buildListed(node: JsonObject): ListedLimits {
  const counts = read.word("weight", "orders", "requests");
  return {
    operation: read.text(node, "operation"),
    kinds: Object.fromEntries(
      read
        .objects(node, "kinds")
        .map((row) => [read.text(row, "name"), read.members(row, { counts, per })]),
    ),
    unitsMs: Object.fromEntries(
      read.objects(node, "units").map((row) => [read.text(row, "name"), milliseconds(row)]),
    ),
  };
}
