import { expect, test } from "vitest";

import type { Module } from "../../../generators/write/imports.ts";
import { source } from "../../../generators/write/source.ts";
import {
  alias,
  callable,
  record,
  reexport,
  type Statement,
  table,
} from "../../../generators/write/statements.ts";

const emitter = { name: "sample", sources: ["spec/sample.yaml"] };
const head = [
  "// Generated from spec/sample.yaml by generators/emitters/sample.ts.",
  "// Do not edit: change the spec, then run `npm run generate`.",
];

const other: Module = { from: "./other.ts", names: ["Other", "other"] };
const runtime: Module = { from: "../runtime/tables.ts", names: ["Decimal", "Other"] };
const packaged: Module = { from: "some-package", names: ["default as makeIt", "makeThat as that"] };

const cases: readonly {
  name: string;
  statements: readonly Statement[];
  modules?: readonly Module[];
  want: readonly string[];
}[] = [
  {
    name: "statements stand apart by one line",
    statements: [
      alias("A", { text: "An A." }, "string"),
      table("list", { text: "A list." }, ["a"]),
    ],
    want: [
      "/** An A. */",
      "export type A = string;",
      "",
      "/** A list. */",
      'export const list = ["a"] as const;',
    ],
  },
  {
    name: "a used type comes by a type import, an unused one not at all",
    modules: [other],
    statements: [alias("A", { text: "An A." }, "Other")],
    want: [
      'import type { Other } from "./other.ts";',
      "",
      "/** An A. */",
      "export type A = Other;",
    ],
  },
  {
    name: "a used value comes by a plain import",
    modules: [other],
    statements: [callable("f", { text: "An f." }, { statements: ["return other(1).Other;"] })],
    want: [
      'import { other } from "./other.ts";',
      "",
      "/** An f. */",
      "export function f() {",
      "  return other(1).Other;",
      "}",
    ],
  },
  {
    name: "packages come first, then the runtime, then neighbours; renames are kept",
    modules: [other, runtime, packaged],
    statements: [
      callable(
        "f",
        { text: "An f." },
        { returnType: "Other | Decimal", statements: ["return makeIt(that);"] },
      ),
    ],
    want: [
      'import makeIt, { makeThat as that } from "some-package";',
      'import type { Decimal } from "../runtime/tables.ts";',
      'import type { Other } from "./other.ts";',
      "",
      "/** An f. */",
      "export function f(): Other | Decimal {",
      "  return makeIt(that);",
      "}",
    ],
  },
  {
    name: "what the file declares is not imported",
    modules: [other],
    statements: [
      alias("Other", { text: "Own." }, "string"),
      alias("A", { text: "An A." }, "Other"),
    ],
    want: [
      "/** Own. */",
      "export type Other = string;",
      "",
      "/** An A. */",
      "export type A = Other;",
    ],
  },
  {
    name: "names of members and of exports passed on use nothing",
    modules: [other],
    statements: [
      record("A", { text: "An A." }, { properties: [{ name: "Other", type: "string" }] }),
      reexport("./other.ts", ["other"]),
    ],
    want: [
      "/** An A. */",
      "export interface A {",
      "  Other: string;",
      "}",
      "",
      'export { other } from "./other.ts";',
    ],
  },
  {
    name: "a long signature puts its parameters on lines of their own",
    statements: [
      record(
        "A",
        { text: "An A." },
        {
          methods: [
            {
              name: "call",
              parameters: [
                { name: "request", type: `"${"x".repeat(40)}"` },
                { name: "options", type: `"${"y".repeat(40)}"`, hasQuestionToken: true },
              ],
              returnType: "void",
            },
          ],
        },
      ),
    ],
    want: [
      "/** An A. */",
      "export interface A {",
      "  call(",
      `    request: "${"x".repeat(40)}",`,
      `    options?: "${"y".repeat(40)}",`,
      "  ): void;",
      "}",
    ],
  },
  {
    name: "text of several lines is indented as deep as its place",
    statements: [
      record("A", { text: "An A." }, { properties: [{ name: "b", type: "{\n  c: string;\n}" }] }),
    ],
    want: ["/** An A. */", "export interface A {", "  b: {", "    c: string;", "  };", "}"],
  },
];
for (const { name, statements, modules, want } of cases) {
  test(name, () => {
    const [file] = source({ path: "a.ts", emitter, statements, ...(modules ? { modules } : {}) });
    expect(file?.text.split("\n")).toEqual([...head, "", ...want, ""]);
  });
}

test("text of a spec cannot leave its comment or start a tag", () => {
  const text = "Ends */ alert(1); /*\u2028alert(2)\n@deprecated\nand ``` ${x}";
  const [file] = source({ path: "a.ts", emitter, statements: [alias("A", { text }, "string")] });
  expect(file?.text.split("\n").slice(3)).toEqual([
    "/** Ends *\\/ alert(1); /* alert(2) @deprecated and ``` ${x} */",
    "export type A = string;",
    "",
  ]);
});
