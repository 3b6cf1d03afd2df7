/** Patterns that take hours on a short text are refused, those that only look like it are not. */

import { expect, test } from "vitest";

import { patternProblem } from "../../../generators/contract/schemas/patterns.ts";

/** A pattern, and the group that makes it slow. */
const slow: readonly (readonly [pattern: string, group: string])[] = [
  ["^(a+)+$", "a+"],
  ["^(a*)*$", "a*"],
  ["^(a+){2,}$", "a+"],
  ["^(a{1,9}){1,90}$", "a{1,9}"],
  ["^x(?:[a-z]+)*$", "[a-z]+"],
  ["^(?<word>\\w+)+$", "\\w+"],
  ["^((a|b)+)+$", "(a|b)+"],
  ["^(a|a)*$", "a|a"],
  ["^(ab|ac|b)+$", "ab|ac|b"],
  ["^(a|[a-z])+$", "a|[a-z]"],
  ["^(.|a)+$", ".|a"],
  ["^(\\d|1)+$", "\\d|1"],
  ["^(,[,a]+)*$", ",[,a]+"],
  ["^(-.+)*$", "-.+"],
  ["^(-[\\p{Pd}]+)*$", "-[\\p{Pd}]+"],
  ["^(\\.\\D+)*$", "\\.\\D+"],
  ["^(\\)a+|\\)b+)*$", "\\)a+|\\)b+"],
  ["^(a|\\p{L})+$", "a|\\p{L}"],
  ["^(\\u0041|A)+$", "\\u0041|A"],
  ["^(\\x41|A)+$", "\\x41|A"],
  ["^(a)(\\1|b)+$", "\\1|b"],
];

test.each(slow)("%s is slow", (pattern, group) => {
  expect(patternProblem(pattern)).toEqual({
    message: `The pattern ${pattern} backtracks: a short text can take hours to check.`,
    fix: `Repeat (${group}) once, or with bounds.`,
  });
});

const quick = [
  ...["^a+$", "^(a+)$", "^(a+)?$", "^(a+){2}$", "^(ab)+$", "^(a|b)+$", "^([a-c]|[d-f])+$"],
  ...["^[A-Z]+(,[A-Z]+)*$", "^\\d+(\\.\\d+)*$", "^(/[a-z]+)+$", "^(@\\w+)*$", "^(a|b|(c|c))$"],
  ...["^(a|\\p{N})+$", "^(a|\\u{1F600})+$", "^(a|\\cJ)+$"],
  ...["^\\(a+\\)+$", "^[(a+)]+$", "^(a\\+)+$", "^([+*]a)+$", "^(\\|a|b)+$", "^a{1,4}(b{1,4})$", ""],
];

test.each(quick)("%s is quick", (pattern) => expect(patternProblem(pattern)).toBeUndefined());

test("what is no pattern is refused", () => {
  expect(patternProblem("([")).toEqual({
    message: "The pattern ([ is not a regular expression.",
    fix: "Correct its syntax.",
  });
});
