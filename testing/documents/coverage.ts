/** Which facts of the documents a run has touched, and which none of its rows reached. */

import { allFields, type Conversation } from "../recordings/conversation.ts";
import { type AnswerCheck, findAnswer } from "./check-response.ts";
import {
  answerName,
  type Fact,
  type FactKind,
  factKey,
  listFacts,
  weightOf,
  weightSteps,
} from "./facts.ts";
import type { DocumentedOperation, Documents } from "./openapi.ts";

/** The state of all facts after a run, as data. */
export interface CoverageReport {
  readonly facts: readonly (Fact & { readonly touched: number })[];
  readonly kinds: readonly KindCount[];
}

/** How many facts of one kind there are, and how many were touched. */
export interface KindCount {
  readonly kind: FactKind;
  readonly documented: number;
  readonly documentedTouched: number;
  readonly assumed: number;
  readonly assumedTouched: number;
}

/** Counts the facts that conversations touch. */
export interface Coverage {
  readonly touch: (
    operation: DocumentedOperation,
    conversation: Conversation,
    check: AnswerCheck,
  ) => void;
  readonly report: () => CoverageReport;
}

/** Starts with every fact of the documents untouched. */
export function createCoverage(documents: Documents): Coverage {
  const facts = listFacts(documents);
  const counts = new Map<string, number>(facts.map(({ kind, name }) => [factKey(kind, name), 0]));
  const mark = (kind: FactKind, name: string): void => {
    const key = factKey(kind, name);
    const count = counts.get(key);
    if (count !== undefined) counts.set(key, count + 1);
  };
  return {
    touch: (operation, conversation, check) => {
      touchRequest(documents, operation, conversation, mark);
      touchAnswer(operation, conversation, check, mark);
    },
    report: () => {
      const touched = facts.map((fact) => ({
        ...fact,
        touched: counts.get(factKey(fact.kind, fact.name)) ?? 0,
      }));
      return { facts: touched, kinds: countKinds(touched) };
    },
  };
}

/** One report of two runs; a fact that both know is counted in both. */
export function mergeCoverage(one: CoverageReport, other: CoverageReport): CoverageReport {
  const facts = new Map(one.facts.map((fact) => [factKey(fact.kind, fact.name), fact]));
  for (const fact of other.facts) {
    const key = factKey(fact.kind, fact.name);
    const known = facts.get(key);
    const touched = fact.touched + (known?.touched ?? 0);
    facts.set(key, { ...fact, touched, assumed: fact.assumed && known?.assumed !== false });
  }
  const all = [...facts.values()];
  return { facts: all, kinds: countKinds(all) };
}

/** The facts that the interface states and no row touched. */
export function untouchedFacts(report: CoverageReport): readonly Fact[] {
  return report.facts.filter(({ assumed, touched }) => !assumed && touched === 0);
}

type Mark = (kind: FactKind, name: string) => void;

function touchRequest(
  documents: Documents,
  operation: DocumentedOperation,
  { request }: Conversation,
  mark: Mark,
): void {
  const { id } = operation;
  const fields = new Map(allFields(request));
  mark("operation", id);
  if (request.form.length === 0) mark("place", `${id} query`);
  else mark("place", `${id} body`);
  for (const [name, value] of fields) {
    mark("parameter", `${id}.${name}`);
    mark("choice", `${id}.${name}=${value}`);
  }
  for (const step of weightSteps(weightOf(documents, operation))) {
    const parameter = operation.parameters.find(({ name }) => name === step.parameter);
    const usual = parameter?.schema["default"];
    const value = fields.get(step.parameter) ?? (usual === undefined ? undefined : String(usual));
    if (step.holds(value)) mark("weight", `${id} ${step.name}`);
  }
}

function touchAnswer(
  operation: DocumentedOperation,
  { answer }: Conversation,
  check: AnswerCheck,
  mark: Mark,
): void {
  const documented = findAnswer(operation, answer.status);
  if (documented !== undefined) {
    const name = answerName(operation, documented);
    mark("status", name);
    for (const header of documented.headers) {
      if (answer.headers.has(header.toLowerCase())) mark("header", `${name} ${header}`);
    }
  }
  for (const { kind, name } of check.found) mark(kind, name);
  const code = /"code"\s*:\s*(-?\d+)/.exec(answer.text)?.[1];
  if (answer.status >= 400 && code !== undefined) mark("code", code);
}

/** How many facts of each kind there are, and were touched. */
export function countKinds(facts: CoverageReport["facts"]): readonly KindCount[] {
  const kinds = [...new Set(facts.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const own = facts.filter((fact) => fact.kind === kind);
    const documented = own.filter(({ assumed }) => !assumed);
    const assumed = own.filter((fact) => fact.assumed);
    return {
      kind,
      documented: documented.length,
      documentedTouched: documented.filter(({ touched }) => touched > 0).length,
      assumed: assumed.length,
      assumedTouched: assumed.filter(({ touched }) => touched > 0).length,
    };
  });
}
