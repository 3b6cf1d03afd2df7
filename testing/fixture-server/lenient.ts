/** Responds to requests that were not recorded, with documented examples or schema values. */

import { encodeJson, parseJson } from "../../runtime/encoding/json.ts";
import { fieldsIn, isRecord, listIn } from "../../runtime/encoding/json-value.ts";
import type { Completer } from "../../sandbox/index.ts";
import { findMessage, readAsyncApi } from "../documents/asyncapi.ts";
import { chooseBranch } from "../documents/check-response.ts";
import { at, child, type DocumentNode, locate, members } from "../documents/json-pointers.ts";
import type { Documents } from "../documents/load.node.ts";
import { readOpenApi } from "../documents/openapi.ts";
import { changeValue, type Place, type Visited, withNames } from "../documents/roles.ts";
import { allFields, type SentRequest } from "../recordings/conversation.ts";
import { comparedPairs, toPairs } from "../recordings/requests.ts";

/**
 * Returns the body of a successful response as text, or `undefined` for an unknown operation. Uses
 * the example with the most similar request, and replaces its fields by those of the request with
 * the same name.
 */
export function createLenientResponder(
  openapi: unknown,
): (request: SentRequest) => string | undefined {
  const document = readOpenApi(openapi);
  return (request) => {
    const responses = document.find(request.method, request.path)?.responses ?? [];
    const success = responses.find(({ status }) => status.startsWith("2"));
    if (success === undefined) return undefined;
    const sent = new Map(comparedPairs(allFields(request)));
    const pointer = chooseBranch(document, success.pointer, new Set(sent.keys()));
    const samples = examplesBeside(document.root, success.pointer)
      .filter(({ value }) => document.checkResponseBody(pointer, value).length === 0)
      .toSorted((one, other) => likeness(other, sent) - likeness(one, sent));
    const sample = samples[0]?.value ?? sampleOf(document.root, pointer);
    return encodeJson(withFields(sample, sent));
  };
}

/** The examples of a media type, by the pointer to its schema. */
function examplesBeside(root: DocumentNode, schema: string): readonly DocumentNode[] {
  const pointer = schema.replace(/\/schema$/, "/examples");
  return Object.keys(fieldsIn(at(root, pointer))).map((name) => {
    return locate(root, child(pointer, name)).node;
  });
}

/** Number of fields that an example's request shares with this one. */
function likeness(example: DocumentNode, sent: ReadonlyMap<string, string>): number {
  const { query, body } = fieldsIn(example["x-request"]);
  const fields = { ...fieldsIn(query), ...fieldsIn(body) } as Record<string, string>;
  return toPairs(fields).filter(([name, value]) => sent.get(name) === value).length;
}

/** Replaces values by request fields of the same name and type. */
function withFields(sample: unknown, sent: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(sample)) return sample.map((each: unknown) => withFields(each, sent));
  if (!isRecord(sample)) return sample;
  const entries = Object.entries(sample).map(([name, value]) => {
    const suffix = name.slice(0, 1).toUpperCase() + name.slice(1);
    const text = sent.get(name) ?? sent.get(`new${suffix}`) ?? sent.get(`orig${suffix}`);
    if (typeof value === "string") return [name, text ?? value];
    const isNumber = typeof value === "number" && /^-?\d+$/.test(text ?? "");
    return [name, isNumber ? parseJson(text ?? "") : value];
  });
  return Object.fromEntries(entries);
}

/**
 * Gives the fields of a sandbox's payloads and messages the names that another contract has for
 * their roles, and adds what it requires besides: the values of the documented example, or else
 * values that fit; numbers are texts, and texts numbers, where the contract has them so.
 */
export function createCompleter({ openapi, asyncapi }: Documents): Completer {
  const { root, find } = readOpenApi(openapi);
  const streams = isRecord(asyncapi) && "channels" in asyncapi ? readAsyncApi(asyncapi) : undefined;
  return {
    response: ({ method, path }, payload) => {
      const success = find(method, path)?.responses.find(({ status }) => status.startsWith("2"));
      if (success === undefined) return payload;
      const [sample] = examplesBeside(root, success.pointer);
      return completed(root, success.pointer, payload, sample?.value);
    },
    message: (stream, content) => {
      const found = streams && findMessage(streams, { sender: "exchange", stream, content });
      if (streams === undefined || found === undefined) return content;
      return completed(streams.root, found.pointer, content, found.examples[0]);
    },
  };
}

function completed(root: DocumentNode, pointer: string, value: unknown, sample: unknown): unknown {
  const sampleAt = (path: readonly (string | number)[]): unknown =>
    path.reduce<unknown>((from, step) => Object(from)[step], sample);
  const record = (visited: Visited): DocumentNode => {
    const { node, pointer: found, path } = visited;
    const named = withNames(visited);
    const samples = fieldsIn(sampleAt(path));
    const lacking = listIn(node["required"])
      .map(String)
      .filter((name) => !(name in named))
      .map((name) => [name, samples[name] ?? sampleOf(root, child(found, "properties", name))]);
    return { ...named, ...Object.fromEntries(lacking) };
  };
  const list = (all: readonly unknown[], { node, pointer: found, path }: Place) => {
    if (all.length >= Number(node["minItems"] ?? 0)) return all;
    const samples = listIn(sampleAt(path));
    const whole = samples.length > all.length ? samples : listIn(sampleOf(root, found));
    return [...all, ...whole.slice(all.length)];
  };
  return changeValue(root, pointer, value, { record, list, plain: typed });
}

const numeric: ReadonlySet<unknown> = new Set(["number", "integer"]);

/** A number or a decimal text as the type that a contract has for it, if no digit is lost. */
function typed(value: unknown, { node }: Place): unknown {
  const types = [node["type"]].flat();
  const [isText, isNumber] = [types.includes("string"), types.some((type) => numeric.has(type))];
  if (typeof value === "number") return isText && !isNumber ? String(value) : value;
  if (typeof value !== "string" || isText || !isNumber) return value;
  const [decimal, places = ""] = /^-?\d+(?:\.(\d{1,100}))?$/.exec(value) ?? [];
  const number = Number(decimal);
  return number.toFixed(places.length) === decimal ? number : value;
}

/** The smallest value of a schema that has all documented properties. */
function sampleOf(root: DocumentNode, pointer: string): unknown {
  const { node, pointer: found } = locate(root, pointer);
  const [branch] = members(root, found, "oneOf", "anyOf");
  if (branch !== undefined) return sampleOf(root, branch);
  const parts = members(root, found, "allOf").map((part) => sampleOf(root, part));
  if (parts.length > 0) return Object.assign({}, ...parts);
  const [given] = [node["const"], node["default"], ...listIn(node["enum"])].filter(
    (value) => value !== undefined,
  );
  if (given !== undefined) return given;
  switch (node["type"]) {
    case "object": {
      const names = Object.keys(fieldsIn(node["properties"]));
      const entries = names.map((name) => [name, sampleOf(root, child(found, "properties", name))]);
      return Object.fromEntries(entries);
    }
    case "array": {
      const items = listIn(node["prefixItems"]);
      if (items.length === 0) {
        const length = Math.max(1, Number(node["minItems"] ?? 1));
        return Array.from({ length }, () => sampleOf(root, child(found, "items")));
      }
      return items.map((_, index) => sampleOf(root, child(found, "prefixItems", index)));
    }
    case "string":
      return node["format"] === "decimal" ? "1.00000000" : "text";
    case "boolean":
      return true;
    default:
      return node["minimum"] ?? 1;
  }
}
