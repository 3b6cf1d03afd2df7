/**
 * The requests that samples really send: each sample is run against a server that only listens.
 * Rows are every operation with its recorded request, and requests that need care.
 */

import { execFile, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { operations } from "../../../generated/operations.ts";
import { signing } from "../../../generated/signing.ts";
import {
  type CodeSamples,
  codeSamples,
  type SampleRequest,
} from "../../../runtime/code-samples/samples.ts";
import { decodePairs, type Pair } from "../../../runtime/encoding/percent.ts";
import { signingText } from "../../../runtime/signing/signature.ts";
import type { OperationDescriptor } from "../../../runtime/tables.ts";
import { loadRecordings } from "../../../testing/recordings/files.node.ts";
import { isMissing } from "../../support/parts.ts";

const run = promisify(execFile);

const keys = { API_KEY: "key-in-environment", API_SECRET: "secret-ß-$x", LISTEN_KEY: "listen1" };

const { calls } = await loadRecordings("spec/examples");
const recorded = new Map(calls.map((call) => [call.name, call]));

/** The request of a recording. */
function recordedRequest(operation: OperationDescriptor): SampleRequest {
  const fields = recorded.get(`${operation.id}.default`)?.request.query ?? {};
  return { operation, query: Object.entries(fields).map(([name, value]) => [name, `${value}`]) };
}

/** Values that a shell, a language or percent-encoding could take for something else. */
const hardTexts = [
  'it\'s "quoted"',
  "$HOME `id` $(id) ${x} !! %s %d %% #",
  "a\\b\\n\\x41\\",
  "größe-日本-ไทย-🚀 é e\u0301",
  "line\nbreak\ttab\rreturn\u001b[31m\u007f\u0085\u20281",
  "~!@#^&*()_+`-={}|[]:;<>?,./ a=b&c=d",
  "100%25%zz+1",
  "  padded\t",
  "@file",
  "-n",
  "</script>",
  "nul\0byte",
  "",
];

const { cancelOrder, getDepth, getOrder, keepAliveListenKey } = operations;
const symbol: Pair = ["symbol", "BTCUSDT"];

const rows: readonly SampleRequest[] = [
  ...Object.values(operations).map(recordedRequest),
  ...hardTexts.flatMap((hard): SampleRequest[] => [
    { operation: cancelOrder, query: [symbol, ["origClientOrderId", hard]] },
    { operation: cancelOrder, query: [symbol], body: [["origClientOrderId", hard]] },
    { operation: getDepth, query: [["symbol", hard]] },
  ]),
  { operation: cancelOrder, query: [symbol], body: [["orderId", "12"]] },
  { operation: cancelOrder, query: [], body: [symbol, ["orderId", "12"]] },
  { operation: getOrder, query: [symbol, ["orderId", "9007199254740993"], ["recvWindow", "500"]] },
  { operation: getOrder, query: [symbol, ["orderId", "9007199254740991"]] },
  { operation: getOrder, query: [symbol, ["orderId", "007"]] },
  { operation: getOrder, query: [symbol, ["orderId", "no number"]] },
  { operation: getDepth, query: [symbol, symbol, ["limit", "5000"]] },
  {
    operation: cancelOrder,
    query: [symbol, symbol],
    body: [
      ["odd name&='\"", "a b"],
      ["odd", "1"],
    ],
  },
  { operation: getDepth, query: [] },
  { operation: operations.createListenKey, query: [["note", "1"]] },
  { operation: keepAliveListenKey, query: [], body: [["listenKey", "of somebody"]] },
];

/** What arrived. */
interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
}

let server: Server;
let folder: string;
/** By language and row. */
const arrived = new Map<string, Arrived[]>();
const printed = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tradespec-samples-"));
  server = createServer(async (request, response) => {
    const [path = "", query = ""] = (request.url ?? "").split("?");
    const [, language, row, rest] = /^\/(\w+)\/(\d+)(\/.*)$/u.exec(path) ?? [];
    const method = request.method ?? "";
    const operation = Object.values(operations).find(
      (one) => one.path === rest && one.method === method,
    );
    const body = decodePairs(await text(request)).pairs;
    const place = `${language} ${row}`;
    const key = request.headers[signing.header.toLowerCase()]?.toString();
    const one = { method, path: rest ?? "", key, query: decodePairs(query).pairs, body };
    // The client asks for the time, and whether an order has a given id already.
    const isClients = language === "typescript" && operation !== rows[Number(row)]?.operation;
    if (!isClients) arrived.set(place, [...(arrived.get(place) ?? []), one]);
    const value =
      isClients && operation?.id === "getTime"
        ? { serverTime: Date.now() }
        : recorded.get(`${operation?.id}.default`)?.value;
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(value ?? {}));
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  await Promise.all([runShell(), runPython(), runTypeScript()]);
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const missing = {
  curl: isMissing("curl", isHere("curl") && isHere("openssl")),
  typescript: false,
  python: isMissing("python3", isHere("python3")),
};

function isHere(command: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${command}`]).status === 0;
}

async function writeSamples(language: keyof CodeSamples, ending: string): Promise<string> {
  const home = join(folder, language);
  await mkdir(home);
  const { port } = server.address() as AddressInfo;
  for (const [row, request] of rows.entries()) {
    const baseUrl = `http://127.0.0.1:${port}/${language}/${row}`;
    const code = codeSamples(request, { baseUrl, signing })[language];
    await writeFile(join(home, `${row}.${ending}`), withPaths(code));
  }
  return home;
}

