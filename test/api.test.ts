/** The record of the public API, and what a change of it means. */

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { Project } from "ts-morph";
import { expect, test } from "vitest";

import { apiChanges } from "../scripts/api/changes.ts";
import { hasNewChangeset, recordAt, revisionBefore } from "../scripts/api/record.ts";
import { apiPages } from "../scripts/api/report.ts";
import { newFolder } from "./support/folder.ts";

const files = new Project({ useInMemoryFileSystem: true, compilerOptions: { noLib: true } });

/** The page of a module with these declarations. */
function pageOf(declarations: string, name = "tradespec"): string {
  const file = files.createSourceFile(`${name}.d.ts`, declarations, { overwrite: true });
  const [page] = apiPages([{ name, declarations: file }]);
  return page?.text ?? "";
}

const declared = [
  [
    "/** Adds. */\nexport declare function add(\n    /** One. */\n    one: number): void;",
    "### add\n\n```ts\n/** Adds. */\nfunction add(\n  /** One. */\n  one: number): void;\n```",
  ],
  [
    "export declare class Book {\n    #private;\n    private isOpen;\n    /** Is. */\n    is: string;\n    /** Best. */\n    best(): void;\n}",
    "### Book\n\n```ts\nclass Book {\n  /** Is. */\n  is: string;\n}\n```\n\n#### best()\n\n```ts\n/** Best. */\nbest(): void;\n```",
  ],
  [
    "export declare const rows: {\n    readonly a: {\n        readonly b: 1;\n    };\n    readonly c: readonly [1, [2]];\n};",
    "### rows\n\n```ts\nconst rows: {\n  readonly a: { … };\n  readonly c: readonly [ … ];\n};\n```",
  ],
  [
    "interface Root { a: 1 }\ninterface Base<T> extends Root { b: T }\nexport type Own = Base<2>;\nexport {};",
    "## Base types\n\nPrograms cannot import them.\n\n### Base\n\n```ts\ninterface Base<T> extends Root { b: T }\n```\n\n### Root\n\n```ts\ninterface Root { a: 1 }\n```",
  ],
  ["export type Side = 'BUY' | 'SELL';", "### Side\n\n```ts\ntype Side = 'BUY' | 'SELL';\n```"],
] as const;

test.each(declared)("%j is recorded as it is used", (declarations, entry) => {
  expect(pageOf(declarations)).toContain(`\n\n${entry}\n`);
});

test("an export of two subpaths is declared once, under the first", () => {
  const own = files.createSourceFile(
    "own.d.ts",
    "export interface Order {}\ninterface Hidden {}\nexport {};",
  );
  const other = files.createSourceFile("other.d.ts", 'export * from "./own.js";');
  const pages = apiPages([
    { name: "tradespec", declarations: own },
    { name: "tradespec/core", declarations: other },
  ]);
  expect(pages.map(({ file }) => file)).toEqual(["tradespec.md", "core.md"]);
  expect(pages[0]?.text).not.toContain("Hidden");
  expect(pages[1]?.text).toContain("\n\nAlso exports\n[`Order`](tradespec.md#order).\n");
});

const order = "export interface Order {\n    id: number;\n}";
const compared = [
  ["a comment", order, `/** An order. */\n${order}`, []],
  ["a removed export", order, "export {};", ["breaking export Order of tradespec: removed"]],
  ["a new export", "export {};", order, ["minor export Order of tradespec: added"]],
  [
    "a new optional field",
    order,
    order.replace("}", "    side?: string;\n}"),
    ["minor export Order of tradespec: optional members added"],
  ],
  [
    "a new required field",
    order,
    order.replace("}", "    side: string;\n}"),
    ["breaking export Order of tradespec: changed"],
  ],
  [
    "another type",
    order,
    order.replace("number", "bigint"),
    ["breaking export Order of tradespec: changed"],
  ],
  [
    "a field less",
    order,
    "export interface Order {\n}",
    ["breaking export Order of tradespec: changed"],
  ],
  [
    "a method less",
    "export interface Client {\n    get(): void;\n    put(): void;\n}",
    "export interface Client {\n    get(): void;\n}",
    ["breaking export Client.put() of tradespec: removed"],
  ],
] as const;

test.each(compared)("%s is rated by what still compiles", (_, before, after, want) => {
  const changes = apiChanges({ "a.md": pageOf(before) }, { "a.md": pageOf(after) });
  const said = changes.map(({ impact, what, subject }) => `${impact} ${subject}: ${what}`);
  expect(said).toEqual(want);
});

test("a change names the line of the declaration on its page", () => {
  const [change] = apiChanges({ "a.md": pageOf("export {};") }, { "a.md": pageOf(order) });
  const heading = pageOf(order).split("\n").indexOf("### Order") + 1;
  expect(change?.origin).toEqual({ file: "docs/api/a.md", line: heading, column: 1 });
});

test("the latest change of the record needs a changeset, committed or not", async () => {
  const project = newFolder();
  const git = (...given: string[]): void => {
    const who = ["-c", "user.name=a", "-c", "user.email=a@b"];
    execFileSync("git", ["-C", project, ...who, ...given], { stdio: "ignore" });
  };
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  const commit = (): void => {
    git("add", "-A");
    git("commit", "-m", "a change");
  };
  expect(revisionBefore(project)).toBe(undefined);
  git("init", "-q");
  write("docs/api/tradespec.md", "one");
  write(".changeset/README.md", "about");
  commit();
  expect(revisionBefore(project)).toBe(undefined);
  write("docs/api/tradespec.md", "two");
  expect(revisionBefore(project)).toBe("HEAD");
  expect(recordAt(project, "HEAD")).toEqual({ "tradespec.md": "one" });
  expect(await hasNewChangeset(project, "HEAD")).toBe(false);
  write(".changeset/two.md", "two");
  expect(await hasNewChangeset(project, "HEAD")).toBe(true);
  commit();
  expect(revisionBefore(project)).toBe("HEAD^");
  expect(recordAt(project, "HEAD^")).toEqual({ "tradespec.md": "one" });
  expect(await hasNewChangeset(project, "HEAD^")).toBe(true);
});
