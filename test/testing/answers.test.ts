import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { checkAnswer } from "../../testing/documents/check-response.ts";
import { readDocuments } from "../../testing/documents/openapi.ts";
import type { Conversation } from "../../testing/recordings/conversation.ts";
import type { Pair } from "../../testing/recordings/fields.ts";
import { loadRecordings } from "../../testing/recordings/files.node.ts";
import { isRecord, type Json, type Recording } from "../../testing/recordings/recording.ts";

const openapi: unknown = JSON.parse(await readFile("generated/documents/openapi.json", "utf8"));
const documents = readDocuments(openapi);
const recordings = await loadRecordings("spec/examples");
const successes = recordings.filter(({ response }) => response.status === 200);

test("every recorded answer is what the documents say, and holds nothing they do not know", () => {
  const wrong = recordings.flatMap((recording) => {
    const { faults, notes } = check(recording, recording.value);
    return [...faults, ...notes].map((text) => `${recording.name}: ${text}`);
  });
  expect(wrong).toEqual([]);
});

test("an answer that lost, renamed or retyped something documented is refused", () => {
  const missed: string[] = [];
  let count = 0;
  for (const recording of successes) {
    for (const [name, mutant] of mutants(shorten(recording.value))) {
      count += 1;
      const { faults, notes } = check(recording, mutant);
      if (faults.length + notes.length === 0 && !mayLack(recording, name)) {
        missed.push(`${recording.name}: ${name}`);
      }
    }
  }
  expect(count).toBeGreaterThan(1000);
  expect(missed.slice(0, 20)).toEqual([]);
});

/** What the interface does not show, the documents do not insist on. */
function mayLack({ name }: Recording, mutation: string): boolean {
  const assumedAnswer = /^(placeOrder|cancelOrder|\w+ListenKey|getAccountV2)\./.test(name);
  const assumedProperty = /^(rateLimits|exchangeFilters)\/0\/\w+ dropped$/.test(mutation);
  return assumedAnswer || assumedProperty;
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

function check({ request, response }: Recording, value: Json): ReturnType<typeof checkAnswer> {
  const operation = documents.find(request.method, request.path);
  if (operation === undefined) throw new Error(`${request.path} is not documented`);
  const names = typeof request.body === "string" ? [] : Object.keys(request.body);
  const pairs = [...Object.keys(request.query), ...names].map((name): Pair => [name, ""]);
  const headers = Object.entries(response.headers).map(([name, text]): [string, string] => [
    name.toLowerCase(),
    text,
  ]);
  const conversation: Conversation = {
    request: { ...request, query: pairs, form: [], text: "", headers: new Map() },
    answer: { status: response.status, headers: new Map(headers), text: JSON.stringify(value) },
  };
  return checkAnswer(documents, operation, conversation);
}

/** Every value of the answer once retyped, every property of it once dropped and once renamed. */
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
