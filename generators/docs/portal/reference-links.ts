import { isList, isObject, mapValues, objectIn, textIn } from "../../contract/documents/json.ts";
import type { Contract, Json, JsonObject, Operation, Origin } from "../../contract/model.ts";
import { referencesOf } from "../fields.ts";
import type { MarkdownText } from "../guides.ts";
import { parameterHref, recordHref } from "../links.ts";
import { slug } from "./markup.ts";
import { linkPlacesInMarkdown, type Places } from "./places.ts";

/** Targets of the links in the reference. */
export interface ReferenceTargets {
  readonly places: Places;
  readonly client: readonly MarkdownText[];
}

/**
 * Adds links to the descriptions of a document: from each operation and channel to its fields, its
 * client method, and the lines of the contract.
 */
export function withReferenceLinks(
  document: JsonObject,
  contract: Contract,
  targets: ReferenceTargets,
): JsonObject {
  const operations = new Map(contract.operations.map((one) => [one.id, one]));
  const channels = new Map(contract.channels.map((one) => [one.id, one]));
  const extra = (node: JsonObject, key: string, parent: string): string => {
    const operation = operations.get(textIn(node["operationId"]));
    if (operation !== undefined) return operationLinks(operation, targets);
    const channel = parent === "channels" ? channels.get(key) : undefined;
    return channel === undefined ? "" : contractLink(channel.origin);
  };
  const visit = (node: Json, key: string, parent: string): Json => {
    if (isList(node)) return node.map((item) => visit(item, "", key));
    if (!isObject(node) || ["value", "example", "examples"].includes(key)) return node;
    const inner = mapValues(node, (value, name) => visit(value, name, key));
    const links = extra(node, key, parent);
    const description = [textIn(node["description"]), links].filter(Boolean).join("\n\n");
    if (description === "" || typeof (node["description"] ?? "") !== "string") return inner;
    return { ...inner, description: linkPlacesInMarkdown(description, targets.places) };
  };
  return objectIn(visit(document, "", ""));
}

function operationLinks(
  { id, parameters, responses, origin }: Operation,
  targets: ReferenceTargets,
) {
  const sent = parameters.map(({ name }) => `[${name}](${parameterHref(name)})`);
  const records = new Set(responses.flatMap(({ schema }) => referencesOf(schema)));
  const received = [...records].map((name) => `[${name}](${recordHref(name)})`);
  const method = targets.client.find(({ text }) => new RegExp(`^#+ ${id}\\(\\)$`, "mu").test(text));
  return [
    sent.length === 0 ? "" : `**Request fields:** ${sent.join(", ")}.`,
    received.length === 0 ? "" : `**Response:** ${received.join(", ")}.`,
    method === undefined ? "" : `**Client:** [${id}](${method.page}#${slug(id)}).`,
    contractLink(origin),
  ]
    .filter(Boolean)
    .join(" ");
}

function contractLink({ file, line }: Origin): string {
  return `**Contract:** ${file}:${line}.`;
}
