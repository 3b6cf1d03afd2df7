/** What a user installs: it imports, has types, runs its command, and trades on every runtime. */

import { execFile, spawn } from "node:child_process";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build } from "esbuild";
import { publint } from "publint";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { type RunningSandbox, startSandbox } from "../sandbox/index.node.ts";
import { openBrowser } from "./support/browser.ts";
import {
  program,
  programResult,
  required,
  subpathsOf,
  type UnpackedPackage,
  unpackPackage,
} from "./support/package.ts";
import { isMissing } from "./support/parts.ts";

const run = promisify(execFile);

/** Largest tarball, and package with its dependencies; they grow by a decision, not by accident. */
const [sizeMax, installedMax] = [1_150_000, 9_000_000];

let unpacked: UnpackedPackage;
let sandbox: RunningSandbox;

beforeAll(async () => {
  [unpacked, sandbox] = await Promise.all([
    unpackPackage(inject("sharedFolder")),
    startSandbox({ port: 0 }),
  ]);
  await writeFile(join(unpacked.project, "program.js"), program);
  await writeFile(join(unpacked.project, "main.js"), main);
});

afterAll(async () => {
  await sandbox.close();
  await unpacked.close();
});

/** Runs the program with the addresses it is given; a third word makes it take `ws`. */
const main = `
import { trade } from "./program.js";
const [baseUrl, streamUrl, ws] = globalThis.Deno?.args ?? process.argv.slice(2);
const { WebSocket } = ws ? await import("ws") : {};
console.log(JSON.stringify(await trade(baseUrl, streamUrl, WebSocket)));
`;

const addresses = (): [string, string] => [sandbox.baseUrl, `${sandbox.streamUrl}/stream`];

test("the tarball holds what is used and nothing of this machine", async () => {
  const { files, folder, size } = unpacked;
  console.log(`the package: ${Math.ceil(size / 1000)} kB packed, ${files.length} files`);
  const strange = files.filter(
    (path) =>
      !/^((README|CHANGELOG|SECURITY)\.md|LICENSE|package\.json|(dist|docs|examples|spec|generated\/documents)\/.+)$/u.test(
        path,
      ) || /^(?!examples).*\.test\.|^dist\/test\/(?!contract\/)|^dist\/.*(?<!\.d)\.ts$/u.test(path),
  );
  expect(strange).toEqual([]);
  const machine = /\/(home|root|Users|tmp)\/\w|tradespec-package-|(?:\.\.\/)+stage\//u;
  const texts = await Promise.all(
    files.map(async (path) => ({ path, text: await readFile(join(folder, path), "utf8") })),
  );
  expect(texts.filter(({ text }) => machine.test(text)).map(({ path }) => path)).toEqual([]);
  expect(size).toBeLessThan(sizeMax);
});

test("it is small with what is installed beside it, and holds none of that itself", async () => {
  const { project, folder } = unpacked;
  const sizes = ["tradespec", ...required].map(async (name) => {
    const root = join(project, "node_modules", name);
    const paths = await readdir(root, { recursive: true });
    return Promise.all(paths.map(async (path) => (await stat(join(root, path))).size));
  });
  const size = (await Promise.all(sizes)).flat().reduce((sum, one) => sum + one);
  console.log(`with its dependencies: ${Math.ceil(size / 1000)} kB`);
  expect(size).toBeLessThan(installedMax);
  const chunks = await readdir(join(folder, "dist/chunks"));
  const texts = chunks.map((name) => readFile(join(folder, "dist/chunks", name), "utf8"));
  expect((await Promise.all(texts)).join("\n")).not.toContain("// node_modules/");
});

test("its maps are those that lead to lines of the spec, which it holds", async () => {
  const { files, folder } = unpacked;
  const maps = files.filter((path) => path.endsWith(".map"));
  expect(maps).toContain("dist/generated/client.d.ts.map");
  for (const path of maps) {
    const { sources } = JSON.parse(await readFile(join(folder, path), "utf8")) as {
      sources: string[];
    };
    const read = sources.map((source) => join(dirname(path), source));
    expect(read.filter((one) => one.startsWith("spec/"))).not.toEqual([]);
    expect(read.filter((one) => one.startsWith("spec/") && !files.includes(one))).toEqual([]);
  }
});

