/** What an author of another contract does: every step of docs/generator.md, with both packages. */

import { execFile, spawn, spawnSync } from "node:child_process";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { compile } from "./support/compile.ts";
import { brokenLinks, readSite } from "./support/docs-site.ts";
import { generatorSamples as guide } from "./support/guides.ts";
import { addGenerator, type UnpackedPackage, unpackPackage, withNpx } from "./support/package.ts";
import { isMissing } from "./support/parts.ts";

const run = promisify(execFile);
const steps = guide.flatMap(({ language, code }) => {
  return language === "sh" ? code.trim().split("\n") : [];
});

let unpacked: UnpackedPackage;
let project: string;

beforeAll(async () => {
  unpacked = await unpackPackage(inject("sharedFolder"));
  ({ project } = unpacked);
});

afterAll(() => unpacked.close());

/** Runs a line of the guide. */
async function step(line: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  expect(steps).toContain(line);
  const options = { cwd: project, env: { ...process.env, ...env } };
  const { stdout, stderr } = await run("sh", ["-c", withNpx(line)], options);
  return stdout + stderr;
}

test("its version and its dependencies are those of this project", async () => {
  const read = async (path: string) => JSON.parse(await readFile(path, "utf8"));
  const [own, project] = [await read("generators/package.json"), await read("package.json")];
  const { "@asyncapi/cli": asyncapi, ...all } = {
    ...project.devDependencies,
    ...project.dependencies,
  };
  const names = Object.keys(own.dependencies);
  expect([own.version, own.peerDependencies]).toEqual([
    project.version,
    { tradespec: project.version, "@asyncapi/cli": asyncapi },
  ]);
  expect(own.dependencies).toEqual(Object.fromEntries(names.map((name) => [name, all[name]])));
});

test("without the generator, the command says what to install", async () => {
  // A setting of the user that this npm does not know is a warning, and not the command's.
  const env = { ...process.env, NPM_CONFIG_LOGLEVEL: "error" };
  const asked = run("npx", ["tradespec", "generate", "--spec", "spec"], { cwd: project, env });
  await expect(asked).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^tradespec generate needs .*tradespec-generator@[\d.]+\n$/u),
  });
});

test("a contract is begun, changed, generated, and an order placed on its mock", async () => {
  await addGenerator(unpacked);
  expect(await step("npx tradespec init spec")).toContain("A contract is in spec.");
  await expect(step("npx tradespec init spec")).rejects.toMatchObject({ code: 2 });
  const others = "npx tradespec init 'a b'; mkdir c; cd c; ../node_modules/.bin/tradespec init .";
  const { stdout } = await run("sh", ["-c", withNpx(others)], { cwd: project });
  expect(stdout).toMatch(/lint --spec "a b"\n[^]* this folder\.[^]* --out \.\.\/generated\n/u);
  expect(await step("npx tradespec lint --spec spec")).toContain("no findings");
  await renameFilter();

  const patch = guide.find(({ language }) => language === "diff")?.code ?? "";
  expect(patch.match(/^\+\+\+ /gmu)).toHaveLength(3);
  await writeFile(join(project, "change.patch"), patch);
  await run("git", ["init", "--quiet"], { cwd: project });
  await writeFile(join(project, ".gitignore"), "node_modules\n");
  await commit("begun");
  await run("git", ["apply", "change.patch"], { cwd: project });

  expect(await step("npx tradespec lint --spec spec")).toContain("no findings");
  expect(await step("npx tradespec generate --spec spec --out generated")).toContain("written");
  await run("sh", ["-c", withNpx("npx tradespec generate --check")], { cwd: project });
  const specs = join(project, "node_modules/.cache/tradespec/specs");
  const [spec = ""] = await readdir(specs);
  expect((await readdir(join(specs, spec))).sort()).toEqual(["finished.json"]);
  const program = guide.find(({ file }) => file === "order.ts")?.code ?? "";
  await writeFile(join(project, "order.ts"), program);
  expect(steps).toContain("npx tradespec mock --spec spec --lenient &");
  await served("mock", ["--lenient"], async (baseUrl) => {
    expect(await step("node order.ts", { TRADESPEC_BASE_URL: baseUrl })).toBe(
      "POST_ONLY 0.5 99.00\n",
    );
  });
});

/** Gives the filter of quantities a name and fields of the contract's own. */
async function renameFilter(): Promise<void> {
  const filters = join(project, "spec/filters");
  await rename(join(filters, "LOT_SIZE.yaml"), join(filters, "SIZE_RULE.yaml"));
  for (const path of await readdir(join(project, "spec"), { recursive: true })) {
    if (!path.endsWith(".yaml")) continue;
    const file = join(project, "spec", path);
    const text = (await readFile(file, "utf8")).replaceAll("LOT_SIZE", "SIZE_RULE");
    await writeFile(file, text.replaceAll("minQty", "least").replaceAll("stepSize", "lot"));
  }
}

