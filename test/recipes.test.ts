/**
 * The signing recipes of docs/signing.md: each gives the known answers of the spec and places an
 * order, where the machine has what it is written in.
 */

import { execFile, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";

import { afterAll, beforeAll, expect, test } from "vitest";

import { decodePairs } from "../runtime/encoding/percent.ts";
import { type RunningSandbox, startSandbox } from "../sandbox/index.node.ts";
import { newFolder } from "./support/folder.ts";
import { samples } from "./support/guides.ts";
import { isMissing } from "./support/parts.ts";
import { type SigningVector, vectors } from "./support/signing-vectors.ts";

const run = promisify(execFile);

const folder = newFolder();
let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});

afterAll(() => sandbox.close());

/** The vectors, and values that need care with blanks and with every kind of character. */
const rows: readonly SigningVector[] = [
  ...vectors,
  ...[
    { query: [["symbol", "  BTCUSDT \t"]], body: [["note", " a b "]] },
    { query: [["note", "~!@#$%^&*()_+`-={}|[]\\:\";'<>?,./"]], body: [["note", "\u007f\u0080ÿ"]] },
  ].map((fields): SigningVector => {
    const query = [...fields.query, ["timestamp", "1"]] as [string, string][];
    const body = fields.body as [string, string][];
    const text = [query, body].map((part) =>
      part.map(([name, value]) => `${name}=${value.trim()}`),
    );
    const signed = text.map((part) => part.join("&")).join("");
    const signature = createHmac("sha256", "s").update(signed).digest("hex");
    return { name: "care", secret: "s", query, body, signature };
  }),
];

/** Query and body as they are sent. */
type Sent = readonly [query: string, body: string];

function checkSent({ name, query, body, signature }: SigningVector, sent: Sent): void {
  const trimmed = [query, body].map((part) => part.map(([key, value]) => [key, value.trim()]));
  trimmed[body.length > 0 ? 1 : 0]?.push(["signature", signature]);
  expect([name, ...sent.map((text) => decodePairs(text).pairs)]).toEqual([name, ...trimmed]);
}

/** One vector a line, by tabs: the secret, how many fields the query has, names and values. */
const linesOfVectors = rows
  .map(({ secret, query, body }) => [secret, query.length, ...query.flat(), ...body.flat()])
  .map((words) => words.map((word) => String(word).replaceAll("\t", " ")).join("\t"));

/** A program that signs the lines of vectors on its input by a recipe, or what builds it. */
const program = (name: string): string =>
  readFileSync(join(import.meta.dirname, "recipes", name), "utf8");

interface Recipe {
  readonly language: string;
  /** What it needs, and the shell's way to see whether that is here. */
  readonly needs: Readonly<Record<string, string>>;
  /** The files that it needs, with a program that signs the lines of vectors on its input. */
  readonly files: (code: string) => Readonly<Record<string, string>>;
  /** The commands that place the order, and that sign the vectors. */
  readonly order: string;
  readonly check: string;
}

function commands(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, `command -v ${name}`]));
}

/** The crates that the recipe in Rust names, where Debian's packages librust-*-dev put them. */
const crates = process.env["CRATES_PATH"] ?? "/usr/share/cargo/registry";

const recipes: readonly Recipe[] = [
  {
    language: "python",
    needs: commands("python3"),
    files: (code) => ({ "recipe.py": code, "check.py": program("check.py") }),
    order: "python3 recipe.py",
    check: "python3 check.py",
  },
  {
    language: "bash",
    needs: commands("openssl", "curl"),
    files: (code) => ({ "recipe.sh": code, "check.sh": program("check.sh") }),
    order: "bash recipe.sh",
    check: "bash check.sh",
  },
  {
    language: "go",
    needs: commands("go"),
    files: (code) => ({
      "recipe.go": code,
      "check/recipe.go": code.replace("func main()", "func example()"),
      "check/check.go": program("check.go"),
    }),
    order: "go run recipe.go",
    check: "go run check/recipe.go check/check.go",
  },
  {
    language: "java",
    needs: commands("javac"),
    files: (code) => ({ "Recipe.java": code, "Check.java": program("Check.java") }),
    order: "java Recipe.java",
    check: "javac -encoding UTF-8 Recipe.java Check.java && java Check",
  },
  {
    language: "rust",
    needs: { ...commands("cargo"), crates: `test -d "${crates}"` },
    files: (code) => ({
      ".cargo/config.toml": `
[source.crates-io]
replace-with = "debian"
[source.debian]
directory = "${crates}"
`,
      "Cargo.toml": program("Cargo.toml"),
      "recipe.rs": code,
      "check.rs": `#![allow(dead_code)]\n${code.replace("fn main()", "fn example()")}\n${program("check.rs")}`,
    }),
    order: "cargo run -q --offline --bin recipe",
    check: "cargo run -q --offline --bin check",
  },
];

