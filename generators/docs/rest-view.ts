import { isList, isObject, objectIn, textIn } from "../contract/documents/json.ts";
import type { Contract, Json, JsonObject, Operation } from "../contract/model.ts";
import { inWords } from "./facts.ts";
import { inReadingOrder, ruleMarks } from "./filter-data.ts";
import { expressionText, ruleText } from "./formula.ts";
import { assumedIn, markdownMark } from "./marks.ts";
import {
  pagesInWords,
  parameterInWords,
  retryInWords,
  securityInWords,
  weightInWords,
} from "./words.ts";

/**
 * The REST document for the page that a standard renderer makes of it: what is data in the contract
 * (weights, security types, retries, defaults, filters' rules, assumptions) is said in the
 * descriptions, because that is what every renderer shows.
 */
export function restView(contract: Contract): JsonObject {
  const marked = withMarks(contract.documents.openapi, contract);
  const byPlace = new Map(contract.operations.map((one) => [`${one.method} ${one.path}`, one]));
  const paths = mapped(objectIn(marked["paths"]), (item, path) =>
    mapped(objectIn(item), (value, method) => {
      const operation = byPlace.get(`${method.toUpperCase()} ${path}`);
      if (operation === undefined || !isObject(value)) return value;
      return describedOperation(value, operation, contract);
    }),
  );
  const info = { ...objectIn(marked["info"]), description: introduction(contract) };
  return { ...withoutExtensions(marked), info, paths };
}

function introduction({ description }: Contract): string {
  return [
    description,
    "A field or operation that says **Assumed** is not shown by the interface; the link leads to " +
      "the ledger, which says what was taken for it, and why. **Left open**: nothing was taken.",
    "Further pages: [overview](index.html), [streams](streams.html), " +
      "[rules of signing, limits, errors, orders and filters](rules.html), " +
      "[ledger of assumptions](assumptions.html).",
  ].join("\n\n");
}

function describedOperation(
  node: JsonObject,
  operation: Operation,
  contract: Contract,
): JsonObject {
  const { weight, assumed, securityAssumed, places } = operation;
  const open = textIn(node["x-unstated"]);
  const facts = [
    `**Weight:** ${weightInWords(weight)}.${link(weight?.assumed)}`,
    `**Security:** ${securityInWords(operation)}.${link(securityAssumed)}`,
    `**Sent again:** ${retryInWords(contract.retry, operation)}.`,
    pagesInWords(operation, link(operation.pagesAssumed)),
    places.includes("body") ? "**Fields:** in the query, in a form body, or split over both." : "",
    assumed === undefined ? "" : markdownMark(assumed, contract.assumptions),
    open === "" ? "" : markdownMark(open, contract.assumptions),
    operation.id === filterOwner(contract) ? filterRules(contract) : "",
  ].filter((fact) => fact !== "");
  const description = [textIn(node["description"]), ...facts].join("\n\n");
  const parameters = isList(node["parameters"]) ? node["parameters"] : [];
  const described = parameters.map((parameter) =>
    describedParameter(parameter, operation, contract),
  );
  return { ...node, description, ...(described.length === 0 ? {} : { parameters: described }) };
}

/** A shared parameter is written out, because its marks and its maximum belong to this use. */
function describedParameter(node: Json, operation: Operation, contract: Contract): Json {
  const target = objectIn(resolved(node, contract.documents.openapi));
  const name = textIn(target["name"]);
  const parameter = operation.parameters.find((one) => one.name === name);
  if (parameter === undefined) return node;
  const mark =
    parameter.assumed === undefined ? [] : [markdownMark(parameter.assumed, contract.assumptions)];
  const words = parameterInWords(parameter);
  const description = [parameter.description.trim(), ...words].join(" ");
  return { ...withoutExtensions(target), description: [description, ...mark].join("\n\n") };
}

/** The operation that hands out the filters is where a reader looks for their rules. */
function filterOwner({ operations }: Contract): string | undefined {
  const owner = operations.find(({ path }) => /exchangeInfo$/iu.test(path));
  return owner?.id;
}

