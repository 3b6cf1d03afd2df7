/**
 * No regular expression takes quadratic time on a long text, such as a hostile response: checked on
 * the expression, for texts that repeat one character. A clock would depend on the machine.
 */

import { globSync, readFileSync } from "node:fs";

import { analyse } from "scslre";
import ts from "typescript";
import { expect, test } from "vitest";

/** The expressions of a file, written as literals or as constant texts. */
function expressionsIn(path: string): readonly [place: string, source: string, flags: string][] {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
  const found: [string, string, string][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = "", flags = ""] = /^\/(.*)\/([a-z]*)$/su.exec(node.text) ?? [];
      found.push([`${path}: ${node.text}`, source, flags]);
    } else if (ts.isNewExpression(node) && node.expression.getText(file) === "RegExp") {
      const [source = "", flags = ""] = node.arguments?.map(constantText) ?? [];
      if (source !== "") found.push([`${path}: ${source}`, source, flags]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function constantText(node: ts.Expression): string {
  if (ts.isBinaryExpression(node)) return constantText(node.left) + constantText(node.right);
  return ts.isStringLiteralLike(node) ? node.text : "";
}

const code = globSync("{runtime,generators,sandbox,testing,scripts}/**/*.{ts,tsx}");
const documents = globSync("generated/documents/*.json").flatMap((path) =>
  [...readFileSync(path, "utf8").matchAll(/"pattern": ("(?:[^"\\\n]|\\.)*")/gu)].map(
    ([place, text = ""]) => [`${path}: ${place}`, JSON.parse(text) as string, "u"] as const,
  ),
);

test.each([
  ["the code", code.flatMap(expressionsIn), 300],
  ["the contract", documents, 20],
])("every regular expression of %s is linear", (_, expressions, count) => {
  expect(expressions.length).toBeGreaterThan(count);
  const slow = expressions.filter(([, source, flags]) => {
    return analyse({ source, flags }).reports.length > 0;
  });
  expect(slow.map(([place]) => place)).toEqual([]);
});

test("the check knows the ways in which an expression is not linear", () => {
  const quadratic = ["0*$", "\\.?0+$", "\\{[^}]*\\}", "^a*a*$", "(?:a+)+$", "a[a-z]*c"];
  const reported = quadratic.filter((source) => analyse({ source, flags: "u" }).reports.length > 0);
  expect(reported).toEqual(quadratic);
});