test.each([
  ["tradespec/signing", 3],
  ["tradespec/core", 2],
  ["tradespec", 4],
  ["tradespec/sandbox", 26],
])("importing %s reads at most %i files, all of which can be CommonJS", async (name, filesMax) => {
  const script = `
    import { registerHooks } from "node:module";
    const read = [];
    registerHooks({ load: (url, context, next) => (read.push(url), next(url, context)) });
    await import("${name}");
    const files = read.filter((url) => url.includes("/node_modules/"));
    const isModule = (url) => /import\\.meta/.test(process.getBuiltinModule("fs").readFileSync(new URL(url)));
    console.log(JSON.stringify([files.length, files.filter(isModule)]));
  `;
  const read = await inProject(process.execPath, "--input-type=module", "-e", script);
  expect(JSON.parse(read)).toEqual([expect.toSatisfy((count: number) => count <= filesMax), []]);
});

test("its JavaScript keeps the names of functions for stack traces", async () => {
  const script = `
    import { createClient } from "tradespec";
    try { createClient({ baseUrl: "" }); } catch (error) { console.log(error.stack); }
  `;
  const stack = await inProject(process.execPath, "--input-type=module", "-e", script);
  expect(stack).toMatch(/at checkOptions .*chunks/u);
  expect(stack).toMatch(/at createClient .*chunks/u);
});

test("publint has nothing to say about it", async () => {
  const { messages } = await publint({ pkgDir: unpacked.folder, pack: false, strict: true });
  expect(messages).toEqual([]);
});

test("its types resolve wherever ES modules do", async () => {
  const tarball = new Uint8Array(await readFile(unpacked.tarball));
  const checked = await checkPackage(createPackageFromTarballData(tarball));
  const problems = "problems" in checked ? checked.problems : [checked];
  // CommonJS requires ES modules, with types of its own; TypeScript's node10 knows no subpaths.
  const excepted = ["CJSResolvesToESM", "FalseCJS", "NoResolution node10"];
  const found = problems.map((problem) => {
    if (!("kind" in problem)) return "it has no types";
    const isNode10 = "resolutionKind" in problem && problem.resolutionKind === "node10";
    return isNode10 ? `${problem.kind} node10` : problem.kind;
  });
  expect(found.filter((problem) => !excepted.includes(problem))).toEqual([]);
});

test.each([
  ["5.4, the lowest supported", "typescript-lowest"],
  ["7, the newest", "typescript-native"],
])(
  "every subpath imports, with types that TypeScript %s accepts, in ES modules and CommonJS",
  async (_, compiler) => {
    const names = await subpathsOf(unpacked.folder);
    expect(names.length).toBeGreaterThan(10);
    const lines = names.flatMap((name, index) => [
      `import * as module${index} from "${name}";`,
      // Holds only where the module's type is known.
      `export const known${index}: 0 extends 1 & typeof module${index} ? never : true = true;`,
      `if (Object.keys(module${index}).length === 0) throw new Error("${name} is empty");`,
    ]);
    const typed = [
      `import { type Client, createClient, type Order, PageGapError } from "tradespec";`,
      `import { api } from "tradespec/api";`,
      `export const byPath = createClient({ baseUrl: "http://127.0.0.1:9", api });`,
      `const client: Client = createClient({ baseUrl: "http://127.0.0.1:9" });`,
      "export const price = (order: Order): string => order.price;",
      "// @ts-expect-error: a price is text",
      "export const wrong = (order: Order): number => order.price;",
      'console.log(typeof client.getTime, new PageGapError("getRows", {}).name);',
    ];
    const page = lines.filter((line) =>
      /^import(?!.*(journal|redis|sandbox|testing|undici))/u.test(line),
    );
    await writeFile(join(unpacked.project, "page.mts"), page.join("\n"));
    const files = ["module.mts", "commonjs.cts"];
    for (const file of files) {
      await writeFile(join(unpacked.project, file), [...lines, ...typed].join("\n"));
    }
    const options = ["--strict", "--exactOptionalPropertyTypes", "--skipDefaultLibCheck", "-d"];
    // The newest `nodenext` lets CommonJS require what is typed as an ES module.
    const platform = ["--module", "node16", "--target", "es2022", "--types", "node"];
    const libraries = ["--skipLibCheck", "false", "--lib", "es2023,dom,dom.iterable"];
    const command = join(process.cwd(), "node_modules", compiler, "bin/tsc");
    await inProject(process.execPath, command, ...options, ...platform, ...libraries, ...files);
    // pnpm keeps it where declarations of the project cannot name it.
    const declared = await readFile(join(unpacked.project, "module.d.mts"), "utf8");
    expect(declared).not.toContain("openapi-fetch");
    // A project for browsers has no types of Node.
    const web = [...platform.slice(0, -2), ...libraries, "--typeRoots", "none", "page.mts"];
    await inProject(process.execPath, command, ...options, ...web);
    for (const file of ["module.mjs", "commonjs.cjs"]) {
      expect(await inProject(process.execPath, file)).toBe("function PageGapError\n");
    }
  },
);

