/** The example programs of the package, compiled and run in a project that has installed it. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cp, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { createClient } from "../generated/index.ts";
import { type RunningSandbox, startSandbox } from "../sandbox/index.node.ts";
import { compile } from "./support/compile.ts";
import { type UnpackedPackage, unpackPackage } from "./support/package.ts";

let unpacked: UnpackedPackage;
let sandbox: RunningSandbox;
const running: ChildProcess[] = [];

beforeAll(async () => {
  unpacked = await unpackPackage(inject("sharedFolder"));
  sandbox = await startSandbox({ port: 0, maker: true });
  await cp(join(unpacked.folder, "examples"), join(unpacked.project, "examples"), {
    recursive: true,
  });
  await symlink(
    join(process.cwd(), "node_modules/vitest"),
    join(unpacked.project, "node_modules/vitest"),
  );
}, 600_000);

afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await sandbox.close();
  await unpacked.close();
});

/** Starts a program; `until` waits for a line that it prints. */
function start(program: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [`examples/${program}/main.ts`], {
    cwd: unpacked.project,
    env: {
      ...process.env,
      TRADESPEC_BASE_URL: sandbox.baseUrl,
      TRADESPEC_STREAM_URL: `${sandbox.streamUrl}/stream`,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  const lines: string[] = [];
  let wake = () => {};
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on("line", (line) => {
      lines.push(line);
      wake();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const until = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = lines.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { child, lines, ended, until };
}

const keys = { apiKey: "sandbox-key-of-alice", apiSecret: "sandbox-secret-of-alice" };
const alice = () => createClient({ baseUrl: sandbox.baseUrl, ...keys });

test("they compile with strict options", async () => {
  const options = [
    "--noEmit",
    "--strict",
    "--exactOptionalPropertyTypes",
    "--noUncheckedIndexedAccess",
  ];
  const modules = ["--module", "nodenext", "--target", "es2023", "--types", "node"];
  const sources = ["market-maker", "recorder", "portfolio"].map(
    (name) => `examples/${name}/main.ts`,
  );
  const command = [...options, ...modules, "--allowImportingTsExtensions", "--skipLibCheck"];
  const files = [...sources, "examples/tested-bot/bot.test.ts"];
  expect(await compile(unpacked.project, ...command, ...files)).toBe("");
});

test("the market maker quotes both sides, and leaves nothing when it ends", async () => {
  const { child, ended, until } = start("market-maker");
  await until(/^BUY 0.01 at \d+\.\d+: placed$/u);
  await until(/^SELL 0.01 at \d+\.\d+: placed$/u);
  const client = alice();
  const open = await client.getOpenOrders({ symbol: "BTCUSDT" });
  const { bidPrice, askPrice } = await client.getBookTicker({ symbol: "BTCUSDT" });
  const price = (wanted: string) => Number(open.find(({ side }) => side === wanted)?.price);
  expect(open.map(({ side }) => side).sort()).toEqual(["BUY", "SELL"]);
  expect(price("BUY")).toBeLessThan(Number(bidPrice));
  expect(price("SELL")).toBeGreaterThan(Number(askPrice));
  child.kill("SIGINT");
  await until(/^\d quotes withdrawn$/u);
  expect(await ended).toBe(0);
  expect(await client.getOpenOrders({ symbol: "BTCUSDT" })).toEqual([]);
});

test("the recorder has no gap across a kill and a restart", async () => {
  const file = join(unpacked.project, "market.db");
  await rm(file, { force: true });
  const read = (sql: string) => {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    const { value } = database.prepare(sql).get() as { value: number };
    database.close();
    return value;
  };
  const rows = async ({ child, lines }: ReturnType<typeof start>, sql: string, least: number) => {
    const count = () => {
      try {
        return read(sql);
      } catch {
        // The program has not made it yet.
        return 0;
      }
    };
    while (count() < least) {
      if (child.exitCode !== null) throw new Error(lines.join("\n"));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const trades = "select count(*) as value from trade";
  const first = start("recorder", { DATABASE: file });
  await rows(first, trades, 20);
  first.child.kill("SIGKILL");
  await first.ended;
  const before = read(trades);
  const second = start("recorder", { DATABASE: file });
  await rows(second, trades, before + 1);
  await rows(second, "select count(distinct symbol) as value from candle", 2);
  second.child.kill("SIGINT");
  expect([await second.ended, second.lines.filter((line) => !/sqlite/i.test(line))]).toEqual([
    0,
    [],
  ]);
  for (const [table, key, step] of [
    ["candle", "openTime", 60_000],
    ["trade", "id", 1],
  ] as const) {
    const span = `(max(${key}) - min(${key})) / ${step} + 1 - count(*)`;
    const gaps = `select sum(gap) as value from (select ${span} as gap from ${table} group by symbol)`;
    expect([table, read(gaps)]).toEqual([table, 0]);
  }
});

test("the portfolio page shows each change of the account, and no secret", async () => {
  const { child, ended, until } = start("portfolio", { PORT: "0" });
  const url = await until(/^http:/u);
  const page = await (await fetch(url)).text();
  expect(page).toContain("<title>Portfolio</title>");
  expect(page).not.toContain(keys.apiSecret);
  const reader = (await fetch(`${url}events`)).body
    ?.pipeThrough(new TextDecoderStream())
    .getReader();
  let seen = "";
  const shown = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(seen)) seen += (await reader?.read())?.value ?? "";
  };
  await shown(/"state":"live"/u);
  const client = alice();
  const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC" } as const;
  const { orderId } = await client.placeOrder({ ...order, quantity: "0.01", price: "30000.00" });
  await shown(new RegExp(`"orderId":${orderId}\\b`, "u"));
  await client.cancelOrder({ symbol: "BTCUSDT", orderId });
  await shown(/"orders":\[\]\}\n\n$/u);
  expect(seen).not.toContain(keys.apiKey);
  expect((await fetch(`${url}secret`)).status).toBe(404);
  child.kill("SIGINT");
  expect(await ended).toBe(0);
});

test("the suite of the tested bot passes", () => {
  const runner = "node_modules/vitest/vitest.mjs";
  const { status, stdout } = spawnSync(process.execPath, [runner, "run", "examples/tested-bot"], {
    cwd: unpacked.project,
    encoding: "utf8",
  });
  expect(stdout).toContain("6 passed");
  expect(status).toBe(0);
});
