/** Responses besides a success, and headers that no other page describes. */

import * as read from "../contract/documents/read.ts";
import type { Contract, Json, Operation } from "../contract/model.ts";
import { code, fence, heading, joined, type Md, md, prose, soft, table } from "./markdown.ts";
import { markOf } from "./marks.ts";
import { operationNode } from "./nodes.ts";
import { fieldsOf } from "./schema-tables.ts";
import { groupedBy } from "./words.ts";

/** What most operations respond besides a success, as a table. */
export function sharedResponses(contract: Contract): Md {
  const rows = groups(contract, contract.operations)
    .filter(({ isShared }) => isShared)
    .map(({ statuses, response }) => [
      joined(statuses.map(code)),
      md`${prose(read.text(response, "description"))}${markOf(response)}`,
    ]);
  return rows.length === 0 ? md`None.` : table(["HTTP status", "Meaning"], rows);
}

/** What an operation responds besides a success and what most others respond. */
export function ownResponses(contract: Contract, operation: Operation): Md {
  const shared = groups(contract, contract.operations).filter(({ isShared }) => isShared);
  const known = new Set(shared.map(({ response }) => JSON.stringify(schemaOf(response))));
  const own = groups(contract, [operation]).filter(({ isShared }) => !isShared);
  return md`${own.map(({ statuses, response }) => {
    const id = `response-${statuses[0]}`;
    const schema = schemaOf(response);
    const isKnown = schema === undefined || known.has(JSON.stringify(schema));
    return md`${heading(3, id, md`HTTP ${joined(statuses)}`)}
${prose(read.text(response, "description"))}${markOf(response)}
${ownHeaders(contract, response)}
${!isKnown && bodyOf(contract, schema, id)}`;
  })}`;
}

/** The headers of a response, without those of limits and errors. */
export function ownHeaders(
  { documents, limits, statuses }: Contract,
  response: Json | undefined,
): Md | undefined {
  const others = [...limits, ...statuses].map(({ header }) => header?.toLowerCase());
  const rows = Object.entries(read.object(response, "headers"))
    .filter(([name]) => !others.includes(name.toLowerCase()))
    .map(([name, value]) => {
      const header = read.resolved(documents.openapi, value);
      const { type = "" } = read.resolved(documents.openapi, header["schema"]);
      return [
        code(name),
        soft([type].flat().join(" or ")),
        md`${prose(read.text(header, "description"))}${markOf(header)}`,
      ];
    });
  return rows.length === 0 ? undefined : table(["Header", "Type", "Meaning"], rows);
}

/** The responses besides a success, with their statuses. Most operations have the shared ones. */
function groups(contract: Contract, operations: readonly Operation[]) {
  const textsOf = (one: Operation) =>
    Object.entries(read.object(operationNode(contract, one), "responses"))
      .filter(([status]) => status !== "200")
      .map(([status, value]) => ({ status, value, text: JSON.stringify(value) }));
  const all = contract.operations.map((one) => new Set(textsOf(one).map(({ text }) => text)));
  return [...groupedBy(operations.flatMap(textsOf), ({ text }) => text)].map(([text, same]) => ({
    statuses: [...new Set(same.map(({ status }) => status))],
    response: read.resolved(contract.documents.openapi, same[0]?.value),
    isShared: all.filter((texts) => texts.has(text)).length > all.length / 2,
  }));
}

function schemaOf(response: Json): Json | undefined {
  return read.at(response, "content", "application/json", "schema");
}

function bodyOf(contract: Contract, schema: Json, id: string): Md {
  const reference = read.text(schema, "$ref");
  if (reference === "") return fence(JSON.stringify(schema, null, 2), "json");
  return fieldsOf(contract, { kind: "reference", name: reference.split("/").at(-1) ?? "" }, id);
}
