/** The commands for the hand, and the tools for assistants, on a sandbox of their own. */

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { UserEvent } from "../generated/user-data.ts";
import { type RunningSandbox, startSandbox } from "../sandbox/index.node.ts";
import { connect, noKeys } from "../scripts/hand/connect.ts";
import { tradeText, userText } from "../scripts/hand/event-text.ts";
import { createToolServer } from "../scripts/mcp/server.ts";
import { toolsOf } from "../scripts/mcp/tools.ts";
import { packageVersion } from "../scripts/shared/package-root.ts";

const run = promisify(execFile);
const keys = { TRADESPEC_KEY: "sandbox-key-of-alice", TRADESPEC_SECRET: "sandbox-secret-of-alice" };

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

/** Exit code and output of a command; `env` are its keys. */
async function command(line: string, env: object = keys) {
  const args = ["-c", `"$0" scripts/tradespec.ts ${line}; exit $?`, process.execPath];
  // As `npx tradespec sandbox -- COMMAND` gives it.
  const options = {
    env: { PATH: process.env["PATH"], TRADESPEC_BASE_URL: sandbox.baseUrl, ...env },
  };
  try {
    return { code: 0, ...(await run("sh", args, options)) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

/** A command, its exit code, and what it prints: the second pattern is of errors. */
const lines: readonly (readonly [line: string, code: number, out: RegExp, error?: RegExp])[] = [
  ["book BTCUSDT --levels 2", 0, /^(ask {2}[\d.]+ +[\d.]+\n){2}(bid {2}[\d.]+ +[\d.]+\n){2}$/u],
  ["book BTCUSDT --levels 2 --json", 0, /^\{.*"bids":\[\[.*\]\}\n$/u],
  ["balances", 0, /^asset +free +locked\nBTC +10\.00000000 +0\.00000000\n/u],
  ["order SELL 0.01 BTCUSDT --price 60000 --id mine-1", 0, /^NEW: SELL 0\.01000000 BTCUSDT at/u],
  ["cancel BTCUSDT mine-1", 0, /^CANCELED: SELL 0\.01000000 BTCUSDT at 60000/u],
  ["cancel BTCUSDT mine-1", 1, /^$/u, /^cancelOrder failed with status 400/u],
  ["cancel BTCUSDT 9007199254740993", 1, /^$/u, /^cancelOrder failed with status 400/u],
  ["order buy 0.01 BTCUSDT", 0, /^FILLED: BUY 0\.01000000 BTCUSDT, executed 0\.01.+, id \d+\n$/u],
  ["order buy 0.0000001 BTCUSDT", 1, /^$/u, /^placeOrder was not sent. quantity is 0\.0000001/u],
  // It was placed: a signal ends the command, and not the code of a refusal.
  ["order buy 1 BTCUSDT >/dev/full", 143, /^$/u, /^The output cannot be written \(ENOSPC\)/u],
  ["book BTCUSD", 1, /^$/u, /symbol/u],
  ["watch", 2, /^$/u, /^Give at least one symbol after watch\./u],
  ["watch BTCUSDT --stream-url ws://x?y", 2, /^$/u, /^--stream-url is no plain address/u],
  ["watch BTC/USDT", 1, /^$/u, /^The stream was not opened. symbol cannot be part of/u],
];

test("each command prints its result, or why there is none", async () => {
  for (const [line, code, out, error = /^$/u] of lines) {
    expect(await command(line), line).toEqual({
      code,
      stdout: expect.stringMatching(out),
      stderr: expect.stringMatching(error),
    });
  }
  const book = await command("book BTCUSDT", {});
  expect(book).toMatchObject({ code: 0, stderr: "" });
  // The best prices stand side by side.
  const prices = book.stdout.match(/(?<= )[\d.]+(?= )/gu)?.map(Number) ?? [];
  expect(prices).toEqual(prices.toSorted((one, other) => other - one));
  const stderr = expect.stringContaining("TRADESPEC_KEY and TRADESPEC_SECRET are not set");
  expect(await command("balances", {})).toMatchObject({ code: 2, stderr });
});

test("watch prints trades and what becomes of the account's orders, and ends by a signal", async () => {
  const args = ["scripts/tradespec.ts", "watch", "BTCUSDT", "--base-url", sandbox.baseUrl];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...keys } });
  const seen: string[] = [];
  let isPlaced = false;
  for await (const line of createInterface({ input: child.stdout })) {
    seen.push(line);
    if (line === "account: up to date" && !isPlaced) {
      isPlaced = true;
      await command("order buy 0.02 BTCUSDT");
    }
    const text = seen.join("\n");
    if (text.includes(" FILLED: BUY 0.02") && text.includes(" trade ")) break;
  }
  const said = once(child.stderr, "data");
  sandbox.sandbox.control({ command: "cutSockets" });
  expect(String(await said)).toMatch(/^the connection was closed with code \d+\n/u);
  const json = spawn(process.execPath, [...args, "--json"], { env: { ...process.env, ...keys } });
  const [line] = await once(createInterface({ input: json.stdout }), "line");
  expect(JSON.parse(line)).toHaveProperty("kind");
  json.kill();
  child.kill("SIGINT");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  expect(sandbox.sandbox.exchange.listenKeys.keysOf("alice", Date.now())).toEqual([]);
  expect(seen).toContainEqual(
    expect.stringMatching(/^balance BTC: [\d.]+ free, 0\.00000000 locked$/u),
  );
  expect(seen).toContainEqual(expect.stringMatching(/^[\d:.]{12} trade BTCUSDT 0\.02000000 at/u));
});

const report = { E: 1000, s: "BTCUSDT", S: "SELL", q: "2", p: "0.00", z: "0", X: "NEW", i: 7 };
const trade = { T: 1000, s: "BTCUSDT", p: "5", q: "2", m: true };

test("an event in another form than assumed is printed as it is", () => {
  const user = (data: unknown) => userText({ kind: "event", data } as UserEvent);
  expect(user(report)).toBe("00:00:01.000 order 7 NEW: SELL 2 BTCUSDT, executed 0");
  expect(user({ B: [{ a: "BTC", f: "1", l: "0" }] })).toBe("balance BTC: 1 free, 0 locked");
  expect(tradeText(trade)).toBe("00:00:01.000 trade BTCUSDT 2 at 5, sold by the taker");
  expect(userText({ kind: "gap" } as UserEvent)).toBe("account: events may be missing");
  expect(user({ ...report, i: 2n ** 60n })).toContain(" order 1152921504606846976 NEW");
  expect(user({ i: 2n ** 60n })).toBe('account: {"i":"1152921504606846976"}');
  const others = [...Object.keys(report).map((name) => ({ ...report, [name]: null })), [report]];
  const all = [...others, null, "text", { B: {} }, { B: [{ a: "BTC" }] }];
  expect(all.map(user)).toEqual(all.map((data) => `account: ${JSON.stringify(data)}`));
  const trades = Object.keys(trade).map((name) => ({ ...trade, [name]: null }));
  expect(trades.map(tradeText)).toEqual(trades.map((data) => JSON.stringify(data)));
});

/** The official client, connected to the server of tools. */
async function assistant(...options: readonly string[]): Promise<Client> {
  const client = new Client({ name: "not a new\u2028line", version: "1" });
  const args = ["scripts/tradespec.ts", "mcp", "--base-url", sandbox.baseUrl, ...options];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: keys }));
  return client;
}

