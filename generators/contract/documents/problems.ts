import { nearestName } from "../../../runtime/encoding/field-issue.ts";
import { byText } from "./json.ts";
import type { Origin, Problem } from "./model.ts";
import { isBroken, type Node, placeOf } from "./places.ts";

/** Collects the problems of a run, to report all at once. */
export interface Problems {
  /** Reports a problem; what is missing in a half-parsed file follows from its syntax error. */
  readonly report: Report;
  /** Reports something that does not stop the run. */
  readonly note: Report;
  readonly notes: () => readonly Problem[];
  /** Marks a name, or all names, as possibly missing because of another problem. */
  readonly hideName: (name?: string) => void;
  /** Marks each word of a text that was not read completely as a possibly missing name. */
  readonly hideNamesIn: (text: string) => void;
  /** Whether a name may be missing because of another problem; `""`: whether all may. */
  readonly isHidden: (name: string) => boolean;
  /** All problems, sorted by file, line and column, without duplicates. */
  readonly all: () => readonly Problem[];
}

type Report = (at: ProblemPlace, message: string, fix: string) => void;

/** A position, a node, or a member of one. */
export type ProblemPlace =
  | Origin
  | { readonly node: Node; readonly key?: string | number | undefined };

/** Makes an empty collection. */
export function createProblems(): Problems {
  const found: Problem[] = [];
  const notes: Problem[] = [];
  const hidden = new Set<string>();
  const originOf = (at: ProblemPlace): Origin => ("node" in at ? placeOf(at.node, at.key) : at);
  return {
    note(at, message, fix) {
      notes.push({ origin: originOf(at), message, fix });
    },
    notes() {
      return [...notes].sort(inOrder);
    },
    hideName(name = "") {
      hidden.add(name);
    },
    hideNamesIn(text) {
      for (const [word] of text.matchAll(/[\w-]+/gu)) hidden.add(word);
    },
    isHidden: (name) => hidden.has("") || hidden.has(name),
    report(at, message, fix) {
      if ("node" in at && isBroken(at.node)) return;
      found.push({ origin: originOf(at), message, fix });
    },
    all() {
      const distinct = new Map<string, Problem>();
      for (const problem of found) {
        const { file, line, column } = problem.origin;
        const key = `${file}:${line}:${column}:${problem.message}`;
        if (!distinct.has(key)) distinct.set(key, problem);
      }
      return [...distinct.values()].sort(inOrder);
    },
  };
}

/** A problem as one line of text with a clickable position. */
export function problemLine({ origin, message, fix }: Problem): string {
  const place = `${origin.file}:${origin.line}:${origin.column}`;
  return `${place}  ${printable(message)} Fix: ${printable(fix)}`;
}

/** Ends a run with every problem of the spec; its message has one line for each. */
export class SpecError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(problemLine).join("\n"));
    this.name = "SpecError";
    this.problems = problems;
  }
}

function inOrder(left: Problem, right: Problem): number {
  return byOrigin(left.origin, right.origin) || byText(left.message, right.message);
}

export function byOrigin(left: Origin, right: Origin): number {
  return byText(left.file, right.file) || left.line - right.line || left.column - right.column;
}

/** Control characters from the spec must not reach the terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
}

/** The fix for an unknown name: the nearest known name, else `otherwise`, or all of them. */
export function suggestName(word: string, known: readonly string[], otherwise?: string): string {
  const close = nearestName(word, known);
  if (close !== undefined) return `Did you mean ${close}?`;
  if (otherwise !== undefined) return otherwise;
  const names = [...new Set(known)];
  return names.length === 0 ? "No name is known." : `Known names: ${names.join(", ")}.`;
}
