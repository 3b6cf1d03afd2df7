/** What the README says can be done, done as it says: its programs, shell lines and options. */

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type RunningSandbox, startSandbox } from "../sandbox/index.node.ts";

const run = promisify(execFile);
const readme = await readFile("README.md", "utf8");
const manifest = JSON.parse(await readFile("package.json", "utf8")) as {
  readonly exports: Record<string, string | Readonly<Record<string, string>>>;
  readonly scripts: Record<string, string>;
};

/** Snippets of a language, each by the heading that it stands under. */
function snippetsOf(language: string): readonly (readonly [heading: string, text: string])[] {
  let heading = "";
  const found: [string, string][] = [];
  for (const match of readme.matchAll(/^## (.+)$|^```(\w+)\n([^]*?)^```$/gmu)) {
    heading = match[1] ?? heading;
    if (match[2] === language) found.push([heading, match[3] ?? ""]);
  }
  return found;
}

/** What a snippet takes from the text before it, by the name that it uses. */
const givens: Readonly<Record<string, string>> = {
  exchange: `const exchange = createClient({
    baseUrl: "http://127.0.0.1:9700",
    apiKey: "sandbox-key-of-alice",
    apiSecret: "sandbox-secret-of-alice",
  });`,
  streams: 'const streams = createStreams({ url: "ws://127.0.0.1:9700/stream" });',
  order: `const order = {
    symbol: "BTCUSDT",
    side: "BUY",
    type: "LIMIT",
    timeInForce: "GTC",
    quantity: "0.01",
    price: "40000.00",
  } as const;`,
};

/** What a snippet may use without importing it again. */
const importable = [
  [
    "tradespec",
    /\b(createClient|each(?:Trade|AggTrade|UserTrade|Kline|Order)|isFinal|canMove)\b/gu,
  ],
  ["tradespec/streams", /\b(createStreams)\b/gu],
] as const;

/** The snippet with what it leaves out, and with loops that end after their first turn. */
function complete(snippet: string): string {
  const own = namesIn(snippet);
  const before = Object.entries(givens)
    .filter(([name]) => !own.has(name) && new RegExp(`(?<![.\\w])${name}\\b`, "u").test(snippet))
    .map(([, given]) => given);
  const text = [...before, snippet].join("\n");
  const imports = importable.map(([from, names]) => {
    const used = [...text.matchAll(names)].flatMap(([, name]) => name ?? []);
    const missing = [...new Set(used)].filter((name) => !own.has(name));
    return `import { ${missing.join(", ")} } from "${from}";`;
  });
  return [...imports, endLoops(text), "export {};"].join("\n");
}

/** The names that a snippet declares or imports. */
function namesIn(snippet: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isNaming =
      ts.isVariableDeclaration(node) || ts.isImportSpecifier(node) || ts.isBindingElement(node);
    if (isNaming && ts.isIdentifier(node.name)) names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("snippet.ts", snippet, ts.ScriptTarget.Latest));
  return names;
}

function endLoops(snippet: string): string {
  const bodies: ts.Statement[] = [];
  const source = ts.createSourceFile("snippet.ts", snippet, ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    if (ts.isForOfStatement(node)) bodies.push(node.statement);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return bodies.reduceRight(
    (text, { pos, end }) =>
      `${text.slice(0, pos)} {${text.slice(pos, end)}\nbreak; }${text.slice(end)}`,
    snippet,
  );
}

/** The sources behind the package's names. */
const paths = Object.fromEntries(
  Object.entries(manifest.exports)
    .map(([name, target]) => [name, typeof target === "string" ? target : (target["node"] ?? "")])
    .filter(([, target = ""]) => target.endsWith(".js"))
    .map(([name = "", target = ""]) => [
      `tradespec${name.slice(1)}`,
      resolve(target.replace("./dist/", "").replace(/\.js$/u, ".ts")),
    ]),
);

const programs = snippetsOf("ts").map(([heading, text], index) => ({
  heading,
  name: `snippet-${index}.ts`,
  text: complete(text),
}));

let folder: string;
let sandbox: RunningSandbox;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tradespec-readme-"));
  sandbox = await startSandbox({ port: 0, maker: true });
});

afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