function filterRules(contract: Contract): string {
  const { assumptions, documents } = contract;
  const schemas = objectIn(objectIn(documents.openapi["components"])["schemas"]);
  const sections = inReadingOrder(contract).map((filter) => {
    const rules = filter.rules.map((rule) => {
      const marks = ruleMarks(objectIn(schemas[filter.name]), rule);
      const applies = condition(", when", rule.appliesWhen, link(marks.appliesWhen));
      const disabled = condition("; off when", rule.disabledWhen, link(marks.disabledWhen));
      const mark = rule.assumed === undefined ? "" : ` ${shortMark(rule.assumed, assumptions)}`;
      return `- \`${ruleText(rule)}\`${applies}${disabled}${mark}`;
    });
    const site = filter.siteMayLack ? " SITE symbols may lack it." : "";
    return [`**${filter.name}** (per ${filter.scope}).${site}`, rules.join("\n")].join("\n\n");
  });
  const more = "Worked examples stand on the [page of rules](rules.html#filters).";
  return ["### Rules of the filters", ...sections, more].join("\n\n");
}

function condition(words: string, expression: string | undefined, mark: string): string {
  return expression === undefined ? "" : `${words} \`${expressionText(expression)}\`${mark}`;
}

function shortMark(id: string, assumptions: Contract["assumptions"]): string {
  const open = assumptions.find((one) => one.id === id)?.kind === "open";
  return `**[${open ? "Left open" : "Assumed"}](assumptions.html#${id})**`;
}

function link(id: string | undefined): string {
  return id === undefined ? "" : ` **[Assumed](assumptions.html#${id})**`;
}

/** Adds to each description what its object's mark means; descriptions of operations come later. */
export function withMarks(document: JsonObject, { assumptions }: Contract): JsonObject {
  const visit = (node: Json, key: string): Json => {
    if (isList(node)) return node.map((item) => visit(item, key));
    if (!isObject(node) || key === "value" || key === "example") return node;
    const inner = mapped(node, visit);
    const marks = describable(node) ? marksOf(node, assumptions) : [];
    if (marks.length === 0) return inner;
    const description = [textIn(node["description"]), ...marks].filter((one) => one !== "");
    return { ...inner, description: description.join("\n\n") };
  };
  return objectIn(visit(document, ""));
}

/** The node's own marks, and those of single facts that its extensions hold. */
function marksOf(node: JsonObject, assumptions: Contract["assumptions"]): readonly string[] {
  const own = ["x-assumed", "x-unstated"].map((key) => textIn(node[key])).filter((id) => id !== "");
  const facts = Object.entries(node).flatMap(([key, value]) => {
    if (!key.startsWith("x-")) return [];
    return assumedIn(value) === undefined
      ? Object.entries(objectIn(value))
      : [[key, value] as const];
  });
  const inside = facts.flatMap(([key, value]) => {
    const id = assumedIn(value);
    if (id === undefined) return [];
    const fact = objectIn(value)["value"];
    const name = inWords(key.replace(/^x-/u, ""));
    const words = `${name}: ${typeof fact === "string" ? `\`${fact}\`. ` : ""}`;
    return [`${words}${markdownMark(id, assumptions)}`];
  });
  return [...own.map((id) => markdownMark(id, assumptions)), ...inside];
}

/** Schemas, parameters, headers, messages and channels; operations say it in their own block. */
function describable(node: JsonObject): boolean {
  if ("operationId" in node || "x-assumptions" in node) return false;
  const keys = ["type", "$ref", "oneOf", "anyOf", "enum", "description", "schema", "payload"];
  return keys.some((key) => key in node) || Object.keys(node).join() === "x-unstated";
}

function resolved(node: Json, document: JsonObject): Json | undefined {
  const reference = isObject(node) ? textIn(node["$ref"]) : "";
  if (!reference.startsWith("#/")) return node;
  return reference
    .slice(2)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Json | undefined>((at, part) => objectIn(at)[part], document);
}

/** A page shows words; the data they were made of would only make it longer. */
export function withoutExtensions(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !key.startsWith("x-")));
}

function mapped(node: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value, key)]));
}
