import { Ajv2020 } from "ajv/dist/2020.js";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";

import type { BuildContext } from "./context.ts";
import { mendName, report } from "./context.ts";
import { asyncapiGrammar, openapiGrammar } from "./grammar.ts";
import { isList, isObject } from "./json.ts";
import type { Json, JsonObject } from "./model.ts";
import type { Node } from "./places.ts";
import { walk } from "./walk.ts";

/**
 * Checks every extension of both documents against its JSON Schema in the vocabulary, and reports
 * extensions that have none: a misspelt key would otherwise say nothing to anybody.
 */
export function reportVocabulary(
  context: BuildContext,
  vocabulary: ReadonlyMap<string, JsonObject>,
): void {
  if (vocabulary.size === 0) return;
  const check = createCheck(context, vocabulary);
  const documents = [
    [context.openapi, openapiGrammar],
    [context.asyncapi, asyncapiGrammar],
  ] as const;
  for (const [document, grammar] of documents) {
    walk(document, grammar, ({ node, kind, isMap, path }) => {
      if (isMap) return;
      // What lies within an extension is checked with the extension itself.
      const isInside = path.some((name) => name.startsWith("x-"));
      for (const [key, value] of Object.entries(node)) {
        if (!key.startsWith("x-") || (isInside && kind === "Data")) continue;
        check(node, key, value);
      }
    });
  }
}

type Check = (node: JsonObject, key: string, value: Json) => void;

function createCheck(context: BuildContext, vocabulary: ReadonlyMap<string, JsonObject>): Check {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
  for (const [name, schema] of vocabulary) ajv.addSchema(schema, schemaId(name, schema));
  const compiled = new Map<string, ValidateFunction | undefined>();
  const checked = new WeakSet<Node>();
  return (node, key, value) => {
    const schema = vocabulary.get(key);
    if (schema === undefined) {
      report(context, {
        node,
        key,
        message: `The vocabulary has no ${key}.`,
        mend: mendExtension(key, [...vocabulary.keys()]),
      });
      return;
    }
    if (typeof value === "object" && value !== null) {
      if (checked.has(value)) return;
      checked.add(value);
    }
    const validate = compiled.get(key) ?? ajv.getSchema(schemaId(key, schema));
    compiled.set(key, validate);
    if (validate === undefined || validate(value)) return;
    for (const fault of telling(validate.errors ?? [])) {
      const place = placeOf({ node, key, value }, fault);
      report(context, { ...place, message: messageOf(key, fault), mend: mendOf(key, fault) });
    }
  };
}

function schemaId(name: string, schema: JsonObject): string {
  const id = schema["$id"];
  return typeof id === "string" ? id : `${name.slice(2)}.yaml`;
}

/** Of the branches of a choice only those that came closest say what is wrong. */
function telling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  const dropped = new Set<ErrorObject>();
  for (const choice of choices) {
    const isDeeper = ({ instancePath }: ErrorObject): boolean =>
      instancePath.startsWith(`${choice.instancePath}/`);
    if (errors.some(isDeeper)) dropped.add(choice);
    for (const error of errors) {
      const isBranch = error.instancePath === choice.instancePath && !choices.includes(error);
      if (isBranch) dropped.add(error);
    }
  }
  const kept = errors.filter((error) => !dropped.has(error));
  const byPlace = new Map(kept.map((error) => [`${error.instancePath}|${messageOf("", error)}`, error]));
  return [...byPlace.values()];
}

function placeOf(
  { node, key, value }: { readonly node: JsonObject; readonly key: string; readonly value: Json },
  error: ErrorObject,
): { readonly node: Node; readonly key: string | number } {
  let place: { node: Node; key: string | number } = { node, key };
  let inside: Json | undefined = value;
  const extra: unknown = error.params["additionalProperty"];
  const path = error.instancePath.split("/").slice(1).map(fromPointer);
  for (const name of typeof extra === "string" ? [...path, extra] : path) {
    if (isList(inside)) {
      place = { node: inside, key: Number(name) };
      inside = inside[Number(name)];
    } else if (isObject(inside)) {
      place = { node: inside, key: name };
      inside = Object.hasOwn(inside, name) ? inside[name] : undefined;
    }
  }
  return place;
}

function messageOf(key: string, error: ErrorObject): string {
  const place = `${key}${error.instancePath}`;
  const { keyword, params } = error;
  switch (keyword) {
    case "additionalProperties":
      return `${place} does not know ${String(params["additionalProperty"])}.`;
    case "enum":
    case "const": {
      const allowed: unknown = params["allowedValues"] ?? [params["allowedValue"]];
      return `${place} must be ${(Array.isArray(allowed) ? allowed : []).map((item) => JSON.stringify(item)).join(" or ")}.`;
    }
    case "anyOf":
    case "oneOf":
      return `${place} has none of the forms that it may have.`;
    default:
      return `${place} ${error.message ?? "is not as it must be"}.`;
  }
}

function mendOf(key: string, { keyword, params }: ErrorObject): string {
  const file = `spec/lint/vocabulary/${key.slice(2)}.yaml`;
  if (keyword === "required") return `Write ${String(params["missingProperty"])}; see ${file}.`;
  return `See ${file}.`;
}

function mendExtension(key: string, known: readonly string[]): string {
  const mend = mendName(key, known);
  return mend.startsWith("Did") ? mend : "Correct its name, or describe it in spec/lint/vocabulary/.";
}

function fromPointer(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}
