import type { BuildContext } from "../context.ts";
import { milliseconds, report, requiredText, suggestName } from "../context.ts";
import { isObject, member, objectIn } from "../documents/json.ts";
import type { Operation, RulesRefresh } from "../model.ts";

/** How often trading rules are refreshed, from `tradingRules` of spec/rules/versioning.yaml. */
export function buildRulesRefresh(
  context: BuildContext,
  operations: readonly Operation[],
): RulesRefresh | undefined {
  const rules = objectIn(member(objectIn(context.openapi["x-versioning"]), "tradingRules"));
  const node = rules["refresh"];
  if (!isObject(node)) return undefined;
  const operation = requiredText(context, node, "operation");
  const known = operations.map(({ id }) => id);
  if (operation !== "" && !known.includes(operation)) {
    const message = `${operation} is no operation.`;
    report(context, { node, key: "operation", message, fix: suggestName(operation, known) });
  }
  return { operation, everyMs: milliseconds(context, node) };
}