test("a line that is no request gets an answer, and the next is served", async () => {
  const lines: unknown[] = [];
  const { receive } = createToolServer([], (line) => lines.push(JSON.parse(line)));
  receive("{");
  receive("[]");
  receive("null");
  receive(" ");
  receive('{"id":3,"method":"nothing"}');
  receive('{"method":"note"}');
  receive('{"id":0,"method":"ping"}');
  receive('{"id":1,"method":"tools/call","params":null}');
  receive('{"id":2,"method":"initialize","params":null}');
  receive('{"id":5,"method":"initialize","params":{"protocolVersion":"2024-11-05"}}');
  receive('{"id":6,"method":"initialize","params":{"protocolVersion":"2024-01-01"}}');
  expect(lines).toMatchObject([
    { id: null, error: { code: -32_700 } },
    { id: null, error: { code: -32_600 } },
    { id: null, error: { code: -32_600 } },
    { id: 3, error: { code: -32_601 } },
    { id: 0, result: {} },
    { id: 1, error: { code: -32_602 } },
    { id: 2, result: { capabilities: { tools: {} } } },
    { id: 5, result: { protocolVersion: "2024-11-05" } },
    { id: 6, result: { protocolVersion: "2025-11-25" } },
  ]);
});

test("a canceled call is stopped and gets no answer", async () => {
  const lines: string[] = [];
  const call = (_: object, signal: AbortSignal) =>
    once(signal, "abort").then(() => `${lines.push("stopped")}`);
  const tools = [{ name: "wait", call }] as unknown as Parameters<typeof createToolServer>[0];
  const { receive } = createToolServer(tools, (line) => lines.push(line));
  receive('{"id":1,"method":"tools/call","params":{"name":"wait"}}');
  receive('{"method":"notifications/cancelled","params":{"requestId":1}}');
  await new Promise(setImmediate);
  expect(lines).toEqual(["stopped"]);
  const [tool] = toolsOf(connect(sandbox.baseUrl), { trade: false });
  await expect(tool?.call({}, AbortSignal.abort())).rejects.toThrow("aborted");
});

