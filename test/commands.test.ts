/** Every command documents its options, and rejects unknown ones before it does anything. */

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { beforeAll, expect, test } from "vitest";

import { runCommand } from "../scripts/shared/commands.ts";
import { pages } from "./support/guides.ts";
import type { Ended } from "./support/run-commands.ts";

const scripts = [
  "api",
  "bench",
  "build",
  "contract",
  "diff",
  "docs",
  "generate",
  "lint",
  "mock",
  "mutation",
  "observe",
  "record",
  "runtimes",
  "sandbox",
  "soak",
  "start",
  "test",
] as const;

/** Commands of the package alone. */
const ofPackage = ["book", "balances", "order", "cancel", "watch", "mcp"] as const;

/** The options that README and guides name, each with its command; another test walks the rest. */
const named = pages
  .filter(({ path }) => path !== "docs/generator.md")
  .flatMap(({ path, text }) =>
    [
      ...text.matchAll(/^\| `npm (?:run )?([a-z]+)` \|(.+)$/gmu),
      ...text.matchAll(/\bnpm (?:run )?([a-z]+) (-- [^`\n]+)/gu),
      ...text.matchAll(/\bnpx tradespec ([a-z]+) ([^`\n]*--[^`\n]+)/gu),
    ].flatMap(([, script = "", options = ""]) =>
      optionsIn(options).map((option) => ({ path, script, option })),
    ),
  );

/** What the two scripts run that only switch Node's cache on: a module runs once in a process. */
const codeOf: Readonly<Record<string, string>> = {
  sandbox: "sandbox/run",
  generate: "generate/run",
};

const helps: readonly (readonly [command: string, name: string])[] = [
  ...scripts.map((script) => [`${codeOf[script] ?? script} --help`, script] as const),
  ...ofPackage.map((command) => [`tradespec ${command} --help`, command] as const),
];

test.each(helps)("%s lists the options and exits 0", (command, name) => {
  const { status, stdout } = ended(command);
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(`(npm|npm run|npx tradespec) ${name}\\s`),
  ]);
  // With tradespec-generator installed, any command may take another contract.
  const known = [...optionsIn(stdout), "--spec"];
  const unknown = named.filter((one) => one.script === name && !known.includes(one.option));
  expect(unknown).toEqual([]);
});

test("the pages name options of commands, and of no others", () => {
  const commands = new Set(named.map((one) => one.script));
  expect(commands.size).toBeGreaterThan(3);
  const known: readonly string[] = [...scripts, ...ofPackage];
  expect([...commands].filter((name) => !known.includes(name))).toEqual([]);
});

/** Wrong command lines, each with a part of the sentence that refuses it. */
const refused = [
  ...scripts.map((script) => `${codeOf[script] ?? script} --nonsense => --nonsense`),
  ...readFileSync("test/commands.txt", "utf8").trim().split("\n"),
].map((line) => line.split(" => ") as [command: string, words: string]);

test.each(refused)("%s is refused with a sentence", (command, words) => {
  const { status, stdout, stderr } = ended(command);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(words);
  expect(stderr).not.toMatch(/^\s+at /mu);
});

test.each<readonly [name: string, value: string | undefined, text: RegExp]>([
  ["TRADESPEC_KEY", undefined, /^One of TRADESPEC_KEY and TRADESPEC_SECRET is not set; set both/u],
  ["TRADESPEC_SECRET", undefined, /^One of TRADESPEC_KEY and TRADESPEC_SECRET is not set; set/u],
  ["TRADESPEC_KEY", "a key", /^TRADESPEC_KEY has an invalid value; give the key/u],
  ["TRADESPEC_SECRET", "a secret\n", /^TRADESPEC_SECRET has an invalid value; give the secret/u],
])("%s as %j is refused without being shown", (name, value, text) => {
  const env = { ...process.env, TRADESPEC_KEY: "k", TRADESPEC_SECRET: "s", [name]: value };
  const command = ["scripts/tradespec.ts", "balances", "--base-url", "http://127.0.0.1:9"];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: "utf8",
    env,
  });
  expect([status, stdout, stderr]).toEqual([2, "", expect.stringMatching(text)]);
  if (value !== undefined) expect(stderr).not.toContain(value.trim());
});

test("a test runner that fails without a failed test fails npm test", () => {
  const { status, stdout } = run("test", "no-such-test-file");
  expect([status, stdout.trim().split("\n").at(-1)]).toEqual([1, "0 passed, 1 failed"]);
});

test("contract says once that a server is not there, and runs no row", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  const found = run("contract", "--base-url", `http://127.0.0.1:${port}`);
  expect([found.status, found.stdout]).toEqual([1, ""]);
  expect(found.stderr).toMatch(/^http:\/\/127\.0\.0\.1:\d+ cannot be reached: .+REFUSED.+\n$/u);
});

const printed: readonly (readonly [command: string, text: RegExp])[] = [
  ["tradespec --version", /^\d+\.\d+\.\d+$/mu],
  ["tradespec -v", /^\d+\.\d+\.\d+$/mu],
  ["tradespec --help", /^Usage: npx tradespec/mu],
  ["tradespec -h", /^Usage: npx tradespec/mu],
  ["tradespec contract -h", /^Usage: npm run contract -- /mu],
  ["diff HEAD HEAD", /^Nothing has changed from HEAD to HEAD; no version bump follows\.$/mu],
  ["diff HEAD HEAD --fail-on patch --json", /"bump": "none"/u],
];

test.each(printed)("%s prints what is asked for and exits 0", (command, text) => {
  const { status, stdout } = ended(command);
  expect([status, stdout]).toEqual([0, expect.stringMatching(text)]);
});

test("what the system refuses is a line and exit code 1, and a defect keeps its trace", async () => {
  const said: string[] = [];
  const { write } = process.stderr;
  process.stderr.write = (text) => said.push(String(text)) > 0;
  const commands = { read: () => readFile("no-file"), fail: async () => Buffer.from(5 as never) };
  const endOf = async (command: string): Promise<unknown> => {
    process.argv = ["node", "tradespec", command];
    const error = await runCommand("", commands).catch(({ code }) => code);
    return [error, process.exitCode];
  };
  expect(await endOf("read")).toEqual([undefined, 1]);
  process.exitCode = 0;
  expect(await endOf("fail")).toEqual(["ERR_INVALID_ARG_TYPE", 0]);
  process.stderr.write = write;
  expect(said).toEqual(["ENOENT: no such file or directory, open 'no-file'.\n"]);
});

const results = new Map<string, Ended>();

beforeAll(() => {
  const commands = [helps, refused, printed].flatMap((rows) => rows.map(([command]) => command));
  const all = commands.map((command) => command.split(" "));
  const script = "test/support/run-commands.ts";
  const options = { encoding: "utf8", input: JSON.stringify(all) } as const;
  const { stdout, stderr } = spawnSync(process.execPath, [script], options);
  expect(stderr).toBe("");
  const parsed = JSON.parse(stdout) as readonly Ended[];
  commands.forEach((command, index) => parsed[index] && results.set(command, parsed[index]));
});

/** How one of the commands above ended. */
function ended(command: string): Ended {
  return results.get(command) ?? { status: -1, stdout: "", stderr: "" };
}

function run(script: string, ...given: readonly string[]) {
  const command = [`scripts/${script}.ts`, ...given];
  return spawnSync(process.execPath, command, { encoding: "utf8", timeout: 60_000 });
}

function optionsIn(text: string): readonly string[] {
  return text.match(/--[a-z][a-z-]*/gu) ?? [];
}