test("its sandbox keeps orders under the contract's names", async () => {
  const program = guide.find(({ file }) => file === "order.ts")?.code ?? "";
  const query = `
    const { clientOrderId, quantity, status } =
      await client.getOrder({ symbol: "BTCUSDT", clientOrderId: "first" });
    console.log(clientOrderId, Number(quantity), status);
    const { symbols } = await client.getExchangeInfo();
    const fine = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", quantity: "0.5", price: "99.001" };
    console.log(symbols.length, await client.placeOrder(fine).catch(({ name }) => name));
    console.log(JSON.stringify(symbols[0].filters));`;
  const own = program.replace('"key"', '"sandbox-key-of-alice"');
  const text = own.replace('"secret"', '"sandbox-secret-of-alice"') + query;
  await writeFile(join(project, "kept.ts"), text);
  await served("sandbox", [], async (baseUrl) => {
    const env = { ...process.env, TRADESPEC_BASE_URL: baseUrl };
    const { stdout } = await run("node", ["kept.ts"], { cwd: project, env });
    expect(stdout.split("\n")).toEqual([
      ...["POST_ONLY 0.50000000 99.00000000", "first 0.5 NEW", "3 InvalidRequestError"],
      '[{"filterType":"PRICE_FILTER","minPrice":"0.01","tickSize":"0.01"},' +
        '{"filterType":"SIZE_RULE","least":"0.00001","lot":"0.00001"}]',
      "",
    ]);
    // The contract does not say how long a ban is, so none comes. A minute may end meanwhile.
    const time = () => fetch(`${baseUrl}/api/v1/time`).then(({ status }) => status);
    const statuses = new Set<number>();
    for (let sent = 0; sent < 2500; sent += 50) {
      for (const status of await Promise.all(Array.from({ length: 50 }, time)))
        statuses.add(status);
    }
    expect([...statuses]).toEqual([200, 429]);
  });
});

/** Runs with a server of the contract, by the package's command. */
async function served(
  command: "mock" | "sandbox",
  words: readonly string[],
  use: (baseUrl: string) => Promise<void>,
): Promise<void> {
  const all = [command, "--spec=spec", ...words, "--port", "0"];
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const tradespec = join(project, "node_modules/.bin/tradespec");
  const server = spawn(tradespec, all, { cwd: project, stdio: [...stdio] });
  try {
    let baseUrl = "";
    for await (const line of createInterface({ input: server.stdout })) {
      [baseUrl = ""] = /http:\/\/[^/\s]+/u.exec(line) ?? [];
      if (baseUrl !== "") break;
    }
    await use(baseUrl);
  } finally {
    server.kill();
  }
}

test("what is generated has types, with the strictest options, in a project of its own", async () => {
  const config = {
    compilerOptions: {
      ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
      ...{ target: "es2023", module: "nodenext", verbatimModuleSyntax: true, types: ["node"] },
      ...{ noEmit: true, allowImportingTsExtensions: true },
      lib: ["es2023", "dom", "dom.iterable", "esnext.iterator"],
    },
    include: ["generated", "order.ts"],
  };
  await writeFile(join(project, "tsconfig.json"), JSON.stringify(config));
  expect(await compile(project, "-p", ".")).toBe("");
  const texts = await Promise.all(
    (await readdir(join(project, "generated")))
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFile(join(project, "generated", name), "utf8")),
  );
  expect(texts.filter((text) => /npm run|\.\.\/runtime/u.test(text))).toEqual([]);
  const imported = texts.flatMap((text) => [...text.matchAll(/ from "([^"]+)"/gu)]);
  const strange = imported.map(([, from = ""]) => from).filter((from) => !known.test(from));
  expect(strange).toEqual([]);
});

const known = /^(?:\.\/[\w-]+\.ts|tradespec\/runtime\/[\w/.-]+|openapi-fetch)$/u;

