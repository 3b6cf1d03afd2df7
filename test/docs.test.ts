/**
 * README and guides, as one reads them who installed the package: samples compile and run in a
 * project of their own, commands and options exist, links lead somewhere.
 */

import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

import { load } from "js-yaml";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { errorCodes } from "../generated/errors.ts";
import * as client from "../generated/index.ts";
import { usageHeaders } from "../generated/limits.ts";
import { operations } from "../generated/operations.ts";
import * as orderBook from "../generated/order-book.ts";
import { signing } from "../generated/signing.ts";
import * as streams from "../generated/stream-client.ts";
import * as userData from "../generated/user-data.ts";
import * as sandbox from "../sandbox/index.ts";
import { compile } from "./support/compile.ts";
import { type ConnectProxy, startConnectProxy } from "./support/connect-proxy.ts";
import { pages, type Sample, samples } from "./support/guides.ts";
import { type UnpackedPackage, unpackPackage, withNpx } from "./support/package.ts";
import { isMissing } from "./support/parts.ts";

const run = promisify(execFile);
const manifest = JSON.parse(await readFile("package.json", "utf8")) as {
  readonly scripts: Record<string, string>;
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
};
const noRedis = isMissing("redis", spawnSync("redis-server", ["--version"]).status === 0);

const programs = samples
  .filter(({ language }) => language === "ts")
  .map((sample, index) => ({ ...sample, name: `sample-${index}.ts` }));

let unpacked: UnpackedPackage;
let sandboxUrl: string;
let redisUrl: string;
let proxy: ConnectProxy;
const children: ChildProcess[] = [];

beforeAll(async () => {
  unpacked = await unpackPackage(inject("sharedFolder"));
  sandboxUrl = await serve("npx tradespec sandbox --port 0");
  proxy = await startConnectProxy();
  redisUrl = noRedis ? "" : await startRedis();
  for (const { file, code } of samples) {
    if (file !== undefined) await writeFile(join(unpacked.project, file), withAddresses(code));
  }
}, 600_000);

afterAll(async () => {
  const running = children.filter(({ exitCode, signalCode }) => (exitCode ?? signalCode) === null);
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, "SIGKILL");
  proxy.close();
  await unpacked.close();
});

/** Starts a command that serves until it is ended, and gives the first address that it prints. */
async function serve(command: string, address = /https?:\/\/[^\s/]+/u): Promise<string> {
  const child = spawn("bash", ["-c", withNpx(command)], {
    cwd: unpacked.project,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const [found] = address.exec(line) ?? [];
    if (found === undefined) continue;
    child.stdout.resume();
    return found;
  }
  throw new Error(`${command} ended without an address.`);
}

async function startRedis(): Promise<string> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const settings = `--port ${port} --bind 127.0.0.1 --save "" --appendonly no`;
  await serve(`redis-server ${settings}`, /Ready to accept/u);
  return `redis://127.0.0.1:${port}`;
}

/** Replaces the usual addresses by those of the sandbox and the Redis that run here. */
const withAddresses = (text: string): string =>
  text
    .replaceAll("http://127.0.0.1:9700", sandboxUrl)
    .replaceAll("ws://127.0.0.1:9700", sandboxUrl.replace("http", "ws"))
    .replaceAll("http://127.0.0.1:3128", proxy.url)
    .replaceAll("redis://127.0.0.1:6379", redisUrl);

test("every guide for users has a sample", () => {
  const withSample = new Set(samples.map(({ path }) => path));
  const others = [
    "contract-json",
    "decisions",
    "extensions",
    "generator",
    "glossary",
    "mistakes",
  ].map((name) => `docs/${name}.md`);
  const guides = pages.map(({ path }) => path).filter((path) => /^(README|docs\/)/u.test(path));
  expect(guides.filter((path) => !withSample.has(path) && !others.includes(path))).toEqual([]);
});

const resolutions = { NodeNext: "NodeNext", Bundler: "ESNext" };