test("long lines, a last one without its end and public calls without keys are served", async () => {
  const args = ["scripts/tradespec.ts", "mcp", "--base-url", sandbox.baseUrl];
  const mcp = run(process.execPath, args, { env: { PATH: process.env["PATH"] } });
  const method = `-${"ß".repeat(200_000)}`;
  const call = '"method":"tools/call","params":{"name":"';
  mcp.child.stdin?.end(
    `{"id":1,"method":"${method}"}\n{"id":2,${call}getAccount"}}\n{"id":3,${call}getTime"}}`,
  );
  const { stdout } = await mcp;
  for (const said of [`no method ${method}.`, noKeys, '\\"serverTime\\":'])
    expect(stdout).toContain(said);
});

test("tools only read by default", async () => {
  const client = await assistant();
  const { tools } = await client.listTools();
  expect(client.getServerVersion()).toEqual({ name: "tradespec", version: packageVersion() });
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["getTime", "getDepth", "getAccount"]));
  expect(names.filter((name) => !name.startsWith("get"))).toEqual([]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  await expect(client.callTool({ name: "placeOrder", arguments: {} })).rejects.toThrow(
    "There is no tool placeOrder.",
  );
  const depth = await client.callTool({
    name: "getDepth",
    arguments: { symbol: "BTCUSDT", limit: 1 },
  });
  expect(JSON.parse(textOf(depth)).bids).toHaveLength(1);
  await client.close();
});

test("an order is placed, found by an id beyond 2^53, and canceled", async () => {
  const client = await assistant("--trade");
  const { tools } = await client.listTools();
  const placing = tools.find(({ name }) => name === "placeOrder");
  const side = { enum: ["BUY", "SELL"], description: "Whether the order buys or sells." };
  expect(placing).toMatchObject({
    annotations: { readOnlyHint: false, destructiveHint: true },
    inputSchema: {
      required: ["symbol", "side", "type"],
      properties: { quantity: { type: "string" }, side },
      additionalProperties: false,
    },
  });
  expect(Object.keys(placing?.inputSchema.properties ?? {})).not.toContain("timestamp");
  expect(tools.map(({ name }) => name)).not.toContain("createListenKey");
  const assumed = expect.stringMatching(/\. Assumed, not documented\.$/u);
  expect(tools.find(({ name }) => name === "getAllOrders")?.inputSchema.properties).toMatchObject({
    orderId: { type: ["integer", "string"], description: assumed },
    limit: { type: "integer", default: 500 },
  });
  expect(tools.find(({ name }) => name === "cancelOrder")?.description).toEqual(assumed);
  const order = { symbol: "BTCUSDT", side: "SELL", type: "LIMIT", timeInForce: "GTC" };
  const call = async (name: string, args: Record<string, unknown>) =>
    client.callTool({ name, arguments: args });
  const placed = await call("placeOrder", { ...order, quantity: "0.01", price: "61000" });
  const { orderId } = JSON.parse(textOf(placed));
  const found = await call("getOrder", { symbol: "BTCUSDT", orderId: String(orderId) });
  expect(JSON.parse(textOf(found))).toMatchObject({ orderId, price: "61000.00000000" });
  const missing = await call("getOrder", { symbol: "BTCUSDT", orderId: "9007199254740993" });
  expect(missing).toMatchObject({ isError: true });
  expect(textOf(missing)).toContain("-2013");
  const canceled = await call("cancelOrder", { symbol: "BTCUSDT", orderId });
  expect(JSON.parse(textOf(canceled))).toMatchObject({ status: "CANCELED" });
  const refused = await call("placeOrder", { ...order, quantity: "0.01" });
  expect(refused).toMatchObject({ isError: true });
  expect(textOf(refused)).toContain("price is missing");
  expect(JSON.stringify([placed, found, missing, refused])).not.toContain(keys.TRADESPEC_SECRET);
  await client.close();
});

function textOf(result: object): string {
  const { content } = result as { content: readonly { text: string }[] };
  return content[0]?.text ?? "";
}
