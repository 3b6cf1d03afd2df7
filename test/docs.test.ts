/** README and guides: samples compile and run, commands and options exist, links lead somewhere. */

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type RunningSandbox, startSandbox } from "../sandbox/index.node.ts";

const run = promisify(execFile);
const manifest = JSON.parse(await readFile("package.json", "utf8")) as {
  readonly exports: Record<string, string | { readonly node: string }>;
  readonly scripts: Record<string, string>;
};

const guides = (await readdir("docs")).filter((name) => name.endsWith(".md"));
const pages = await Promise.all(
  ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
    .concat(guides.map((name) => `docs/${name}`))
    .map(async (path) => ({ path, text: await readFile(path, "utf8") })),
);

/** The fenced blocks of a language, each with the page that it stands on. */
function samples(language: string) {
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gmu)]
      .filter(([, found]) => found === language)
      .map(([, , code = ""]) => ({ path, code })),
  );
}

const programs = samples("ts").map((sample, index) => ({ ...sample, name: `sample-${index}.ts` }));

/** The source file behind each subpath of the package. */
const sources = Object.fromEntries(
  Object.entries(manifest.exports).flatMap(([name, target]) => {
    const file = typeof target === "string" ? target : target.node;
    if (!file.endsWith(".js")) return [];
    const source = resolve(file.replace("./dist/", "").replace(/\.js$/u, ".ts"));
    return [[`tradespec${name.slice(1)}`, source] as const];
  }),
);

let folder: string;
let sandbox: RunningSandbox;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tradespec-docs-"));
  sandbox = await startSandbox({ port: 0, maker: true });
});

afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

/** Replaces the usual addresses of the sandbox by those of the one that runs here. */
const withAddresses = (text: string): string =>
  text
    .replaceAll("http://127.0.0.1:9700", sandbox.baseUrl)
    .replaceAll("ws://127.0.0.1:9700", sandbox.streamUrl);

test("every guide for users has a sample", () => {
  const withSample = new Set(programs.map(({ path }) => path));
  for (const path of ["README.md", "client", "orders", "streams", "sandbox"]) {
    expect(withSample).toContain(path.endsWith(".md") ? path : `docs/${path}.md`);
  }
});

test("every sample compiles on its own under the strict options", () => {
  const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, ".");
  const paths = Object.fromEntries(Object.entries(sources).map(([name, file]) => [name, [file]]));
  const given = { ...options, paths, noUnusedLocals: false };
  const host = ts.createCompilerHost(given);
  const texts = new Map(programs.map(({ name, code }) => [resolve(name), code]));
  const { fileExists, readFile: read, getSourceFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? read(path);
  host.getSourceFile = (path, target, ...rest) => {
    const text = texts.get(path);
    if (text === undefined) return getSourceFile(path, target, ...rest);
    return ts.createSourceFile(path, text, target);
  };
  const program = ts.createProgram([...texts.keys()], given, host);
  const findings = programs.flatMap(({ path, name }) => {
    const file = program.getSourceFile(resolve(name));
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
  });
  expect(findings).toEqual([]);
});

test("every sample runs to its end against a sandbox", async () => {
  for (const { name, code } of programs) {
    const text = withAddresses(code).replace(/from "(tradespec[\w/-]*)"/gu, (_, from: string) => {
      return `from ${JSON.stringify(pathToFileURL(sources[from] ?? from).href)}`;
    });
    await writeFile(join(folder, name), text);
  }
  const runner = `
    for (const name of ${JSON.stringify(programs.map(({ name }) => name))}) {
      await import("./" + name).catch((error) => console.error(name, error));
      console.log("ran " + name);
    }
    process.exit();
  `;
  await writeFile(join(folder, "run.mjs"), runner);
  const inFolder = { cwd: folder, timeout: 60_000 };
  const { stdout, stderr } = await run(process.execPath, ["run.mjs"], inFolder);
  expect(stderr).toBe("");
  expect(stdout.match(/^ran .+$/gmu)).toEqual(programs.map(({ name }) => `ran ${name}`));
});

test("every shell line runs, or is a command of the project", async () => {
  for (const { code } of samples("sh")) {
    const commands = [...code.matchAll(/\bnpm (?:run )?([a-z]+)/gu)].map(([, name]) => name ?? "");
    if (commands.length > 0) {
      const known = ["ci", ...Object.keys(manifest.scripts)];
      expect(commands.filter((name) => !known.includes(name))).toEqual([]);
    } else {
      const { stdout } = await run("bash", ["-euo", "pipefail", "-c", withAddresses(code)]);
      expect(JSON.parse(stdout)).toBeInstanceOf(Array);
    }
  }
});

test("every option that a page names is one of its command, as --help says", async () => {
  const named = pages.flatMap(({ path, text }) =>
    [
      ...text.matchAll(/^\| `npm (?:run )?([a-z]+)` \|(.+)$/gmu),
      ...text.matchAll(/\bnpm (?:run )?([a-z]+) (-- [^`\n]+)/gu),
    ].map(([, script = "", options = ""]) => ({ path, script, options: optionsIn(options) })),
  );
  const helps = new Map<string, ReadonlySet<string>>();
  for (const { script, options } of named) {
    if (options.size === 0 || helps.has(script)) continue;
    const { stdout } = await run(process.execPath, [`scripts/${script}.ts`, "--help"]);
    helps.set(script, optionsIn(stdout));
  }
  expect(helps.size).toBeGreaterThan(3);
  const wrong = named.flatMap(({ path, script, options }) =>
    [...options]
      .filter((option) => !helps.get(script)?.has(option))
      .map((option) => `${path}: npm run ${script} ${option}`),
  );
  expect(wrong).toEqual([]);
});

test("every link between pages leads to a file and a heading", async () => {
  const anchors = (text: string): readonly string[] =>
    [...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/gu, "")
        .replaceAll(" ", "-"),
    );
  const broken: string[] = [];
  for (const { path, text } of pages) {
    for (const [, link = ""] of text.matchAll(/\]\((?!https?:)([^)]+)\)/gu)) {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : join(dirname(path), file);
      const isThere = existsSync(target);
      const hasHeading =
        anchor === undefined ||
        (isThere && anchors(await readFile(target, "utf8")).includes(anchor));
      if (!isThere || !hasHeading) broken.push(`${path}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
});

function optionsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/--[a-z][a-z-]*/gu));
}
