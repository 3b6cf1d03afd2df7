import { expect, test } from "vitest";

import type { Json } from "../../runtime/encoding/json-or.ts";
import { isRecord } from "../../runtime/encoding/json-value.ts";
import { checkResponse } from "../../testing/documents/check-response.ts";
import { readOpenApi } from "../../testing/documents/openapi.ts";
import type { CallRecording } from "../../testing/recordings/call-recording.ts";
import type { Call } from "../../testing/recordings/conversation.ts";
import type { Pair } from "../../testing/recordings/fields.ts";
import { documents, recordings } from "./documents.ts";

const document = readOpenApi(documents.openapi);
const { calls } = recordings;
const successes = calls.filter(({ response }) => response.status === 200);

test("every recorded response agrees with the documents, and has nothing unknown", () => {
  const wrong = calls.flatMap((recording) => {
    const { issues, notes } = check(recording, recording.value);
    return [...issues, ...notes].map((text) => `${recording.name}: ${text}`);
  });
  expect(wrong).toEqual([]);
});

test("a response that lost, renamed or retyped something documented is refused", () => {
  const missed: string[] = [];
  let count = 0;
  for (const recording of successes) {
    for (const [name, mutant] of mutants(shorten(recording.value))) {
      count += 1;
      const { issues, notes } = check(recording, mutant);
      if (issues.length + notes.length === 0 && !mayLack(recording, name)) {
        missed.push(`${recording.name}: ${name}`);
      }
    }
  }
  expect(count).toBeGreaterThan(1000);
  expect(missed.slice(0, 20)).toEqual([]);
});

/** What the interface does not show, the documents do not insist on. */
function mayLack({ name }: CallRecording, mutation: string): boolean {
  const assumedResponse = /^(placeOrder|cancelOrder|\w+ListenKey|getAccountV2)\./.test(name);
  const assumedProperty = /^(rateLimits|exchangeFilters)\/0\/\w+ dropped$/.test(mutation);
  return assumedResponse || assumedProperty;
}

/** Three elements of a list say as much as all of them. */
function shorten(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, 12).map(shorten);
  if (!isRecord(value)) return value;
  const record = value as Readonly<Record<string, Json>>;
  return Object.fromEntries(Object.entries(record).map(([key, each]) => [key, cut(shorten(each))]));
}

function cut(value: Json): Json {
  return Array.isArray(value) ? value.slice(0, 3) : value;
}

function check(
  { request, response }: CallRecording,
  value: Json,
): ReturnType<typeof checkResponse> {
  expect(document.find(request.method, request.path)).toBeDefined();
  const names = typeof request.body === "string" ? [] : Object.keys(request.body);
  const pairs = [...Object.keys(request.query), ...names].map((name): Pair => [name, ""]);
  const headers = Object.entries(response.headers).map(([name, text]): [string, string] => [
    name.toLowerCase(),
    text,
  ]);
  const call: Call = {
    request: { ...request, query: pairs, form: [], text: "", headers: new Map() },
    response: { status: response.status, headers: new Map(headers), text: JSON.stringify(value) },
  };
  return checkResponse(document, call);
}

/** Every value of the response once retyped, every property of it once dropped and once renamed. */
function* mutants(value: Json): Generator<readonly [name: string, mutant: Json]> {
  yield ["retyped", retype(value)];
  if (Array.isArray(value)) {
    // The first element stands for all: a list has one schema, a tuple has few places.
    for (const [index, item] of value.entries()) {
      if (index > 0 && isRecord(item)) break;
      for (const [name, mutant] of mutants(item as Json)) {
        yield [`${index}/${name}`, value.with(index, mutant) as Json];
      }
    }
  } else if (isRecord(value)) {
    const record = value as Readonly<Record<string, Json>>;
    for (const [key, each] of Object.entries(record)) {
      const { [key]: _, ...rest } = record;
      yield [`${key} dropped`, rest];
      yield [`${key} renamed`, { ...rest, [`${key}X`]: each }];
      for (const [name, mutant] of mutants(each)) {
        yield [`${key}/${name}`, { ...record, [key]: mutant }];
      }
    }
  }
}

/** A value of another JSON type. */
function retype(value: Json): Json {
  if (typeof value === "string") return 12;
  if (typeof value === "number") return String(value);
  return typeof value === "boolean" ? "true" : "text";
}
