import type { LimitRules, ListedLimits } from "../../../runtime/tables.ts";
import type { BuildContext } from "../context.ts";
import {
  milliseconds,
  report,
  requiredNumber,
  requiredObject,
  requiredText,
  requiredWord,
  suggestName,
  unwrapped,
} from "../context.ts";
import { isObject, listIn, optionalNumber, optionalText } from "../documents/json.ts";
import type { JsonObject, Operation } from "../model.ts";

/** What happens at and beyond the limits, from spec/limits.yaml. */
export function buildLimitRules(
  context: BuildContext,
  operations: readonly Operation[],
): LimitRules {
  const limits = requiredObject(context, context.openapi, "x-limits");
  const exceeded = requiredObject(context, limits, "exceeded");
  const repeated = requiredObject(context, limits, "repeated");
  const { ban, after } = repeated;
  const endWord = optionalText(unwrapped(repeated["endInMessage"]));
  const listed = limits["listedLimits"];
  return {
    exceeded: {
      status: requiredNumber(context, exceeded, "status"),
      ...present("code", exceeded["code"]),
      ...present("ordersCode", exceeded["ordersCode"]),
    },
    banned: {
      status: requiredNumber(context, repeated, "status"),
      ...present("after", after),
      ...(endWord === undefined ? {} : { endWord }),
      ...(isObject(ban)
        ? {
            firstMs: milliseconds(context, requiredObject(context, ban, "first")),
            lastMs: milliseconds(context, requiredObject(context, ban, "last")),
          }
        : {}),
    },
    ...(isObject(listed) && unwrapped(limits["listedLimitsWin"]) === true
      ? { listed: buildListed(context, listed, operations) }
      : {}),
  };
}

/** A number under its name, or nothing where the spec leaves it open. */
function present<Name extends string>(
  name: Name,
  value: JsonObject[string] | undefined,
): { readonly [name in Name]?: number } {
  const number = optionalNumber(unwrapped(value));
  // The one key is the name, which the compiler does not follow through a computed key.
  return number === undefined ? {} : ({ [name]: number } as { readonly [name in Name]: number });
}

function buildListed(
  context: BuildContext,
  node: JsonObject,
  operations: readonly Operation[],
): ListedLimits {
  const operation = requiredText(context, node, "operation");
  const known = operations.map(({ id }) => id);
  if (operation !== "" && !known.includes(operation)) {
    const message = `${operation} is no operation.`;
    report(context, { node, key: "operation", message, fix: suggestName(operation, known) });
  }
  const rows = (key: string): readonly JsonObject[] => listIn(node[key]).filter(isObject);
  const named = <Value>(row: JsonObject, value: Value): readonly [string, Value] => [
    requiredText(context, row, "name"),
    value,
  ];
  return {
    operation,
    kinds: Object.fromEntries(
      rows("kinds").map((row) =>
        named(row, {
          counts: requiredWord(context, row, "counts", ["weight", "orders", "requests"]),
          per: requiredWord(context, row, "per", ["ip", "account"]),
        }),
      ),
    ),
    unitsMs: Object.fromEntries(rows("units").map((row) => named(row, milliseconds(context, row)))),
  };
}