test("its command prints its options, and serves an exchange to trade on", async () => {
  const command = join(unpacked.folder, "dist/scripts/tradespec.js");
  for (const name of ["sandbox", "mock", "contract", "record"]) {
    const help = await inProject(process.execPath, command, name, "--help");
    expect(help).toContain(`npx tradespec ${name} `);
    expect(help).not.toContain("npm run");
  }
  const child = spawn(process.execPath, [command, "sandbox", "--port", "0"], {
    cwd: unpacked.project,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let baseUrl: string | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      baseUrl = /page +(http\S+)\/$/u.exec(line)?.[1];
      if (baseUrl !== undefined) break;
    }
    expect(baseUrl).toBeDefined();
    const streamUrl = `${baseUrl?.replace("http", "ws")}/stream`;
    const { status } = await traded(process.execPath, "main.js", baseUrl ?? "", streamUrl);
    expect(status).toBe("FILLED");
    for (const name of ["app.js", "style.css", "licenses.txt"]) {
      expect((await fetch(`${baseUrl}/page/${name}`)).status).toBe(200);
    }
  } finally {
    child.kill();
  }
});

/** Runtimes that a variable like NODE22_PATH names: words to run with, and `ws` where needed. */
const runtimes: readonly (readonly [name: string, words: readonly string[], ...ws: "ws"[]])[] = [
  ["bun", ["main.js"]],
  ["deno", ["run", "--allow-all", "--no-remote", "main.js"]],
  ["node22", ["main.js"]],
  ["node20", ["main.js"], "ws"],
];

test.each([[], ["ws"]])("it trades on this Node with the WebSocket of %s", async (...ws) => {
  expect(await traded(process.execPath, "main.js", ...addresses(), ...ws)).toEqual(programResult);
});

for (const [name, words, ...ws] of runtimes) {
  const path = process.env[`${name.toUpperCase()}_PATH`];
  test.skipIf(isMissing(name, path !== undefined))(`it trades on ${name}`, async () => {
    expect(await traded(path ?? "", ...words, ...addresses(), ...ws)).toEqual(programResult);
    const command = [...words.slice(0, -1), join(unpacked.folder, "dist/scripts/tradespec.js")];
    expect(await inProject(path ?? "", ...command, "sandbox", "--help")).toContain("--port N");
  });
}