/** A text for the sandbox that listens here. */
const here = (text: string): string =>
  text
    .replaceAll("http://127.0.0.1:9700", sandbox.baseUrl)
    .replaceAll("ws://127.0.0.1:9700", sandbox.streamUrl);

test("the README shows programs and shell lines", () => {
  expect(programs.length).toBeGreaterThan(5);
  expect(snippetsOf("sh").length).toBeGreaterThan(1);
});

test("every program type-checks against the package's own names", () => {
  const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, ".");
  const given = { ...options, paths: asLists(paths), noUnusedLocals: false };
  const host = ts.createCompilerHost(given);
  const texts = new Map(programs.map(({ name, text }) => [resolve(name), text]));
  const { fileExists, readFile: read, getSourceFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? read(path);
  host.getSourceFile = (path, target, ...rest) => {
    const text = texts.get(path);
    if (text === undefined) return getSourceFile(path, target, ...rest);
    return ts.createSourceFile(path, text, target);
  };
  const checked = ts.createProgram([...texts.keys()], given, host);
  const faults = programs.flatMap(({ heading, name }) => {
    const file = checked.getSourceFile(resolve(name));
    return [...checked.getSyntacticDiagnostics(file), ...checked.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${heading}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
  });
  expect(faults).toEqual([]);
});

test("every program runs to its end against a sandbox", async () => {
  for (const { name, text } of programs)
    await writeFile(join(folder, name), here(withSources(text)));
  const runner = `
    for (const name of ${JSON.stringify(programs.map(({ name }) => name))}) {
      await import("./" + name).catch((error) => console.error(name, error));
      console.log("ran " + name);
    }
    process.exit();
  `;
  await writeFile(join(folder, "run.mjs"), runner);
  const { stdout, stderr } = await run(process.execPath, ["run.mjs"], {
    cwd: folder,
    timeout: 60_000,
  });
  expect(stderr).toBe("");
  expect(stdout.match(/^ran .+$/gmu)).toEqual(programs.map(({ name }) => `ran ${name}`));
});

test("every shell line runs, or is a command of npm that there is", async () => {
  for (const [, text] of snippetsOf("sh")) {
    const commands = [...text.matchAll(/\bnpm (?:run )?([a-z]+)/gu)].map(([, name]) => name ?? "");
    if (commands.length > 0) {
      const known = ["ci", ...Object.keys(manifest.scripts)];
      expect(commands.filter((name) => !known.includes(name))).toEqual([]);
    } else {
      const { stdout } = await run("bash", ["-euo", "pipefail", "-c", here(text)]);
      expect(JSON.parse(stdout)).toBeInstanceOf(Array);
    }
  }
});

test("every option that the README names is one of its command, as --help says", async () => {
  const rows = [
    ...readme.matchAll(/^\| `npm (?:run )?([a-z]+)` \|(.+)$/gmu),
    ...readme.matchAll(/`npm (?:run )?([a-z]+) (-- [^`]+)`/gu),
  ]
    .map(([, script = "", text = ""]) => ({ script, named: optionsIn(text) }))
    .filter(({ named }) => named.size > 0);
  const helps = new Map<string, ReadonlySet<string>>();
  for (const script of new Set(rows.map(({ script }) => script))) {
    const { stdout } = await run(process.execPath, [`scripts/${script}.ts`, "--help"]);
    helps.set(script, optionsIn(stdout));
  }
  expect(helps.size).toBeGreaterThan(3);
  const wrong = rows.flatMap(({ script, named }) =>
    [...named].filter((option) => !helps.get(script)?.has(option)).map((one) => [script, one]),
  );
  expect(wrong).toEqual([]);
  const all = new Set([...helps.values()].flatMap((options) => [...options]));
  const bare = [...readme.matchAll(/`(--[^`]+)`/gu)].flatMap(([, text = ""]) => [
    ...optionsIn(text),
  ]);
  expect(bare.filter((option) => !all.has(option))).toEqual([]);
});

function optionsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/--[a-z][a-z-]*/gu));
}

function withSources(text: string): string {
  return text.replace(/from "(tradespec[\w/-]*)"/gu, (_, name: string) => {
    return `from ${JSON.stringify(pathToFileURL(paths[name] ?? name).href)}`;
  });
}

function asLists(table: Readonly<Record<string, string>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(table).map(([name, path]) => [name, [path]]));
}
