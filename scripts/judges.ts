/** `npm run judges`: runs other OpenAPI and AsyncAPI tools on the bundles. */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { copyFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { createVirtualClock } from "../sandbox/exchange/clock.ts";
import { startSandbox } from "../sandbox/index.node.ts";
import { loadDocuments } from "../testing/documents/load.node.ts";
import { scenarios as allScenarios } from "../testing/scenarios/index.ts";
import { runContract } from "../testing/suite/contract.ts";
import { readCommandLine } from "./shared/command-line.ts";
import { withPackages } from "./shared/packages.ts";

readCommandLine(
  `
npm run judges    installs OpenAPI tools from npm into a temporary folder (250 MB) and runs them on
                  the bundled documents: Redocly and Spectral lint, Redocly renders, Scalar and
                  swagger-parser parse, hey-api and orval generate clients that are then
                  type-checked, Prism mocks the exchange and validates the traffic of a sandbox,
                  Specmatic checks the examples (needs Java). Exits 1 if a tool finds an error
`,
  {},
);

/** Exact versions that are known to install. */
const packages = [
  "@apidevtools/swagger-parser@13.1.0",
  "@hey-api/openapi-ts@0.99.0",
  "@scalar/openapi-parser@0.29.22",
  "@stoplight/prism-cli@5.16.0",
  "orval@8.20.0",
  "specmatic@2.55.1",
  "typescript@5.9.3",
];

const project = resolve(import.meta.dirname, "..");
const run = promisify(execFile);
const parsers = `
  import { readFile } from "node:fs/promises";
  const document = JSON.parse(await readFile("openapi.json", "utf8"));
  if (process.argv[2] === "scalar") {
    const { validate } = await import("@scalar/openapi-parser");
    const { errors } = await validate(document);
    if (errors?.length > 0) throw new Error(JSON.stringify(errors));
  } else {
    const { default: parser } = await import("@apidevtools/swagger-parser");
    await parser.validate(document);
  }
`;
const orvalConfig = `export default {
  exchange: { input: "openapi.json", output: { target: "orval/client.ts", client: "fetch" } },
};`;
const tsconfig = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
    ...{ target: "es2022", module: "esnext", moduleResolution: "bundler" },
    lib: ["es2022", "dom", "dom.iterable"],
  },
  include: ["hey-api", "orval"],
};

process.exitCode = await withPackages(packages, async (folder) => {
  for (const name of ["openapi.json", "asyncapi.json"]) {
    await copyFile(join(project, "generated", "documents", name), join(folder, name));
  }
  await writeFile(join(folder, "parse.js"), parsers);
  await writeFile(join(folder, "orval.config.js"), orvalConfig);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  const results = [];
  for (const [name, judge] of judges(folder)) results.push(await outcome(name, judge));
  return results.every((isFine) => isFine) ? 0 : 1;
});

type Judge = () => Promise<unknown>;

/** Each tool with its task, which throws on an error. */
function judges(folder: string): readonly (readonly [name: string, judge: Judge])[] {
  const bin = (name: string): string => join("node_modules", ".bin", name);
  const own = (name: string): string => join(project, "node_modules", ".bin", name);
  const jar = join("node_modules", "specmatic", "specmatic.jar");
  const which = ["--spec-file", "openapi.json", "--examples-to-validate", "INLINE"];
  const specmatic = ["-jar", jar, "examples", "validate", ...which];
  const ruleset = join(project, "spec", "lint", "bundle.yaml");
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", CI: "true" };
  const tool = (command: string, ...given: readonly string[]): Promise<unknown> =>
    run(command, given, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
  return [
    ["Redocly lints openapi.json", () => tool(own("redocly"), "lint", "openapi.json")],
    ["Redocly lints asyncapi.json", () => tool(own("redocly"), "lint", "asyncapi.json")],
    ["Redocly renders", () => tool(own("redocly"), "build-docs", "openapi.json")],
    ["Spectral lints", () => tool(own("spectral"), "lint", "-r", ruleset, "openapi.json")],
    ["Scalar parses", () => tool(process.execPath, "parse.js", "scalar")],
    ["swagger-parser parses", () => tool(process.execPath, "parse.js", "swagger")],
    ["hey-api generates", () => tool(bin("openapi-ts"), "-i", "openapi.json", "-o", "hey-api")],
    ["orval generates", () => tool(bin("orval"), "--config", "orval.config.js")],
    ["their clients compile", () => tool(bin("tsc"), "-p", ".")],
    ["Prism responds", () => mock(folder)],
    ["Prism finds no violation in front of a sandbox", () => proxy(folder)],
    ["Specmatic reads the document and its examples", () => tool("java", ...specmatic)],
  ];
}

async function outcome(name: string, judge: Judge): Promise<boolean> {
  const started = performance.now();
  try {
    await judge();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(`passed   ${name} (${seconds} s)\n`);
    return true;
  } catch (error) {
    const { code, message, stdout = "", stderr = "" } = error as ToolError;
    if (code === "ENOENT") {
      process.stdout.write(`skipped  ${name}: ${message}\n`);
      return true;
    }
    process.stdout.write(`FAILED   ${name}\n${stdout}${stderr}${message}\n`);
    return false;
  }
}

type ToolError = Error & {
  readonly code?: string | number;
  readonly stdout?: string;
  readonly stderr?: string;
};

/** Every operation without credentials gets its documented sample. */
async function mock(folder: string): Promise<void> {
  const { openapi } = await loadDocuments();
  const paths = Object.entries((openapi as Document).paths);
  await withPrism(folder, ["mock", "openapi.json"], async (address) => {
    for (const [path, { get }] of paths) {
      if (get === undefined || get.security.length > 0) continue;
      const query = new URLSearchParams({ symbol: "BTCUSDT", interval: "1h" });
      const response = await fetch(`${address}${path}?${query}`);
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    }
  });
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly security: unknown[] } }>>;
}

