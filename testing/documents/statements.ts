/** Lists every statement of the documents that a call or a message can cover. */

import { fieldsIn, listIn, rowsIn } from "../../runtime/encoding/json-value.ts";
import type { StreamDocument } from "./asyncapi.ts";
import type { Statement, StatementKind } from "./coverage.ts";
import { child, type DocumentNode, locate, members } from "./json-pointers.ts";
import { markAt } from "./marks.ts";
import { once } from "./once.ts";
import type { DocumentedOperation, DocumentedResponse, RestDocument } from "./openapi.ts";
import { enumValues } from "./schema-coverage.ts";
import { tiersOf } from "./weights.ts";

/** Lists the statements in document order, each once; cached, as runs often share documents. */
export function listStatements(
  rest: RestDocument,
  streams: StreamDocument | undefined,
): readonly Statement[] {
  return statementsOf(rest)(streams ?? noStreams);
}

type Streams = Pick<StreamDocument, "root" | "streams">;

const noStreams: Streams = { root: {}, streams: [] };

const statementsOf = once((rest: RestDocument) => once((of: Streams) => findStatements(rest, of)));

function findStatements(rest: RestDocument, { root, streams }: Streams): readonly Statement[] {
  const statements = new Map<string, Statement>();
  const add: Add = (kind, name, assumed) => {
    const key = `${kind} ${name}`;
    // Documented in one place and assumed in another counts as documented.
    if (statements.get(key)?.assumed !== false) statements.set(key, { kind, name, assumed });
  };
  for (const operation of rest.operations) listOperation(rest.root, operation, add);
  for (const code of rowsIn(fieldsIn(rest.root["x-errors"])["codes"])) {
    add("code", String(code["code"]), "x-assumed" in code);
  }
  for (const stream of streams) {
    add("stream", stream.id, stream.assumed);
    for (const { name, pointer, assumed } of stream.messages) {
      add("message", `${stream.id}.${name}`, assumed);
      listSchema({ root, add, seen: new Set() }, pointer, name, assumed);
    }
  }
  return [...statements.values()];
}

/** The name of an operation's response, or of a shared response. */
export function responseName(operation: DocumentedOperation, response: DocumentedResponse): string {
  return `${response.name ?? operation.id} ${response.status}`;
}

type Add = (kind: StatementKind, name: string, assumed: boolean) => void;

function listOperation(root: DocumentNode, operation: DocumentedOperation, add: Add): void {
  const { id, assumed, weight } = operation;
  add("operation", id, assumed);
  add("place", `${id} query`, assumed);
  if (operation.takesForm) add("place", `${id} body`, assumed);
  for (const parameter of operation.parameters) {
    const name = `${id}.${parameter.name}`;
    const isAssumed = assumed || parameter.assumed;
    add("parameter", name, isAssumed);
    for (const each of enumValues(root, parameter.pointer)) {
      add("parameter value", `${name}=${each.value}`, isAssumed || each.assumed);
    }
  }
  for (const tier of tiersOf(weight)) add("weight", `${id} ${tier}`, assumed);
  for (const response of operation.responses) {
    const name = responseName(operation, response);
    const isAssumed = assumed || response.assumed;
    add("status", name, isAssumed);
    for (const header of response.headers) {
      const mark = markAt(root, child(response.place, "headers", header));
      add("header", `${name} ${header}`, assumed || mark !== undefined);
    }
    listSchema({ root, add, seen: new Set() }, response.pointer, id, isAssumed);
  }
}

interface Listing {
  readonly root: DocumentNode;
  readonly add: Add;
  /** Visited schemas, as they may be recursive. */
  readonly seen: Set<string>;
}

/** Lists properties and enum values of a schema, nested ones included. */
function listSchema(listing: Listing, schema: string, owner: string, assumed: boolean): void {
  const { root, add, seen } = listing;
  const { node, pointer, name = owner } = locate(root, schema);
  if (seen.has(pointer)) return;
  seen.add(pointer);
  const isAssumed = assumed || "x-assumed" in node;
  for (const each of enumValues(root, pointer)) {
    add("enum value", `${name}=${each.value}`, isAssumed || each.assumed);
  }
  for (const key of Object.keys(fieldsIn(node["properties"]))) {
    const inner = child(pointer, "properties", key);
    const isInner = isAssumed || markAt(root, inner) !== undefined;
    add("property", `${name}.${key}`, isInner);
    listSchema(listing, inner, `${name}.${key}`, isInner);
  }
  for (const index of listIn(node["prefixItems"]).keys()) {
    add("property", `${name}.${index}`, isAssumed);
    listSchema(listing, child(pointer, "prefixItems", index), `${name}.${index}`, isAssumed);
  }
  if ("items" in node) listSchema(listing, child(pointer, "items"), name, isAssumed);
  for (const branch of members(root, pointer, "allOf", "anyOf", "oneOf")) {
    // The branches of an open enum are already listed.
    if (enumValues(root, branch).length === 0) listSchema(listing, branch, name, isAssumed);
  }
}
