/** Which facts of the stream document a run has touched, and which none of its rows reached. */

import type { MessageCheck, StreamDocuments } from "./asyncapi.ts";
import { type CoverageReport, countKinds } from "./coverage.ts";
import { type Fact, type FactKind, factKey, listSchema } from "./facts.ts";

/** Counts the facts that messages touch. */
export interface StreamCoverage {
  readonly touch: (check: MessageCheck) => void;
  readonly report: () => CoverageReport;
}

/** Starts with every fact of the document untouched. */
export function createStreamCoverage(documents: StreamDocuments): StreamCoverage {
  const facts = listStreamFacts(documents);
  const counts = new Map<string, number>(facts.map(({ kind, name }) => [factKey(kind, name), 0]));
  const mark = (kind: FactKind, name: string): void => {
    const key = factKey(kind, name);
    const count = counts.get(key);
    if (count !== undefined) counts.set(key, count + 1);
  };
  return {
    touch: ({ message, found }) => {
      if (message === undefined) return;
      mark("stream", message.stream);
      mark("message", `${message.stream}.${message.name}`);
      for (const { kind, name } of found) mark(kind === "property" ? "field" : kind, name);
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

/** Every stream, its messages, and the fields and words of these. */
export function listStreamFacts({ root, streams }: StreamDocuments): readonly Fact[] {
  const facts = new Map<string, Fact>();
  const add = (kind: FactKind, name: string, assumed: boolean): void => {
    const own = kind === "property" ? "field" : kind;
    const key = factKey(own, name);
    if (facts.get(key)?.assumed !== false) facts.set(key, { kind: own, name, assumed });
  };
  for (const stream of streams) {
    add("stream", stream.id, stream.assumed);
    for (const { name, pointer, assumed } of stream.messages) {
      add("message", `${stream.id}.${name}`, assumed);
      listSchema(root, pointer, name, assumed, add, new Set());
    }
  }
  return [...facts.values()];
}