/**
 * The contract's calls that are meant to succeed, through Prism, which checks both directions.
 * OpenAPI has no words for a field that may be sent in the query or in the body, so they are sent
 * in the query.
 */
async function proxy(folder: string): Promise<void> {
  const clock = createVirtualClock(Date.now());
  const { baseUrl, sandbox, close } = await startSandbox({ port: 0, clock });
  const [account] = sandbox.accounts;
  const { apiKey = "", apiSecret = "" } = account ?? {};
  const violations = new Set<string>();
  try {
    await withPrism(folder, ["proxy", "openapi.json", baseUrl], async (address) => {
      const target = {
        ...{ baseUrl: address, apiKey, apiSecret, now: clock.now, after: clock.after },
        sharedClock: true,
        fetch: async (request: Request): Promise<Response> => {
          const response = await fetch(request);
          const found = response.headers.get("sl-violations");
          if (found !== null) violations.add(`${request.method} ${request.url}: ${found}`);
          return response;
        },
      };
      const scenarios = allScenarios
        .filter((row) => row.steps === undefined)
        .filter(({ change, expect = { kind: "success" } }) => {
          return change === undefined && expect.kind === "success";
        })
        .map(({ sendIn: _, ...scenario }) => scenario);
      const { rows } = await runContract({
        ...{ target, ...(await loadDocuments()), scenarios, trade: true },
        onRow: ({ scenario, outcome: end, reasons }) => {
          if (end === "failed") violations.add(`${scenario.id}: ${reasons.join("; ")}`);
        },
      });
      if (!rows.some((row) => row.outcome === "passed")) violations.add("No call went through.");
    });
  } finally {
    await close();
  }
  if (violations.size > 0) throw new Error([...violations].join("\n"));
}

/** Runs Prism on a port of its own until the work is done. */
async function withPrism(
  folder: string,
  given: readonly string[],
  work: (address: string) => Promise<void>,
): Promise<void> {
  const [command = "", ...more] = given;
  const port = await freePort();
  const prism = spawn(
    join("node_modules", ".bin", "prism"),
    [command, "--port", String(port), ...more],
    { cwd: folder, stdio: "ignore" },
  );
  try {
    const address = `http://127.0.0.1:${port}`;
    await listening(prism, address);
    await work(address);
  } finally {
    prism.kill();
  }
}

/** A port that nobody listens on. */
function freePort(): Promise<number> {
  return new Promise((resolvePort) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" ? (address?.port ?? 0) : 0;
      server.close(() => resolvePort(port));
    });
  });
}

/** Waits until a server responds, for half a minute at most. */
async function listening(server: ChildProcess, address: string): Promise<void> {
  const end = Date.now() + 30_000;
  while (server.exitCode === null && Date.now() < end) {
    const isUp = await fetch(`${address}/api/v1/time`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((later) => setTimeout(later, 250));
  }
  throw new Error("Prism did not start.");
}
