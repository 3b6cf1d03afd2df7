import {
  isList,
  isObject,
  listIn,
  mapValues,
  objectIn,
  resolved,
  textIn,
} from "../../contract/documents/json.ts";
import type { Contract, Json, JsonObject, Operation } from "../../contract/model.ts";
import { companionTexts, securityText, weightText } from "../../write/operation-text.ts";
import { assumedIn, markdownLink, markdownMark } from "../marks.ts";
import { bookLink, rulesOfField } from "../rules/used-in.ts";
import { inWords, pagesInWords, retryInWords } from "../words.ts";
import { errorsInWords } from "./operation-errors.ts";
import { serverUrl, withSamples } from "./samples.ts";

/**
 * Prepares the REST document for a standard renderer: adds the facts of our extensions (weights,
 * security types, retries, assumptions) to the descriptions.
 */
export function restView(contract: Contract): JsonObject {
  const marked = withMarks(contract.documents.openapi, contract);
  const byPlace = new Map(contract.operations.map((one) => [`${one.method} ${one.path}`, one]));
  const paths = mapValues(objectIn(marked["paths"]), (item, path) =>
    mapValues(objectIn(item), (value, method) => {
      const operation = byPlace.get(`${method.toUpperCase()} ${path}`);
      if (operation === undefined || !isObject(value)) return value;
      return withSamples(describedOperation(value, operation, contract), operation, contract);
    }),
  );
  const info = { ...objectIn(marked["info"]), description: introduction(contract) };
  const components = withHeaderLinks(objectIn(marked["components"]), contract);
  return { ...withoutExtensions(marked), info, paths, components };
}

/** Shared response headers, each with a link to what it counts. */
function withHeaderLinks(components: JsonObject, { limits, statuses }: Contract): JsonObject {
  const known = [...limits, ...statuses].map(({ header }) => header);
  const headers = mapValues(objectIn(components["headers"]), (value, name) => {
    const node = objectIn(value);
    if (!known.includes(name)) return node;
    const description = `${textIn(node["description"])} [What it counts](limits.html#header-${name})`;
    return { ...node, description };
  });
  return { ...components, headers };
}

function introduction({ description }: Contract): string {
  return paragraphs(
    description,
    "The interface does not show a field or operation marked **Assumed**; the link leads to " +
      "the entry that says what is assumed, and why. **Left open**: nothing is assumed.",
    "Code samples read `API_KEY` and `API_SECRET` from the environment, and `LISTEN_KEY` if an " +
      "operation needs one. For the sandbox:",
    "```sh\nexport API_KEY=sandbox-key-of-alice\n" +
      "export API_SECRET=sandbox-secret-of-alice\n```",
    "Further pages: [overview](index.html), [streams](streams.html), " +
      "[rules of signing, limits, errors, orders and filters](rules.html), " +
      "[list of assumptions](assumptions.html).",
  );
}

function describedOperation(
  node: JsonObject,
  operation: Operation,
  contract: Contract,
): JsonObject {
  const { id, weight, assumed, security, securityAssumed, places } = operation;
  const { assumptions } = contract;
  const open = textIn(node["x-unstated"]) || undefined;
  const description = paragraphs(
    textIn(node["description"]),
    `**[Try it](${serverUrl(contract.documents.openapi)}/#call/${operation.id})** in a running sandbox.`,
    `**Weight:** [${weightText(weight)}](limits.html#weight-${id}).${label(weight?.assumed, assumptions)}`,
    `**Security:** [${securityText(operation)}](signing.html#security-${security.name}).${label(securityAssumed, assumptions)}`,
    `**Retries:** ${retryInWords(contract, operation)}. See [retries](rules.html#retry).`,
    pagesInWords(operation, label(operation.pagesAssumed, assumptions)),
    places.includes("body")
      ? "**Fields:** in the query, in a form body, or split between them."
      : "",
    errorsInWords(contract, operation),
    id === contract.streamRules.bookSync.operation ? bookLink : "",
    markdownMark(assumed, assumptions),
    markdownMark(open, assumptions),
  );
  const described = listIn(node["parameters"]).map((parameter) =>
    describedParameter(parameter, operation, contract),
  );
  return { ...node, description, ...(described.length === 0 ? {} : { parameters: described }) };
}

