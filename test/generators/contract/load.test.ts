import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { expect, test } from "vitest";

import { load } from "../../../generators/contract/documents/load.ts";
import { readSpec } from "../../../generators/contract/documents/spec-files.ts";
import { problemsOf } from "../../support/contract-of.ts";
import { newFolder } from "../../support/folder.ts";
import { location, specFiles } from "../../support/given-spec.ts";

test("many problems in many files are all reported in one run", () => {
  const files = specFiles([
    ["schemas/Side.yaml", "enum", "\tenum"],
    ["paths/depth.yaml", "OrderBook.yaml", "OrderBok.yaml"],
    ["paths/depth.yaml", "from: 101", "from: 102"],
    ["schemas/Order.yaml", "status]", "status, parent]"],
    ["rules/orderStates.yaml", "to: FILLED", "to: GONE"],
    ["rules/retry.yaml", "code: -1021", "code: -7"],
    ["limits.yaml", "counts: orders", "counts: sheep"],
    ["events/channels/depth.yaml", "@depth", "@{speed}"],
  ]);
  const problems = problemsOf(files);
  const places = problems.map(({ origin }) => `${origin.file}:${origin.line}`);
  expect(places).toEqual([
    "spec/events/channels/depth.yaml:1",
    "spec/limits.yaml:11",
    "spec/paths/depth.yaml:11",
    "spec/paths/depth.yaml:18",
    "spec/rules/orderStates.yaml:6",
    "spec/rules/retry.yaml:4",
    "spec/schemas/Order.yaml:3",
    "spec/schemas/Side.yaml:3",
  ]);
});

const bombs = [
  { name: "an alias within its own anchor", text: "a: &a [*a]" },
  {
    name: "thousands of aliases of a long list",
    text: `a: &a [${"x, ".repeat(5000)}]\nb: [${"*a, ".repeat(5000)}]`,
  },
  {
    name: "thousands of aliases of a long map",
    text: `a: &a { ${Array.from({ length: 5000 }, (_, key) => `k${key}: 1`)} }\nb: [${"*a, ".repeat(5000)}]`,
  },
  { name: "thousands of brackets", text: `a: ${"[".repeat(20_000)}` },
];

for (const { name, text } of bombs) {
  test(`${name} end in a problem, soon`, () => {
    const problems = problemsOf(specFiles([["schemas/Side.yaml", text]]));
    const own = problems.filter(({ origin }) => origin.file === "spec/schemas/Side.yaml");
    expect(own.map(({ message }) => message).join()).toMatch(/repeats too much|nested too deeply/u);
  });
}

test("200 levels of maps and lists are read, 201 are too deep", () => {
  const isTooDeep = (levels: number): boolean => {
    const text = `a: ${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}`;
    const problems = problemsOf(specFiles([["schemas/Side.yaml", text]]));
    return problems.some(({ message }) => message === "The file is nested too deeply to be read.");
  };
  expect([isTooDeep(200), isTooDeep(201)]).toEqual([false, true]);
});

test("a file in Latin-1 is refused where its first letter beyond ASCII is", async () => {
  const folder = newFolder();
  await writeFile(
    join(folder, "Side.yaml"),
    Buffer.from("type: string\ntitle: C\u00f4t\u00e9\n", "latin1"),
  );
  const [{ text = "" } = {}] = readSpec({ folder, root: folder });
  const [problem] = problemsOf(specFiles([["schemas/Side.yaml", text]]));
  expect(problem).toMatchObject({
    origin: { file: "spec/schemas/Side.yaml", line: 2, column: 9 },
    message: "The file is not UTF-8.",
  });
});

test("YAML and JSON files are read, with a vocabulary of one's own alone", async () => {
  const folder = newFolder();
  await mkdir(join(folder, "lint/vocabulary"), { recursive: true });
  await writeFile(join(folder, "lint/vocabulary/zoo.yaml"), "type: string\n");
  for (const name of ["lint/rule.yaml", "a.yml", "b.json", "c.md", "d.yaml.bak"]) {
    await writeFile(join(folder, name), "{}\n");
  }
  const files = readSpec({ folder, root: folder, vocabularyFrom: resolve("spec") });
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(["a.yml", "b.json", "lint/vocabulary/zoo.yaml"]);
});

test("a spec without streams lacks nothing", () => {
  const streams = /^(?:asyncapi|events|rules\/(?:connection|userData|bookSync))/u;
  const files = specFiles().filter(({ path }) => !streams.test(path));
  expect(load(location, files).problems.all()).toEqual([]);
});

test("recordings that are not there yet are noted in the order of their places", () => {
  const schema = "schema: { $ref: ../schemas/OrderBook.yaml }";
  const example = `${schema}, examples: { b: { $ref: ../examples/b.yaml } }`;
  const { problems } = load(location, specFiles([["paths/depth.yaml", schema, example]]));
  const lines = problems.notes().map(({ origin: { file, line, column }, message, fix }) => {
    return `${file}:${line}:${column} ${message} ${fix}`;
  });
  const missing = (name: string) =>
    `The recording examples/${name}.yaml does not exist yet. Run \`npm run record\`.`;
  expect(lines).toEqual([
    `spec/paths/depth.yaml:18:100 ${missing("b")}`,
    `spec/paths/time.yaml:14:34 ${missing("getTime.default")}`,
  ]);
});

test("aliases stand for what they name", () => {
  const files = specFiles([
    [
      "headers.yaml",
      "X-WEIGHT: &weight { description: &text Usage., schema: { type: integer, title: *text } }\n" +
        "X-ORDERS: *weight\n",
    ],
  ]);
  const { openapi, problems } = load(location, files);
  const headers = (openapi["components"] as Record<string, Record<string, unknown>>)["headers"];
  const schema = { type: "integer", title: "Usage." };
  expect(headers?.["X-ORDERS"]).toEqual({ description: "Usage.", schema });
  expect(problems.all()).toEqual([]);
});

test("texts in windows line ends and with odd characters keep their places", () => {
  const files = specFiles([
    ["schemas/Order.yaml", "One order.", "Ein Auftrag – 注文 🚀"],
    ["schemas/Order.yaml", "status]", "statuss]"],
  ]);
  const [problem] = problemsOf(files);
  expect(problem?.origin).toEqual({ file: "spec/schemas/Order.yaml", line: 3, column: 29 });
});

/** Schemas on the edge of what is sane must load, in time that grows with their number only. */
test("ten thousand schemas are loaded", () => {
  const count = 10_000;
  const text = Array.from(
    { length: count },
    (_, index) =>
      `S${index}: { type: object, properties: { next: { $ref: "#/S${(index + 1) % count}" } } }`,
  ).join("\n");
  const files = specFiles([
    ["many.yaml", text],
    ["schemas/Order.yaml", "isWorking: { type: boolean }", "isWorking: { $ref: ../many.yaml#/S0 }"],
  ]);
  const { openapi, problems } = load(location, files);
  const schemas = (openapi["components"] as Record<string, object>)["schemas"] ?? {};
  expect(problems.all()).toEqual([]);
  expect(Object.keys(schemas).length).toBeGreaterThan(count);
});