/** The modules of the package where they lie in this project. */
function withPaths(code: string): string {
  return code
    .replace('"tradespec"', `"${pathToFileURL(resolve("generated/index.ts"))}"`)
    .replace('"tradespec/signing"', `"${pathToFileURL(resolve("generated/signing.ts"))}"`);
}

async function runAll(command: string, args: readonly string[], cwd: string): Promise<void> {
  const env = { ...process.env, ...keys };
  const { stderr } = await run(command, [...args], { cwd, env, maxBuffer: 1 << 26 });
  printed.set(cwd, stderr);
}

async function runShell(): Promise<void> {
  if (missing.curl) return;
  const home = await writeSamples("curl", "sh");
  const loop = `for row in $(seq 0 ${rows.length - 1}); do sh $row.sh > $row.out 2> $row.err; done`;
  await runAll("sh", ["-c", loop], home);
}

async function runPython(): Promise<void> {
  if (missing.python) return;
  const home = await writeSamples("python", "py");
  const loop = `import runpy
for row in range(${rows.length}):
    runpy.run_path(f"{row}.py")
`;
  await runAll("python3", ["-c", loop], home);
}

async function runTypeScript(): Promise<void> {
  const home = await writeSamples("typescript", "ts");
  const loop = `for (let row = 0; row < ${rows.length}; row += 1) await import(\`./\${row}.ts\`);\n`;
  await writeFile(join(home, "all.ts"), loop);
  await writeFile(join(home, "package.json"), '{ "type": "module" }\n');
  await runAll(process.execPath, ["all.ts"], home);
}

/** The fields that a row should send, without timestamp and signature. */
function expected({ operation, query, body = [] }: SampleRequest, place: string) {
  const kinds = new Map(operation.parameters.map(({ name, kind }) => [name, `${kind}`]));
  const stamps: readonly string[] = [signing.timestamp, signing.signature];
  const written = (pairs: readonly Pair[]): Pair[] =>
    pairs
      .filter(([name]) => !stamps.includes(name))
      .map(([name, value]) => {
        if (name === "listenKey") return [name, keys.LISTEN_KEY];
        const sent = operation.signed ? value.trim() : value;
        const isNumber = kinds.get(name)?.startsWith("int") === true && /^\d+$/u.test(sent);
        return [name, isNumber && !place.startsWith("curl") ? String(BigInt(sent)) : sent];
      });
  return { query: written(query), body: written(body) };
}

for (const language of ["curl", "typescript", "python"] as const) {
  test.skipIf(missing[language])(`samples for ${language} send what they were made of`, () => {
    expect(printed.get(join(folder, language))).toBe("");
    for (const [row, request] of rows.entries()) {
      const { operation } = request;
      const [sent, ...others] = arrived.get(`${language} ${row}`) ?? [];
      expect([row, others]).toEqual([row, []]);
      expect([row, sent?.method, sent?.path]).toEqual([row, operation.method, operation.path]);
      expect([row, sent?.key]).toEqual([row, operation.sendsKey ? keys.API_KEY : undefined]);
      if (sent !== undefined) checkFields(request, sent, `${language} ${row}`);
    }
  });
}

function checkFields(request: SampleRequest, sent: Arrived, place: string): void {
  const { operation } = request;
  const parts = { query: [...sent.query], body: [...sent.body] };
  if (operation.signed) {
    const last = parts.body.length > 0 ? parts.body : parts.query;
    const [, signature] = last.pop() ?? [];
    const secret = keys.API_SECRET;
    const signed = signingText(parts.query, parts.body, signing);
    const digest = createHmac("sha256", secret).update(signed).digest("hex");
    expect([place, signature]).toEqual([place, digest]);
    const [name, timestamp] = last.pop() ?? [];
    expect([place, name]).toEqual([place, signing.timestamp]);
    expect(Math.abs(Number(timestamp) - Date.now())).toBeLessThan(60_000);
  }
  const wanted = expected(request, place);
  if (!place.startsWith("typescript")) {
    expect([place, parts]).toEqual([place, wanted]);
    return;
  }
  // The client chooses the place, trims values, and gives an order an id.
  const trimmed = (pairs: readonly Pair[]): Pair[] =>
    pairs.map(([name, value]) => [name, value.trim()]);
  const fields = trimmed([...wanted.query, ...wanted.body]);
  const all = trimmed([...parts.query, ...parts.body]);
  const names = new Set(fields.map(([name]) => name));
  expect([place, all.filter(([name]) => names.has(name))]).toEqual([place, fields]);
  const added = all.map(([name]) => name).filter((name) => !names.has(name));
  expect(["", operation.placement?.clientId]).toContain(added.join());
}
