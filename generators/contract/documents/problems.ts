import { byText } from "./json.ts";
import type { Origin, Problem } from "./model.ts";
import type { Node, Places } from "./places.ts";

/** Collects the faults of one run, so that all of them are told at once. */
export interface Problems {
  /** Reports a fault of a node or of one of its members. */
  readonly report: (fault: Fault) => void;
  /** Reports a fault whose place is known only as an origin. */
  readonly reportAt: (origin: Origin, message: string, fix: string) => void;
  /** Tells something that does not stop the run. */
  readonly note: (fault: Fault) => void;
  readonly notes: () => readonly Problem[];
  /** Every fault so far, by file, line and column; the same fault is told once. */
  readonly all: () => readonly Problem[];
}

/** What is wrong, where, and what to do about it. */
export interface Fault {
  readonly node: Node;
  readonly key?: string | number | undefined;
  readonly message: string;
  readonly fix: string;
  /** `shape` gives way to every other fault of the same place, which says more. */
  readonly kind?: "shape";
}

/** Makes an empty collection; places tell where the nodes of a fault are written. */
export function createProblems(places: Places): Problems {
  const found: (Problem & { readonly shape: boolean })[] = [];
  const told: Problem[] = [];
  return {
    note({ node, key, message, fix }) {
      told.push({ origin: places.of(node, key), message, fix });
    },
    notes() {
      return [...told].sort(inOrder);
    },
    report({ node, key, message, fix, kind }) {
      // What a half-read file lacks is a consequence of its syntax error, which is told already.
      if (places.isBroken(node)) return;
      found.push({ origin: places.of(node, key), message, fix, shape: kind === "shape" });
    },
    reportAt(origin, message, fix) {
      found.push({ origin, message, fix, shape: false });
    },
    all() {
      const said = new Set(found.filter(({ shape }) => !shape).map(({ origin }) => lineOf(origin)));
      const distinct = new Map<string, Problem>();
      for (const { origin, message, fix, shape } of found) {
        if (shape && said.has(lineOf(origin))) continue;
        const key = `${lineOf(origin)}:${message}`;
        if (!distinct.has(key)) distinct.set(key, { origin, message, fix });
      }
      return [...distinct.values()].sort(inOrder);
    },
  };
}

/** A problem as one line of text that editors and terminals can follow. */
export function problemLine({ origin, message, fix }: Problem): string {
  const place = `${origin.file}:${origin.line}:${origin.column}`;
  return `${place}  ${printable(message)} Fix: ${printable(fix)}`;
}

/** The fault that ends a run: every problem of the spec, one per line. */
export class SpecError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(problemLine).join("\n"));
    this.name = "SpecError";
    this.problems = problems;
  }
}

function inOrder(left: Problem, right: Problem): number {
  return (
    byText(left.origin.file, right.origin.file) ||
    left.origin.line - right.origin.line ||
    left.origin.column - right.origin.column ||
    byText(left.message, right.message)
  );
}

function lineOf({ file, line, column }: Origin): string {
  return `${file}:${line}:${column}`;
}

/** Control characters of a hostile spec must not reach the terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
}
