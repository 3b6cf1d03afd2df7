/** Every command documents its options, and rejects unknown ones before it does anything. */

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { beforeAll, expect, test } from "vitest";

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

const refused: readonly (readonly [command: string, word: string])[] = [
  ...scripts.map((script) => [`${codeOf[script] ?? script} --nonsense`, "--nonsense"] as const),
  ["lint spec", "spec"],
  ["lint --spec C#", "lint works in no folder with # or ? in its path."],
  ["generate/run check", "check"],
  ["generate/run --spec spec", "--out"],
  ["diff no-such-revision", "git knows no revision"],
  ["diff --changeset --spec generators/template", "--changeset is for the contract of this"],
  ["diff HEAD --format xml", "give one of text, json, markdown, github"],
  ["diff HEAD HEAD HEAD", "At most two revisions"],
  ["diff --fail-on everything", "breaking, minor, patch"],
  ["generate/run --check --out spec/x", '--out is "spec/x", which is in the folder of the'],
  ["generate/run --out package.json", '--out is "package.json", which is not a folder.'],
  ["docs --spec package.json", '--spec is "package.json", which is not a folder.'],
  ["docs --out package.json", '--out is "package.json", which is not a folder.'],
  ["docs --traffic no-such-file --out no-such-folder", "--traffic cannot be read: ENOENT"],
  ["docs --traffic package.json --out no-such-folder", "no JSON report of npm run observe"],
  ["docs --out sandbox/page", "--out has a file index.html of yours"],
  ["generate/init package.json", "package.json cannot be read as a folder (ENOTDIR)."],
  ["mutation toString", "There is no area"],
  ["mutation --workers 0", "--workers is"],
  ["soak --seconds 1", "--seconds is"],
  ["sandbox/run --port 65536", "65535"],
  ["sandbox/run --clock wall", "virtual"],
  ["sandbox/run --prt 5", "did you mean --port? See --help."],
  ["sandbox/run 5", "Unexpected argument '5'. See --help."],
  ["sandbox/run --sync", "--sync needs --journal"],
  ["sandbox/run --cors *", "--cors must be an origin like"],
  ["sandbox/run --faults no-such-file.json", "no-such-file.json"],
  ["sandbox/run --faults package.json", "must be a list of rules"],
  ["sandbox/run --faults README.md", "README.md is not JSON: "],
  ["sandbox/run --port 0 --report no-folder/a -- echo ran", "--report cannot be written: ENOENT"],
  ["sandbox/run --port 0 --feed no-folder/a -- true", "--feed cannot be written: ENOENT"],
  ["start --once --port abc", "65535"],
  ["contract --base-url 127.0.0.1:9700", "--base-url"],
  ["contract --base-url http://127.0.0.1:9 --stream-url http://x", "--stream-url is"],
  ["contract --stream-url ws://127.0.0.1:9", "--base-url"],
  ["contract --sandbox --base-url http://127.0.0.1:9", "either --sandbox or --base-url"],
  ["contract --trade", "--base-url"],
  ["contract --base-url http://127.0.0.1:9 --trade", "TRADESPEC_KEY"],
  ["contract --reporter xml", "text, json, junit, github"],
  ["contract --reporter text --report file.xml", "--report cannot write text"],
  ["contract --reporter junit --report no-such-folder/a.xml", "--report cannot be written: "],
  ["contract --probe", "--probe needs --base-url"],
  ["contract --sandbox --probe --reporter junit", "text, json"],
  ["mock --port 1e3", '--port is "1e3"; give a whole number from 0 to 65535.'],
  ["observe", "No FILE is given"],
  ["observe /dev/null", "There is no traffic of this exchange in /dev/null"],
  ["observe --apply spec/examples", "--apply needs --write"],
  ["observe no-such-file.har", "no-such-file.har"],
  ["record --out package.json", '--out is "package.json", which is not a folder.'],
  ["record --out package.json/x", "--out cannot be written: ENOTDIR"],
  // Where no folder can be made, Node's own way goes on for ever.
  ["record --out /proc/x", "--out cannot be written: ENOENT"],
  ["tradespec order buy BTCUSDT", "Give BUY|SELL QUANTITY SYMBOL after order."],
  ["tradespec balances BTC", "Give no words after balances."],
  ["tradespec book BTCUSDT --levels 0", '--levels is "0"; give a whole number from 1.'],
  ["tradespec recrod", "Did you mean record?"],
  ["tradespec-generator mock --spec", "--spec is given without a folder."],
  ["record --base-url http://me:word@127.0.0.1:9", "--base-url is"],
  ["record --base-url http://127.0.0.1:9 --stream-url ws://x?y", "--stream-url is"],
];

test.each(refused)("%s is refused with a sentence", (command, word) => {
  const { status, stdout, stderr } = ended(command);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(word);
  expect(stderr).not.toMatch(/^\s+at /mu);
});

test.each([
  ["TRADESPEC_KEY", "a key", /^TRADESPEC_KEY has an invalid value; give the key/u],
  ["TRADESPEC_SECRET", "a secret\n", /^TRADESPEC_SECRET has an invalid value; give the secret/u],
])("a malformed %s is refused without being shown", (name, value, text) => {
  const env = { ...process.env, TRADESPEC_KEY: "k", TRADESPEC_SECRET: "s", [name]: value };
  const command = ["scripts/tradespec.ts", "balances", "--base-url", "http://127.0.0.1:9"];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: "utf8",
    env,
  });
  expect([status, stdout, stderr]).toEqual([2, "", expect.stringMatching(text)]);
  expect(stderr).not.toContain(value.trim());
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
