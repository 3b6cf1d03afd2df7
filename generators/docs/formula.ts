import type { FilterRule } from "../contract/model.ts";

/** A filter rule as a formula with mathematical signs: `price ≥ minPrice`. */
export function ruleText({ value, bound, from }: FilterRule): string {
  const [left, right] = [expressionText(value), expressionText(bound.expression)];
  switch (bound.kind) {
    case "minimum":
      return `${left} ≥ ${right}`;
    case "maximum":
      return `${left} ≤ ${right}`;
    case "multipleOf": {
      const start = from === undefined ? "" : ` − ${expressionText(from)}`;
      return `${left}${start} is a multiple of ${right}`;
    }
  }
}

const signs: Readonly<Record<string, string>> = {
  "<=": " ≤ ",
  ">=": " ≥ ",
  "==": " = ",
  "!=": " ≠ ",
  "<": " < ",
  ">": " > ",
  "*": " × ",
  "/": " ÷ ",
  "-": " − ",
  "+": " + ",
  "&&": " and ",
  "||": " or ",
  "!": "not ",
  ",": ", ",
  in: " is one of ",
};

/** A CEL expression as text with mathematical signs. */
export function expressionText(expression: string): string {
  const tokens =
    expression.match(/"[^"]*"|[A-Za-z_][\w.]*|\d[\d.]*|<=|>=|==|!=|&&|\|\||\S/gu) ?? [];
  return tokens
    .map((token) => (Object.hasOwn(signs, token) ? signs[token] : token.replaceAll('"', "")))
    .join("");
}
