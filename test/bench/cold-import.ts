import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { unpackPackage } from "../support/package.ts";
import type { Comparison } from "./comparison.ts";
import { startExchange } from "./exchange-server.ts";

const execute = promisify(execFile);
const order = `{ symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.01" }`;
const options = `baseUrl: process.argv[2], apiKey: "key", apiSecret: "secret"`;

/** An order without a library. */
const byHand = `
  import { createHmac } from "node:crypto";
  export async function placeOrder(baseUrl, order) {
    const query = new URLSearchParams({ ...order, timestamp: String(Date.now()) }).toString();
    const signature = createHmac("sha256", "secret").update(query).digest("hex");
    const url = baseUrl + "/api/v1/order?" + query + "&signature=" + signature;
    const response = await fetch(url, { method: "POST", headers: { "X-MBX-APIKEY": "key" } });
    return response.json();
  }`;

/** Modules, and programs that place one order with them. */
const programs = {
  "fetch by hand": {
    module: "./by-hand.js",
    code: `
      import { placeOrder } from "./by-hand.js";
      await placeOrder(process.argv[2], ${order});`,
  },
  "tradespec/core": {
    module: "tradespec/core",
    code: `
      import { createClient, placeOrder } from "tradespec/core";
      await createClient({ ${options}, operations: { placeOrder } }).placeOrder(${order});`,
  },
  tradespec: {
    module: "tradespec",
    code: `
      import { createClient } from "tradespec";
      await createClient({ ${options} }).placeOrder(${order});`,
  },
} as const;
type Name = keyof typeof programs;

/**
 * The time is taken before the end: there V8 may still compile undici's WebAssembly in the
 * background, which takes any program that has read three responses 40 ms more.
 */
const end = "process.stdout.write(String(performance.now()), () => process.exit());";

/** From the start of a process to its first order, with the installed package in a new process. */
export const coldStart = cold(
  "Cold start of a program, until its first order",
  ({ code }) => `${code}\n${end}`,
  {
    "tradespec/core": "at most 1.1",
    tradespec: "at most 1.25; missed: compiling 250 KB of source takes 0.2",
  },
);

/** The import alone, in a new process. */
export const coldImport = cold(
  "Cold import",
  ({ module }) => `
    const before = performance.now();
    await import("${module}");
    process.stdout.write(String(performance.now() - before));`,
  { "tradespec/core": "at most 2", tradespec: "at most 3" },
);

function cold(
  title: string,
  programOf: (program: (typeof programs)[Name]) => string,
  holds: Partial<Record<Name, string>>,
): Comparison {
  return {
    title,
    rounds: 25,
    warmUps: 3,
    prepare: async () => {
      const [{ project, close }, server] = await Promise.all([unpackPackage(), startExchange()]);
      await writeFile(join(project, "by-hand.js"), byHand);
      const subjects = Object.entries(programs).map(async ([name, program], index) => {
        const file = join(project, `program-${index}.js`);
        await writeFile(file, programOf(program));
        const run = async (): Promise<number> => {
          const { stdout } = await execute(process.execPath, [file, server.baseUrl]);
          return Number(stdout);
        };
        return { name, measures: "itself" as const, run, hold: holds[name as Name] ?? "" };
      });
      return {
        floor: "fetch by hand",
        subjects: await Promise.all(subjects),
        finish: async () => {
          server.stop();
          await close();
        },
      };
    },
  };
}
