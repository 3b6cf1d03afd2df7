/** No regular expression takes quadratic time on a long text, such as a hostile response. */

import { globSync, readFileSync } from "node:fs";

import ts from "typescript";
import { expect, test } from "vitest";

/** A quadratic one takes a second of the processor on such a text, a linear one a millisecond. */
const length = 40_000;
const msMax = 250;

const found = globSync("{runtime,generators,sandbox,testing,scripts}/**/*.{ts,tsx}").flatMap(
  (path) => {
    const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
    const literals: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) literals.push(node.text);
      ts.forEachChild(node, visit);
    };
    visit(file);
    return [...new Set(literals)].map((literal) => ({ path, literal }));
  },
);

test("every regular expression of the source is tried", () => {
  expect(found.length).toBeGreaterThan(300);
});

test("each is linear in texts of its own parts, repeated", { timeout: 120_000 }, () => {
  const slow = found.filter(({ literal }) => {
    const [, source = "", flags = ""] = /^\/(.*)\/([a-z]*)$/su.exec(literal) ?? [];
    const expression = new RegExp(source, flags.replace("y", ""));
    const isSlow = (text: string): boolean => {
      const start = process.cpuUsage();
      text.replace(expression, "");
      return process.cpuUsage(start).user > msMax * 1000;
    };
    // The first run may compile the expression, a quadratic one is slow each time.
    return longTexts(source).some((text) => isSlow(text) && isSlow(text));
  });
  expect(slow).toEqual([]);
});

/** Each part, each pair of neighbours, and each part behind its neighbour, again and again. */
function longTexts(source: string): readonly string[] {
  const parts = partsOf(source);
  const repeated = parts.flatMap((part, index) => {
    const next = parts[index + 1] ?? "";
    const start = parts[index - 1] ?? "!";
    return [part, part + next].map((text) => start + text.repeat(length / text.length));
  });
  // No expression ends with this, so that each looks for another end.
  return repeated.map((text) => `${text}\u0001\n!`);
}

/** Characters and words of an expression, and what its classes take. */
function partsOf(source: string): readonly string[] {
  const tokens = source.matchAll(
    /\\[pP]\{\w+\}|\\.|\[(?:\\.|[^\]\\])*\]|[\w ]{2,}|[^\\[\](){}*+?|^$]/gsu,
  );
  const parts = [...tokens].flatMap(([token]) => {
    if (!/^(?:\\[a-zA-Z]|\[|\.$)/u.test(token)) return token.replace(/^\\/u, "");
    const taken = new RegExp(token);
    return [..."a0A _-./{<\n"].filter((character) => taken.test(character)).slice(0, 3);
  });
  const words = source.match(/(?:\\.|[\w<{/-]){2,}/gu) ?? [];
  return [...parts, ...words.map((word) => word.replaceAll("\\", ""))];
}