for (const [moduleResolution, module] of Object.entries(resolutions)) {
  test(`every sample compiles with strict options and module resolution ${moduleResolution}`, async () => {
    for (const { name, code } of programs) await writeFile(join(unpacked.project, name), code);
    const config = {
      compilerOptions: {
        ...{ target: "ES2023", module, moduleResolution, types: ["node"], noEmit: true },
        ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
        // The declarations of the package have a test of their own.
        skipLibCheck: true,
      },
      files: programs.map(({ name }) => name),
    };
    const configFile = join(unpacked.project, `tsconfig.${moduleResolution}.json`);
    await writeFile(configFile, JSON.stringify(config));
    const printed = await compile(unpacked.project, "-p", configFile);
    const pageOf = (name: string) => programs.find((program) => program.name === name)?.path;
    const findings = printed.replace(/\bsample-\d+\.ts/gu, (name) => pageOf(name) ?? name);
    expect(findings).toBe("");
  });
}

for (const { path, name, code } of programs) {
  const needsRedis = code.includes("redis://");
  test.skipIf(needsRedis && noRedis)(`${path}: ${name} runs to its end`, async () => {
    // Node does the same, and takes longer to load what does it than most samples take.
    const program = stripTypeScriptTypes(withAddresses(code));
    const file = name.replace(/ts$/u, "js");
    await writeFile(join(unpacked.project, file), program);
    const inProject = { cwd: unpacked.project, timeout: 60_000 };
    const { stdout, stderr } = await run(process.execPath, [file], inProject);
    expect(stderr).toBe("");
    for (const [, printed] of code.matchAll(/\/\/=> (.+)$/gmu)) expect(stdout).toContain(printed);
    expectProxied(code);
  });
}

/** A program behind the proxy reaches REST and streams through it, and any other none. */
function expectProxied(code: string): void {
  const { host } = new URL(sandboxUrl);
  const paths = code.includes("127.0.0.1:3128") ? [operations.getTime.path, "/stream"] : [];
  expect(proxy.requested).toEqual(new Set(paths.map((path) => host + path)));
  proxy.requested.clear();
}

/** The commands of a sample: joined where a line ends in a backslash, without comments. */
function commandsOf({ code }: Sample): readonly string[] {
  return code
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*$/u, "").trim())
    .filter((line) => line !== "");
}

/** Commands that run until they are ended. */
const serves = /^npx tradespec (?:sandbox|mock)\b(?!.* -- )/u;
/** Whether another sample runs the same, and writes a report besides. */
const isReported = (line: string): boolean =>
  samples.some(
    ({ code }) => code.includes(`\n${line} --reporter`) || code.startsWith(`${line} --reporter`),
  );
/** What has run, and left its files in the project: pages begin with the same commands. */
const done = new Set<string>();

for (const [index, sample] of samples.filter(({ language }) => language === "sh").entries()) {
  const all = commandsOf(sample);
  const ofClone = all.filter((line) => /^npm (?!install)/u.test(line));
  const rest = all.filter((line) => !ofClone.includes(line) && !/^npm install/u.test(line));

  test(`${sample.path}: commands ${index} exist`, () => {
    const names = ofClone.flatMap((line) =>
      [...line.matchAll(/\bnpm (?:run )?([a-z]+)/gu)].map(([, name = ""]) => name),
    );
    expect(names.filter((name) => name !== "ci" && !(name in manifest.scripts))).toEqual([]);
    const { dependencies, devDependencies } = manifest;
    const known = ["tradespec", ...Object.keys({ ...dependencies, ...devDependencies })];
    const installed = all
      .filter((line) => line.startsWith("npm install"))
      .flatMap((line) =>
        line
          .split(/\s+/u)
          .slice(2)
          .filter((word) => !word.startsWith("-")),
      );
    expect(installed.filter((name) => !known.includes(name))).toEqual([]);
  });

  if (rest.length === 0) continue;
  test(`${sample.path}: commands ${index} run`, async () => {
    for (const line of rest.filter((one) => serves.test(one))) {
      await serve(`${withAddresses(line)} --port 0`);
    }
    const ending = rest.filter((one) => !serves.test(one) && !done.has(one) && !isReported(one));
    // The project has no tests of its own.
    const script = ending.join("\n").replaceAll("-- npm test", "-- npm --version");
    const inProject = { cwd: unpacked.project, timeout: 120_000 };
    const words = ["--norc", "-euo", "pipefail", "-c", withNpx(withAddresses(script))];
    await run("bash", words, inProject);
    expectProxied(script);
    for (const one of rest) if (one.startsWith("npx tradespec record")) done.add(one);
  });
}

