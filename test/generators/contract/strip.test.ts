/** The contract without what is assumed is still one. */

import { join, resolve } from "node:path";

import { beforeAll, expect, test } from "vitest";

import { isObject, pointerNames } from "../../../generators/contract/documents/json.ts";
import * as read from "../../../generators/contract/documents/read.ts";
import { readSpec, type SpecFile } from "../../../generators/contract/documents/spec-files.ts";
import type { Json, JsonObject } from "../../../generators/contract/model.ts";
import type { Generation } from "../../../generators/pipeline.ts";
import { generate } from "../../../generators/pipeline.ts";
import { problemsOf } from "../../support/contract-of.ts";
import { withEdits } from "../../support/edited-files.ts";
import { withoutAssumed } from "../../support/without-assumed.ts";

const project = resolve(import.meta.dirname, "../../..");
const at = (folder: string) => ({ folder: join(project, folder), root: project });
const spec = at("spec");
const names = ["openapi", "asyncapi"] as const;

let whole: Generation;
let alone: Generation;
let vocabulary: readonly SpecFile[];

beforeAll(async () => {
  const files = readSpec(spec);
  vocabulary = files.filter(({ path }) => /^(?:lint\/vocabulary|sandbox)\//u.test(path));
  whole = await generate({ location: spec, spec: files });
  const stripped = names.map((name) => asFile(name, withoutAssumed(documentOf(whole, name))));
  alone = await generate({ location: spec, spec: [...stripped, ...vocabulary] });
});

test("without assumptions the contract still generates the same files", () => {
  const paths = ({ files }: Generation): readonly string[] =>
    files.map(({ path }) => path).filter((path) => !path.endsWith(".map"));
  // How orders are canceled is only assumed.
  expect(paths(alone)).toEqual(paths(whole).filter((path) => path !== "open-orders.ts"));
});

test("without assumptions nothing generated says that something is assumed", () => {
  for (const name of names)
    expect(JSON.stringify(documentOf(alone, name))).not.toContain('"x-assumed"');
  const texts = alone.files.filter(({ path }) =>
    /^(operations|filters|limits|errors)\.ts$/u.test(path),
  );
  expect(texts).toHaveLength(4);
  for (const { text } of texts) expect(text).not.toMatch(/\bassumed: "/u);
});

test("only the operation that is assumed from end to end goes", () => {
  const gone = [...operationIds(whole)].filter((id) => !operationIds(alone).has(id));
  expect(gone).toEqual(["cancelOrder"]);
});

test("only an operation with a documented type keeps its security requirement", () => {
  const paths = read.object(documentOf(alone, "openapi"), "paths");
  const of = (path: string): Json | undefined => read.at(paths[path], "get", "security");
  expect(of("/api/v1/time")).toBeUndefined();
  expect(of("/api/v1/openOrders")).toBeUndefined();
  expect(of("/api/v1/depth")).toEqual([]);
  expect(of("/api/v1/account")).toEqual([{ ApiKey: [], Signature: [] }]);
});

test("marks alone can be taken away, too, with nothing else put right", async () => {
  const bare = names.map((name) => asFile(name, withoutMarked(documentOf(whole, name))));
  const { files } = await generate({ location: spec, spec: [...bare, ...vocabulary] });
  expect(files.length).toBeGreaterThan(10);
});

test("a contract that has nothing to assume is checked as a whole", () => {
  const files = withEdits(readSpec(at("examples/binance-spot/spec")), [
    ["paths/account.yaml", "    x-security: USER_DATA\n", ""],
    ["schemas/rules.yaml", "[REQUEST_WEIGHT,", "[WEIGHT,"],
    ["rules/userData.yaml", "is: BUY", "is: BID"],
  ]);
  expect(problemsOf(files).map(({ message }) => message)).toEqual([
    "The operation has no security type.",
    "REQUEST_WEIGHT is not a word that the operation's response lists.",
    "BID is not a value of that field.",
  ]);
});

function documentOf({ files }: Generation, name: (typeof names)[number]): JsonObject {
  const text = files.find(({ path }) => path === `documents/${name}.json`)?.text ?? "{}";
  return read.object(JSON.parse(text) as Json);
}

function asFile(name: string, document: JsonObject): SpecFile {
  return { path: `${name}.yaml`, text: JSON.stringify(document) };
}

function operationIds(generation: Generation): ReadonlySet<string> {
  const items = Object.values(read.object(documentOf(generation, "openapi"), "paths"));
  const operations = items.flatMap((item) => read.objects(Object.values(read.object(item))));
  return new Set(operations.map(({ operationId }) => String(operationId)));
}

/** What a reader does who knows the mark alone: objects with it go, and what names them. */
function withoutMarked(document: JsonObject): JsonObject {
  const text = JSON.stringify(document);
  const left = JSON.stringify(document, (_, value: Json) => {
    if (Array.isArray(value))
      return (value as readonly Json[]).filter((item) => !isMarked(item, document));
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([, item]) => !isMarked(item, document));
    return Object.fromEntries(kept);
  });
  return left === text ? document : withoutMarked(read.object(JSON.parse(left) as Json));
}

function isMarked(value: Json, document: JsonObject): boolean {
  if (!isObject(value)) return false;
  if (Object.hasOwn(value, "x-assumed")) return true;
  const { $ref: target } = value;
  return typeof target === "string" && read.at(document, ...pointerNames(target)) === undefined;
}
