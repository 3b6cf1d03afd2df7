import type { BookSteps } from "./types.ts";

/** Hands the rules of a book through; their type is what generated code is checked against. */
export function bookRules<const Sequence extends string>(
  steps: BookSteps<Sequence>,
): BookSteps<Sequence> {
  return steps;
}
