import type { Expression } from "../contract/filters/expression-tree.ts";
import type { Module } from "./imports.ts";

/** What printed expressions call. */
export const int64Math: Module = {
  from: "../runtime/encoding/int64-math.ts",
  names: ["minus", "plus", "times"],
};

/**
 * An expression over 64-bit integers as TypeScript, every part in brackets where that matters.
 * `nameOf` gives the source text of a name.
 * @throws RangeError for a form that no condition on integers needs.
 */
export function int64Code(tree: Expression, nameOf: (name: string) => string): string {
  const print = (part: Expression): string => int64Code(part, nameOf);
  const inner = (part: Expression): string =>
    part.kind === "logic" ? `(${print(part)})` : print(part);
  switch (tree.kind) {
    case "number":
      return tree.text;
    case "flag":
      return String(tree.value);
    case "name":
      return nameOf(tree.name);
    case "arithmetic": {
      const name = { "+": "plus", "-": "minus", "*": "times" }[tree.operator];
      return `${name}(${print(tree.left)}, ${print(tree.right)})`;
    }
    case "comparison": {
      const operator = { "==": "===", "!=": "!==" }[tree.operator as string] ?? tree.operator;
      return `${inner(tree.left)} ${operator} ${inner(tree.right)}`;
    }
    case "logic":
      return `${inner(tree.left)} ${tree.operator} ${inner(tree.right)}`;
    case "not":
      return `!(${print(tree.operand)})`;
    default:
      throw new RangeError(`A condition on events has no ${tree.kind}.`);
  }
}