const workerd = process.env["WORKERD_PATH"];
test.skipIf(isMissing("workerd", workerd !== undefined))(
  "it trades in a worker; WORKERD_PATH names a workerd",
  async () => {
    await bundle(worker, { format: "esm", conditions: ["workerd", "worker"] }, "worker.js");
    await writeFile(join(unpacked.project, "worker.capnp"), workerConfig);
    const child = spawn(workerd ?? "", ["serve", "worker.capnp", "--control-fd=1"], {
      cwd: unpacked.project,
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      let port: number | undefined;
      for await (const line of createInterface({ input: child.stdout })) {
        ({ port } = JSON.parse(line) as { port?: number });
        if (port !== undefined) break;
      }
      const [rest, streams] = addresses();
      const answer = await fetch(`http://127.0.0.1:${port}/?rest=${rest}&streams=${streams}`);
      expect(JSON.parse(await answer.text())).toEqual(programResult);
    } finally {
      child.kill();
    }
  },
);

test("it trades in a browser", async () => {
  const options = { format: "iife", globalName: "program" } as const;
  const content = await bundle('export * from "./program.js";', options, "page.js");
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${sandbox.baseUrl}/`);
    await page.addScriptTag({ content });
    const words = JSON.stringify(addresses());
    expect(await page.evaluate(`program.trade(...${words})`)).toEqual(programResult);
  } finally {
    await browser.close();
  }
});

const worker = `
import { trade } from "./program.js";
export default {
  async fetch(request) {
    const asked = new URL(request.url).searchParams;
    return Response.json(await trade(asked.get("rest"), asked.get("streams")));
  },
};
`;

const workerConfig = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "worker.js")],
      compatibilityDate = "2026-11-01",
      globalOutbound = "network",
    )),
    (name = "network", network = (allow = ["local", "private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

async function bundle(
  contents: string,
  options: { readonly format: "esm" | "iife"; globalName?: string; conditions?: string[] },
  file: string,
): Promise<string> {
  const outfile = join(unpacked.project, file);
  const stdin = { contents, resolveDir: unpacked.project };
  const rest = { stdin, bundle: true, outfile, platform: "browser", logLevel: "silent" } as const;
  await build({ ...rest, ...options });
  return readFile(outfile, "utf8");
}

test("its sandbox runs a command, and ends with its exit code", async () => {
  const script = `
    const { status } = await fetch(process.env.TRADESPEC_BASE_URL + "/api/v1/time");
    console.log(status);
    process.exitCode = 3;
  `;
  const command = [process.execPath, "--input-type=module", "-e", script, "--", "--spec", "x"];
  const words = ["tradespec", "sandbox", "--port", "0", "--", ...command];
  // A setting of the user that this npm does not know is a warning, and not the sandbox's.
  const env = { ...process.env, NPM_CONFIG_LOGLEVEL: "error" };
  const ended = run("npx", words, { cwd: unpacked.project, env });
  await expect(ended).rejects.toMatchObject({ code: 3, stdout: "200\n", stderr: "" });
});

// Behind a shell, only Linux shows whether npm is still there.
test.each(["SIGTERM", ...(process.platform === "linux" ? ["SIGKILL"] : [])])(
  "its sandbox ends when its npx is ended by %s",
  async (signal) => {
    const npx = spawn("npx", ["tradespec", "sandbox", "--port", "0"], { cwd: unpacked.project });
    let url = "";
    for await (const line of createInterface({ input: npx.stdout })) {
      [url = ""] = /http:\S+(?=\/api)/u.exec(line) ?? [];
      if (url !== "") break;
    }
    expect((await fetch(`${url}/api/v1/time`)).status).toBe(200);
    npx.kill(signal as NodeJS.Signals);
    const answer = () => fetch(`${url}/api/v1/time`).then(String, String);
    await expect.poll(answer, { timeout: 8000 }).toBe("TypeError: fetch failed");
  },
);

async function inProject(command: string, ...words: readonly string[]): Promise<string> {
  const options = { cwd: unpacked.project, timeout: 60_000 };
  const { stdout } = await run(command, words, options).catch((error: { stdout?: string }) => {
    // Compilers print what they find there.
    throw new Error(`${String(error)}\n${error.stdout}`);
  });
  return stdout;
}

async function traded(command: string, ...words: readonly string[]): Promise<{ status?: string }> {
  return JSON.parse(await inProject(command, ...words)) as { status?: string };
}