function recipeOf(language: string): string {
  const [found, ...others] = samples.filter(
    (sample) => sample.path === "docs/signing.md" && sample.language === language,
  );
  expect(others).toEqual([]);
  return (found?.code ?? "").replaceAll("http://127.0.0.1:9700", sandbox.baseUrl);
}

for (const { language, needs, files, order, check } of recipes) {
  const missing = Object.entries(needs).filter(([name, condition]) =>
    isMissing(name, spawnSync("bash", ["-c", condition]).status === 0),
  );
  test.skipIf(missing.length > 0)(
    `the recipe in ${language} signs the known answers and places an order`,
    async () => {
      const home = join(folder, language);
      for (const [path, text] of Object.entries(files(recipeOf(language)))) {
        await mkdir(dirname(join(home, path)), { recursive: true });
        await writeFile(join(home, path), text);
      }
      const placed = await run("bash", ["-c", order], { cwd: home });
      expect(placed.stdout).toMatch(/["']symbol["']: ?["']BTCUSDT["']/u);
      const checking = run("bash", ["-c", check], { cwd: home });
      checking.child.stdin?.end(linesOfVectors.join("\n"));
      const { stdout } = await checking;
      const sent = stdout.split(/\r?\n/u).map((line) => line.split("\t"));
      rows.forEach((row, at) => {
        checkSent(row, [sent[at]?.[0] ?? "", sent[at]?.[1] ?? ""]);
      });
      expect(sent.length).toBe(rows.length + 1);
    },
    120_000,
  );
}

interface Param {
  readonly key: string;
  value: string;
  readonly disabled?: boolean;
}

/** What a pre-request script of Postman sees of a list of fields. */
function propertyList(fields: SigningVector["query"]) {
  const items: Param[] = [
    { key: "off", value: "not sent", disabled: true },
    ...fields
      .filter(([name]) => name !== "timestamp")
      .map(([key, value]) => ({ key, value: ` ${value}\t` })),
  ];
  return {
    items,
    filter: (matches: (item: Param) => boolean) => items.filter(matches),
    add: (item: Param) => items.push(item),
  };
}

test("the script for Postman signs the known answers", () => {
  const code = recipeOf("js");
  for (const row of rows) {
    // The script adds the timestamp behind the other fields.
    const timestamp = [...row.query, ...row.body].find(([name]) => name === "timestamp");
    const isLast = (row.body.length > 0 ? row.body : row.query).at(-1) === timestamp;
    if (!isLast) continue;
    const query = propertyList(row.query);
    const urlencoded = propertyList(row.body);
    const headers: object[] = [];
    const variables = new Map([
      ["apiKey", "key"],
      ["apiSecret", row.secret],
    ]);
    runInNewContext(code, {
      Date: { now: () => Number(timestamp?.[1]) },
      encodeURIComponent,
      require: (name: string) => {
        expect(name).toBe("crypto-js");
        return { HmacSHA256: (text: string, secret: string) => hmac(secret, text) };
      },
      pm: {
        request: {
          url: { query },
          headers: { upsert: (header: object) => headers.push(header) },
          body: row.body.length > 0 ? { mode: "urlencoded", urlencoded } : undefined,
        },
        variables: {
          get: (name: string) => variables.get(name),
          replaceIn: (text: string) => text,
        },
      },
    });
    const sent = [query, urlencoded].map((list) => list.items.filter(({ disabled }) => !disabled));
    const texts = sent.map((fields, at) =>
      fields.map(({ key, value }) => `${key}=${at === 0 ? value : encodeURIComponent(value)}`),
    );
    checkSent(row, [texts[0]?.join("&") ?? "", texts[1]?.join("&") ?? ""]);
    expect(headers).toEqual([{ key: "X-MBX-APIKEY", value: "key" }]);
  }
});

function hmac(secret: string, text: string) {
  return { toString: () => createHmac("sha256", secret).update(text).digest("hex") };
}