test("headers, codes and paths in the pages are those of the spec", () => {
  const text = pages.filter(({ path }) => path !== "CHANGELOG.md").map(({ text }) => text);
  const found = (pattern: RegExp): readonly string[] => [
    ...new Set(text.flatMap((one) => one.match(pattern) ?? [])),
  ];
  const headers: string[] = [signing.header, ...Object.values(usageHeaders)];
  expect(found(/\bX-[A-Z][A-Z0-9-]+/gu).filter((name) => !headers.includes(name))).toEqual([]);
  const codes = errorCodes.map(({ code }) => String(code));
  expect(found(/(?<![\w-])-[1-9]\d{3}\b/gu).filter((code) => !codes.includes(code))).toEqual([]);
  const paths = Object.values(operations).map(({ path }) => path as string);
  expect(found(/\/api\/v1\/[\w/]+/gu).filter((path) => !paths.includes(path))).toEqual([]);
});

test("the page on signing says what the spec says of it", async () => {
  const page = pages.find(({ path }) => path === "docs/signing.md")?.text ?? "";
  const rules = load(await readFile("spec/rules/signing.yaml", "utf8"));
  type Row = Record<"latencyMs" | "recvWindowMs", { from: number; to: number }>;
  const [fast, middling, slow] = (rules as { windowGuidance: [Row, Row, Row] }).windowGuidance;
  const span = ({ from, to }: Row["latencyMs"]) => `${from} to ${to}`;
  const codeOf = (wanted: string) => errorCodes.find(({ name }) => name === wanted)?.code;
  for (const words of [
    `in the header \`${signing.header}\``,
    `field \`${signing.timestamp}\`: Unix time in milliseconds`,
    `field \`${signing.window}\``,
    `${signing.windowMsDefault} when absent, at most ${signing.windowMsMax}`,
    `field \`${signing.signature}\`: ${signing.algorithm}`,
    `| ${signing.rejectedWith} | your clock`,
    `less than ${signing.aheadMsBelow} ms ahead`,
    `| ${codeOf("INVALID_SIGNATURE")} | the signed text`,
    `| ${codeOf("INVALID_API_KEY")} | the API key |`,
    `A \`${signing.window}\` of ${fast.recvWindowMs} suits a fast network, ` +
      `${middling.recvWindowMs} one with ${span(middling.latencyMs)} ms of latency, ` +
      `${span(slow.recvWindowMs)} one with ${span(slow.latencyMs)} ms.`,
  ]) {
    expect(page.replaceAll(/\s+/gu, " ")).toContain(words);
  }
});

test("the guides name every error, and no other", () => {
  const errorsOf = (module: object) => Object.keys(module).filter((name) => /Error$/u.test(name));
  const all = [client, streams, orderBook, userData].flatMap(errorsOf);
  const guides = pages.filter(({ path }) => /^(README|docs\/(?!decisions|extensions))/u.test(path));
  const named = guides.flatMap(({ text }) => text.match(/(?<=`)\w+Error(?=`)/gu) ?? []);
  expect(all.filter((name) => !named.includes(name))).toEqual([]);
  const known = [...all, ...errorsOf(sandbox), "TypeError", "onError"];
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test("the guide to the client names every advice", () => {
  const guide = pages.find(({ path }) => path === "docs/client.md")?.text ?? "";
  const all = Object.keys(client.adviceSentences).map((advice) => `\`${advice}\``);
  expect(all.filter((advice) => !guide.includes(advice))).toEqual([]);
});

test("llms.txt lists every page with its title", async () => {
  const text = await readFile("docs/llms.txt", "utf8");
  const listed = [...text.matchAll(/\[(.+)\]\((?:https:.*\/docs\/)?(.+\.md)\)/gu)];
  const paths = [
    ...(await readdir("docs")),
    ...(await readdir("docs/api")).map((name) => `api/${name}`),
  ];
  expect(listed.map(([, , path]) => path).toSorted()).toEqual(
    paths.filter((path) => path.endsWith(".md")).toSorted(),
  );
  for (const [, title = "", path = ""] of listed) {
    const heading = /^# (.+)$/mu.exec(await readFile(join("docs", path), "utf8"))?.[1];
    expect(heading, path).toContain(title.replace(/^The /u, ""));
  }
});

test("the links of the packed README lead into the package", async () => {
  const readme = await readFile(join(unpacked.folder, "README.md"), "utf8");
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/gu)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((link) => !existsSync(join(unpacked.folder, link)))).toEqual([]);
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
