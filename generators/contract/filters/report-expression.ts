import type { BuildContext } from "../context.ts";
import { assumedBy, unwrapped } from "../context.ts";
import { isObject, optionalText } from "../documents/json.ts";
import type { JsonObject } from "../model.ts";
import type { Expression, KnownNames, ValueType } from "./expression-tree.ts";
import { readExpression } from "./expressions.ts";

/** One expression of the spec: where it stands, what it must give, what it may name. */
export interface WrittenExpression {
  readonly node: JsonObject;
  readonly key: string;
  readonly wanted: ValueType;
  readonly names: KnownNames;
}

/**
 * The tree of an expression of the spec. Every fault is reported at its own column within the
 * expression, which the message tells as well: a folded text has no column of its own in the file.
 */
export function reportExpression(
  context: BuildContext,
  { node, key, wanted, names }: WrittenExpression,
): Expression | undefined {
  const written = node[key];
  const text = optionalText(unwrapped(written));
  if (text === undefined) return undefined;
  const { tree, faults } = readExpression(text, wanted, names);
  // An assumed expression is the `value` of an object of its own.
  const place =
    isObject(written) && assumedBy(written) !== undefined
      ? { node: written, key: "value" }
      : { node, key };
  for (const { message, fix, at } of faults) {
    if (context.places.isBroken(place.node)) continue;
    const origin = context.places.within(place.node, place.key, at);
    const found = `${message.replace(/\.$/u, "")}, at column ${at + 1} of ${key}.`;
    context.problems.reportAt(origin, found, fix);
  }
  return tree;
}