test("contract tests, traffic, docs and differences are those of the contract", async () => {
  expect(await step("npx tradespec contract --spec spec")).toContain("11 passed, 0 failed");
  expect(await step("npx tradespec contract --spec spec --sandbox")).toContain(" 0 failed");
  expect(await step("npx tradespec observe --spec spec spec/examples")).toContain("0 deviations");
  const differences = await step("npx tradespec diff --spec spec HEAD");
  expect(differences).toMatch(/INVALID_SYMBOL: added[^]*POST_ONLY: added[^]*0 breaking, 3 minor/u);
  await step("npx tradespec docs --spec spec --out docs");
  const site = await readSite(join(project, "docs"));
  expect(brokenLinks(site)).toEqual([]);
  expect(site.get("streams/depth.html")).toContain("btcusdt@depth");
  const own =
    /tradespec(?!Error|_KEY|_SECRET|-language|-theme|`? (?:observe|docs|lint|generate)|<\/)|alice|X-MBX|Spot exchange/iu;
  const named = [...site].filter(([, text]) => own.test(text.replaceAll(/<[^>]+>/gu, "")));
  expect(named.map(([path, text]) => `${path}: ${own.exec(text)?.[0]}`)).toEqual([]);
});

test.each([
  ["the package", () => join(unpacked.folder, "generated/documents")],
  ["another contract", () => join(project, "generated/documents")],
])("contract.json of %s fits its schema", async (_, folder) => {
  const read = async (name: string) => JSON.parse(await readFile(join(folder(), name), "utf8"));
  const validate = new Ajv2020({ strict: false }).compile(await read("contract.schema.json"));
  expect([validate(await read("contract.json")), validate.errors]).toEqual([true, null]);
});

const pythonMissing = isMissing("python3", spawnSync("python3", ["--version"]).status === 0);

test.skipIf(pythonMissing)("its vectors hold in Python, which knows nothing else", async () => {
  const program = guide.find(({ file }) => file === "vectors.py")?.code ?? "";
  await writeFile(join(project, "vectors.py"), program);
  const evaluate = async (file: string): Promise<string> =>
    (await run("python3", ["vectors.py", file], { cwd: project })).stdout;
  const own = "node_modules/tradespec/generated/documents/contract.json";
  expect(await evaluate(own)).toMatch(/^1\d\d vectors, 0 wrong\n$/u);
  expect(await evaluate("generated/documents/contract.json")).toBe("7 vectors, 0 wrong\n");
});

const lacking = [
  "openapi.yaml:1:1  The contract has no x-envelope, and npx tradespec contract works with it. Fix: Add it; the mock server needs none.",
  "asyncapi.yaml:1:1  The contract has no stream, and npx tradespec contract works with it. Fix: Add it; the mock server needs none.",
  "parameters.yaml:27:1  The sandbox needs the side BUY, which the contract does not have. Fix: Add it, or use npx tradespec mock.",
  "rules/orderRules.yaml:2:1  The sandbox needs the order type LIMIT, which the contract does not have. Fix: Add it, or use npx tradespec mock.",
  "rules/orderStates.yaml:1:1  The sandbox needs the transition from NEW to EXPIRED by the trigger expiry, which the contract does not have. Fix: Add it, or use npx tradespec mock.",
];

test("a contract without streams, envelope and recordings says what it needs", async () => {
  const tradespec = (...words: readonly string[]) =>
    run("node_modules/.bin/tradespec", words, { cwd: project }).catch((error) => error);
  await tradespec("init", "bare");
  const edit = async (path: string, from: RegExp | string, to: string): Promise<void> => {
    const file = join(project, "bare", path);
    await writeFile(file, (await readFile(file, "utf8")).replaceAll(from, to));
  };
  for (const path of [
    "asyncapi.yaml",
    "events",
    "examples",
    "scenarios",
    "rules/bookSync.yaml",
    "rules/connection.yaml",
    "rules/envelope.yaml",
  ])
    await rm(join(project, "bare", path), { recursive: true });
  await edit("openapi.yaml", /^x-envelope.*\n/gmu, "");
  await edit("assumptions.yaml", /^envelope-coverage:[^]*/gmu, "");
  for (const path of await readdir(join(project, "bare/paths")))
    await edit(join("paths", path), / +examples: .*\n/gu, "");
  await edit("filters/LOT_SIZE.yaml", "quantity", "recvWindow");
  expect((await tradespec("lint", "--spec", "bare")).stdout.match(/^.*$/gmu)).toHaveLength(7);
  await tradespec("docs", "--spec", "bare", "--out", "bare-docs");
  expect(brokenLinks(await readSite(join(project, "bare-docs")))).toEqual([]);
  await edit("schemas/Side.yaml", "BUY", "BID");
  await edit("schemas/OrderType.yaml", "LIMIT", "NORMAL");
  await edit("rules/orderRules.yaml", "LIMIT", "NORMAL");
  await edit("rules/orderStates.yaml", /^.*NEW, trigger: expiry.*\n/gmu, "");
  const { stderr } = await tradespec("contract", "--spec", "bare", "--sandbox");
  expect(stderr.trim().replaceAll("bare/", "").split("\n").toSorted()).toEqual(lacking.toSorted());
});

async function commit(message: string): Promise<void> {
  await run("git", ["add", "--all"], { cwd: project });
  const author = ["-c", "user.name=author", "-c", "user.email=author@example.com"];
  await run("git", [...author, "commit", "--quiet", "--message", message], { cwd: project });
}