/** Expands a shared parameter, because its marks and its maximum depend on the operation. */
function describedParameter(node: Json, operation: Operation, contract: Contract): Json {
  const target = resolved(contract.documents.openapi, node);
  const name = textIn(target["name"]);
  const parameter = operation.parameters.find((one) => one.name === name);
  if (parameter === undefined) return node;
  const bounds = assumedIn(objectIn(target["schema"])["x-assumed-bounds"]);
  const description = [
    parameter.description.trim(),
    ...(parameter.aboveMaximum === undefined
      ? []
      : ["A larger value is truncated to the maximum."]),
    ...companionTexts(parameter, (id) => label(id, contract.assumptions)),
    ...(parameter.open === true ? ["Further values may exist."] : []),
    ...ruleTexts(contract, operation, name),
    ...(bounds === undefined ? [] : [`Bounds:${label(bounds, contract.assumptions)}.`]),
  ].join(" ");
  const marks = marksOf(target, contract.assumptions);
  return { ...withoutExtensions(target), description: paragraphs(description, ...marks) };
}

/** Links to the rules on a field. */
function ruleTexts(contract: Contract, operation: Operation, field: string): readonly string[] {
  return rulesOfField(contract, operation, field).map(({ title, links }) => {
    return `${title} ${links.map(({ words, href }) => `[${words}](${href})`).join(", ")}.`;
  });
}

/** Joins non-empty texts as Markdown paragraphs. */
export function paragraphs(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}

function label(id: string | undefined, assumptions: Contract["assumptions"]): string {
  return id === undefined ? "" : ` ${markdownLink(id, assumptions)}`;
}

/** Adds each object's assumptions to its description, except for operations. */
export function withMarks(document: JsonObject, { assumptions }: Contract): JsonObject {
  const visit = (node: Json, key: string): Json => {
    if (isList(node)) return node.map((item) => visit(item, key));
    if (!isObject(node) || key === "value" || key === "example") return node;
    const inner = mapValues(node, visit);
    const marks = describable(node) ? marksOf(node, assumptions) : [];
    if (marks.length === 0) return inner;
    return { ...inner, description: paragraphs(textIn(node["description"]), ...marks) };
  };
  return objectIn(visit(document, ""));
}

/** The assumptions of a node, and those of facts in its extensions. */
function marksOf(node: JsonObject, assumptions: Contract["assumptions"]): readonly string[] {
  const own = ["x-assumed", "x-unstated"].map((key) => textIn(node[key])).filter((id) => id !== "");
  const stated = Object.entries(node).flatMap(([key, value]) => {
    if (!key.startsWith("x-")) return [];
    return assumedIn(value) === undefined
      ? Object.entries(objectIn(value))
      : [[key, value] as const];
  });
  const inside = stated.flatMap(([key, value]) => {
    const id = assumedIn(value);
    if (id === undefined) return [];
    const fact = textIn(objectIn(value)["value"]);
    const words = fact === "" ? "" : `\`${fact}\`. `;
    return [`${inWords(key.replace(/^x-/u, ""))}: ${words}${markdownMark(id, assumptions)}`];
  });
  return [...own.map((id) => markdownMark(id, assumptions)), ...inside];
}

/** Whether an object has a description that renderers show; operations are handled separately. */
function describable(node: JsonObject): boolean {
  if ("operationId" in node || "x-assumptions" in node) return false;
  const keys = ["type", "$ref", "oneOf", "anyOf", "enum", "description", "schema", "payload"];
  return keys.some((key) => key in node) || Object.keys(node).join() === "x-unstated";
}

/** A node without extensions, which would only lengthen the page. */
export function withoutExtensions(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !key.startsWith("x-")));
}
