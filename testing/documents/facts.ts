/** Every fact of the documents that a request or an answer can touch, as a flat list. */

import {
  asList,
  asNode,
  child,
  type DocumentedAnswer,
  type DocumentedOperation,
  type DocumentNode,
  type Documents,
  locate,
} from "./openapi.ts";
import { knownWords } from "./schema-coverage.ts";

/** One checkable statement of the documents. */
export interface Fact {
  readonly kind: FactKind;
  readonly name: string;
  /** The interface does not show it; the spec's ledger says what was taken for it. */
  readonly assumed: boolean;
}

export type FactKind =
  | "operation"
  | "parameter"
  | "choice"
  | "place"
  | "weight"
  | "status"
  | "header"
  | "property"
  | "word"
  | "code"
  | "stream"
  | "message"
  | "field";

/** Lists the facts, in the order of the documents; a fact that is met twice is listed once. */
export function listFacts(documents: Documents): readonly Fact[] {
  const facts = new Map<string, Fact>();
  const add = (kind: FactKind, name: string, assumed: boolean): void => {
    const key = factKey(kind, name);
    // What one place states as a fact is one, whatever another place assumes.
    if (facts.get(key)?.assumed !== false) facts.set(key, { kind, name, assumed });
  };
  for (const operation of documents.operations) listOperation(documents, operation, add);
  for (const code of asList(asNode(documents.root["x-errors"])["codes"]).map(asNode)) {
    add("code", String(code["code"]), "x-assumed" in code);
  }
  return [...facts.values()];
}

/** The identity of a fact. */
export function factKey(kind: FactKind, name: string): string {
  return `${kind} ${name}`;
}

/** An answer of one operation, or one that all operations share. */
export function answerName(operation: DocumentedOperation, answer: DocumentedAnswer): string {
  return `${answer.name ?? operation.id} ${answer.status}`;
}

type Add = (kind: FactKind, name: string, assumed: boolean) => void;

function listOperation(documents: Documents, operation: DocumentedOperation, add: Add): void {
  const { id, assumed } = operation;
  add("operation", id, assumed);
  add("place", `${id} query`, assumed);
  if (operation.takesForm) add("place", `${id} body`, assumed);
  for (const parameter of operation.parameters) {
    const name = `${id}.${parameter.name}`;
    add("parameter", name, assumed || parameter.assumed);
    for (const word of listWords(documents.root, parameter.pointer)) {
      add("choice", `${name}=${word.value}`, assumed || parameter.assumed || word.assumed);
    }
  }
  for (const name of listWeights(documents, operation)) add("weight", name, assumed);
  for (const answer of operation.answers) {
    const name = answerName(operation, answer);
    add("status", name, assumed || answer.assumed);
    for (const header of answer.headers) add("header", `${name} ${header}`, assumed);
    listSchema(documents.root, answer.pointer, id, assumed || answer.assumed, add, new Set());
  }
}

/** The steps of a weight that hangs on a parameter, by what must be sent to reach each. */
function listWeights(documents: Documents, operation: DocumentedOperation): readonly string[] {
  return weightSteps(weightOf(documents, operation)).map(({ name }) => `${operation.id} ${name}`);
}

/** One step of a weight: its name, and whether a request with this value lies on it. */
export interface WeightStep {
  readonly name: string;
  readonly parameter: string;
  readonly holds: (value: string | undefined) => boolean;
}

/** The weight per IP address that the document states: a number, or steps, or nothing. */
export function weightOf(documents: Documents, operation: DocumentedOperation): unknown {
  const item = locate(documents.root, child("/paths", operation.path));
  const node = locate(documents.root, child(item.pointer, operation.method.toLowerCase())).node;
  return asNode(node["x-weight"])["ip"];
}

/** The steps of a weight by tier or by presence; none for a fixed weight. */
export function weightSteps(stated: unknown): readonly WeightStep[] {
  const weight = asNode(stated);
  if (typeof weight["byPresence"] === "string") {
    const parameter = weight["byPresence"];
    return [
      { name: `with ${parameter}`, parameter, holds: (value) => value !== undefined },
      { name: `without ${parameter}`, parameter, holds: (value) => value === undefined },
    ];
  }
  const parameter = String(weight["byParameter"]);
  return asList(weight["tiers"])
    .map(asNode)
    .map((tier) => ({
      name: `${parameter} ${String(tier["from"])}-${String(tier["to"])}`,
      parameter,
      holds: (value) =>
        value !== undefined &&
        Number(value) >= Number(tier["from"]) &&
        Number(value) <= Number(tier["to"]),
    }));
}

/** Lists what a schema names: properties and words, at any depth. */
export function listSchema(
  root: DocumentNode,
  pointer: string,
  owner: string,
  assumed: boolean,
  add: Add,
  seen: Set<string>,
): void {
  const located = locate(root, pointer);
  if (seen.has(located.pointer)) return;
  seen.add(located.pointer);
  const name = located.name ?? owner;
  const open = assumed || "x-assumed" in located.node;
  const inner = (next: string, whose: string, isAssumed: boolean): void =>
    listSchema(root, next, whose, isAssumed, add, seen);
  for (const word of listWords(root, located.pointer)) {
    add("word", `${name}=${word.value}`, open || word.assumed);
  }
  for (const [key, property] of Object.entries(asNode(located.node["properties"]))) {
    const step = child(located.pointer, "properties", key);
    const mark = open || "x-assumed" in asNode(property) || "x-assumed" in locate(root, step).node;
    add("property", `${name}.${key}`, mark);
    inner(step, `${name}.${key}`, mark);
  }
  asList(located.node["prefixItems"]).forEach((_, index) => {
    add("property", `${name}.${index}`, open);
    inner(child(located.pointer, "prefixItems", index), `${name}.${index}`, open);
  });
  if ("items" in located.node) inner(child(located.pointer, "items"), name, open);
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    asList(located.node[keyword]).forEach((_, index) => {
      const step = child(located.pointer, keyword, index);
      if (knownWords(root, step).size === 0) inner(step, name, open);
    });
  }
}

function listWords(
  root: DocumentNode,
  pointer: string,
  assumed = false,
): readonly { readonly value: string; readonly assumed: boolean }[] {
  const { node, pointer: found } = locate(root, pointer);
  const mark = assumed || "x-assumed" in node;
  return [
    ...asList(node["enum"]).map((value) => ({ value: String(value), assumed: mark })),
    ...asList(node["anyOf"]).flatMap((_, index) =>
      listWords(root, child(found, "anyOf", index), mark),
    ),
  ];
}
